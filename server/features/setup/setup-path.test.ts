import { expect, test } from 'vitest';
import type { SetupStep } from '../../../contract/company/company-setup.ts';
import { statsLimits } from '../../../contract/stats/model/limits.ts';
import { confirmationStems, confirmationWords, toConfirmationTarget } from './confirmation-pages.ts';
import { proposeGoals } from './goal-proposals.ts';
import type { SetupFacts } from './setup.queries.ts';
import { toSetupPath } from './setup.ts';

const nothing: SetupFacts = { lastEventAt: null, hasOrders: false, hasGoals: false, isHandedOut: false };
const everything: SetupFacts = {
  lastEventAt: new Date(),
  hasOrders: true,
  hasGoals: true,
  isHandedOut: true,
};

test.each<[string, Partial<SetupFacts>, SetupStep[], string, SetupStep | null]>([
  ['a new company', {}, [], 'open open open open open', 'code'],
  ['the first event', { lastEventAt: new Date() }, [], 'done done open open open', 'orders'],
  ['an order', { hasOrders: true }, [], 'open open done open open', 'code'],
  [
    'a site that sells nothing',
    { lastEventAt: new Date() },
    ['orders'],
    'done done skipped open open',
    'goals',
  ],
  [
    'a step that was skipped and done later',
    { hasGoals: true },
    ['goals'],
    'open open open done open',
    'code',
  ],
  ['everything done', everything, [], 'done done done done done', null],
  [
    'everything skipped',
    {},
    ['code', 'first-event', 'orders', 'goals', 'invitation'],
    'skipped skipped skipped skipped skipped',
    null,
  ],
  ['done or skipped', { ...everything, hasOrders: false }, ['orders'], 'done done skipped done done', null],
])('%s', (_, facts, skipped, states, next) => {
  const path = toSetupPath({ ...nothing, ...facts }, { skipped });
  expect(path.steps.map(({ state }) => state).join(' ')).toBe(states);
  expect(path.next).toBe(next);
  expect(path.progress).toEqual({
    done: states.split(' ').filter((state) => state !== 'open').length,
    of: 5,
  });
});

test.each<[string, string | undefined]>([
  ['/thank-you', '/thank-you'],
  ['/thank-you/', '/thank-you/'],
  ['/Thank_You.html', '/Thank_You.html'],
  ['/thanks', '/thanks'],
  ['/contact/thanks', '/contact/thanks'],
  ['/de/danke', '/de/danke'],
  ['/vielen-dank', '/vielen-dank'],
  ['/bedankt', '/bedankt'],
  ['/merci', '/merci'],
  ['/gracias-por-su-compra', '/gracias-por-su-compra'],
  ['/grazie', '/grazie'],
  ['/order-received', '/order-received'],
  ['/checkout/order-received/1042/', '/checkout/order-received/*'],
  ['/checkout/success', '/checkout/success'],
  ['/bestellung/erfolgreich', '/bestellung/erfolgreich'],
  ['/bestellbestaetigung', '/bestellbestaetigung'],
  ['/pedido/recibido', '/pedido/recibido'],
  ['/newsletter/confirmed', '/newsletter/confirmed'],
  ['/', undefined],
  ['/checkout', undefined],
  ['/success-stories', undefined],
  ['/blog/thanksgiving', undefined],
  ['/danke-bank', '/danke-bank'],
  ['/complete-guide', undefined],
  ['/dankbarkeit', undefined],
  ['/takeaway', undefined],
])('%s is a confirmation page as %s', (path, target) => {
  expect(toConfirmationTarget(path)).toBe(target);
});

test('every word is found by a stem, and one question may search for all stems', () => {
  const lost = confirmationWords.filter((word) => !confirmationStems.some((stem) => word.includes(stem)));
  expect(lost).toEqual([]);
  expect(confirmationStems.length).toBeLessThanOrEqual(statsLimits.searchedFilterValues);
});

const ofVisits = (...values: [string, number][]) => values.map(([value, visits]) => ({ value, visits }));

test('pages and events are proposed by their visits, pages with a number as one', () => {
  const proposals = proposeGoals({
    pages: ofVisits(['/order-received/1', 2], ['/thanks', 4], ['/order-received/2', 3], ['/pricing', 90]),
    events: ofVisits(['Sign-up', 7], ['Download', 9]),
    goals: [],
  });
  expect(proposals).toEqual([
    { name: 'Reached /order-received/*', kind: 'page', target: '/order-received/*', visits: 5 },
    { name: 'Reached /thanks', kind: 'page', target: '/thanks', visits: 4 },
    { name: 'Download', kind: 'event', target: 'Download', visits: 9 },
    { name: 'Sign-up', kind: 'event', target: 'Sign-up', visits: 7 },
  ]);
});

test('what is a goal already is not proposed, and no proposal has the name of a goal', () => {
  const proposals = proposeGoals({
    pages: ofVisits(['/thanks', 4], ['/de/danke', 3], ['/merci', 2]),
    events: ofVisits(['Sign-up', 7], ['Download', 9]),
    goals: [
      { name: 'Thanks', kind: 'page', target: '/thanks' },
      { name: 'German', kind: 'page', target: '/de/*' },
      { name: 'Sign-ups', kind: 'event', target: 'Sign-up' },
      { name: 'download', kind: 'event', target: 'Brochure' },
    ],
  });
  expect(proposals.map(({ name, target }) => `${name}: ${target}`)).toEqual([
    'Reached /merci: /merci',
    'Download 2: Download',
  ]);
});

test('there are at most eight proposals, and none that no goal could have', () => {
  const proposals = proposeGoals({
    pages: ofVisits(
      ...Array.from({ length: 9 }, (_, index): [string, number] => [`/p${index}/thanks`, index + 1]),
      ['/*/thanks', 99],
      [`/${'x'.repeat(600)}/thanks`, 99],
    ),
    events: ofVisits(
      [' ', 99],
      ...Array.from({ length: 9 }, (_, index): [string, number] => [`e${index}`, index + 1]),
    ),
    goals: [],
  });
  expect(proposals).toHaveLength(8);
  expect(proposals.filter(({ kind }) => kind === 'page')).toHaveLength(5);
  expect(proposals[0]?.target).toBe('/p8/thanks');
});
