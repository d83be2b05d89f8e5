import { expect, test } from 'vitest';
import type { AlertFacts } from './alerts.ts';
import { describeAlert, describeEnd } from './describe-alert.ts';

const facts: AlertFacts = {
  ...{
    kind: 'drop',
    name: '',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    day: '2026-11-24',
    firstHour: null,
  },
  ...{ observed: 190, low: 381.4, high: 523, since: null, expected: null, cause: null, findings: null },
  reason: '',
};
const now = new Date('2026-11-25T06:00:00Z');
const sentenceOf = (changed: Partial<AlertFacts>, at = now, locale = 'en-GB') =>
  describeAlert({ ...facts, ...changed }, locale, at).sentence;

test('a drop is one sentence with what is usual and what the day brought', () => {
  expect(describeAlert(facts, 'en-GB', now)).toEqual({
    subject: 'Far fewer visitors than usual',
    sentence: 'Tuesdays usually bring 380–520 visitors; yesterday brought 190.',
    details: ['No single cause explains it.'],
  });
});

test('a day is yesterday only when it is, in the zone of the company', () => {
  // In Berlin it is the 25th since an hour.
  expect(sentenceOf({}, new Date('2026-11-25T22:59:00Z'))).toMatch(/yesterday brought/);
  expect(sentenceOf({}, new Date('2026-11-25T23:01:00Z'))).toMatch(/Tuesday, 24 November, brought 190\.$/);
  expect(sentenceOf({}, new Date('2026-11-24T12:00:00Z'))).toMatch(/today brought/);
  expect(sentenceOf({}, new Date('2026-11-26T12:00:00Z'), 'de-DE')).toMatch(
    /Tuesday, 24\. November, brought/,
  );
});

test('two hours are named, and numbers are those of the locale', () => {
  const hours = { kind: 'spike', firstHour: 22, observed: 12_400, low: 3_949, high: 5_000 } as const;
  expect(sentenceOf(hours, now, 'de-DE')).toBe(
    'Tuesdays from 22:00 to 00:00 usually bring 3.900–5.000 visits; yesterday brought 12.400.',
  );
});

test.each([
  [
    { dimension: 'utm-campaign', value: 'spring-sale', before: 12, now: 240 },
    'Most of it: campaign spring-sale (12 → 240).',
  ],
  [
    { dimension: 'country', value: 'DE', before: 12, now: 2_400 },
    'Most of it: country Germany (12 → 2,400).',
  ],
  [{ dimension: 'page', value: '/a', before: 0.4, now: 24 }, 'Most of it: page /a (0 → 24).'],
] as const)('the cause %j is named', (cause, sentence) => {
  expect(describeAlert({ ...facts, kind: 'spike', cause }, 'en-GB', now).details).toEqual([sentence]);
});

test('without a search for a cause none is named, and none is denied', () => {
  expect(describeAlert({ ...facts, cause: undefined }, 'en-GB', now).details).toEqual([]);
});

test('a silence names its last event, what is missing and what the check found', () => {
  const silence: AlertFacts = {
    ...{ ...facts, kind: 'silence', day: null, since: '2026-11-24T13:20:00.000Z', expected: 46.3 },
    findings: [{ code: 'tag-missing', level: 'problem', details: {} }],
  };
  expect(describeAlert(silence, 'en-GB', now)).toEqual({
    subject: 'No event is arriving',
    sentence: 'No event has arrived since Tuesday 14:20. Usually about 46 visits arrive in this time.',
    details: ['The check of the site found: The page has no tracking code.'],
  });
  const unknown = { ...silence, expected: null, findings: null };
  expect(describeAlert(unknown, 'en-GB', new Date('2026-12-24T06:00:00Z'))).toMatchObject({
    sentence: 'No event has arrived since Tuesday, 24 Nov 2026, 14:20.',
    details: [],
  });
  expect(describeAlert({ ...silence, findings: [] }, 'en-GB', now).details).toEqual([
    'The check of the site found no problem.',
  ]);
  expect(describeEnd(silence, 'en-GB', now)).toBe('Events have been arriving again since Wednesday 07:00.');
});

test.each([
  [{ kind: 'no-orders' }, 'Orders have been arriving again since Wednesday 07:00.'],
  [{ kind: 'backup' }, 'Backups have been working again since Wednesday 07:00.'],
  [{ kind: 'job', name: 'Mails' }, 'Mails: it has been working again since Wednesday 07:00.'],
  [
    { kind: 'certificate', name: 'a.example' },
    'a.example: the certificate has been valid since Wednesday 07:00.',
  ],
] as const)('the end of %j is one sentence', (changed, sentence) => {
  expect(describeEnd({ ...facts, ...changed }, 'en-GB', now)).toBe(sentence);
});

test.each([
  [{ kind: 'silence' }, 'No event had arrived since Tuesday 14:20.'],
  [{ kind: 'no-orders' }, 'No order had arrived since Tuesday 14:20.'],
  [{ kind: 'backup' }, 'There was no new backup.'],
  [{ kind: 'job', name: 'Mails' }, 'Mails failed again and again.'],
] as const)('what lasted is in the past once it is over: %j', (changed, sentence) => {
  const over = { ...facts, ...changed, day: null, since: '2026-11-24T13:20:00.000Z' };
  expect(describeAlert(over, 'en-GB', now, true).sentence).toBe(sentence);
});

test('revenue has the currency, and goals have their month', () => {
  const revenue = { kind: 'revenue-drop', observed: 1_204.4, low: 3_000, high: 5_120 } as const;
  expect(sentenceOf(revenue)).toBe('Tuesdays usually bring €3,000–€5,100; yesterday brought €1,204.');
  const goal = {
    kind: 'goal-missed',
    name: 'Sign-ups',
    day: '2026-11-01',
    observed: 80,
    expected: 100,
  } as const;
  expect(sentenceOf(goal)).toBe('Sign-ups missed its target of November 2026: 80 of 100 conversions.');
});

test('every other kind has a sentence', () => {
  expect(sentenceOf({ kind: 'refunds', observed: 14, low: 0, high: 3 })).toBe(
    'Days usually have 0–3 refunds; yesterday had 14.',
  );
  expect(sentenceOf({ kind: 'rejected-events', observed: 400, high: 12 })).toBe(
    'Yesterday, 400 events were rejected. In the four weeks before, no day had more than 12.',
  );
  expect(sentenceOf({ kind: 'rejected-events', day: '2026-11-10', observed: 400, high: 12 })).toMatch(
    /^Tuesday, 10 November, 400 events were rejected\./,
  );
  expect(sentenceOf({ kind: 'job', name: 'Mails', reason: 'The disk is full' })).toBe(
    'Mails fails again and again.',
  );
  expect(sentenceOf({ kind: 'backup', reason: 'The last backup failed.' })).toBe('The last backup failed.');
  expect(sentenceOf({ kind: 'certificate', name: 'a.example' })).toMatch(/certificate of a\.example/);
});
