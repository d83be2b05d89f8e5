// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Arrivals } from '../../../../contract/company/arrivals.ts';
import type { RejectedEvents } from '../../../../contract/company/rejected-events.ts';
import {
  type SiteCheck,
  type SiteFindingCode,
  siteFindingCodes,
} from '../../../../contract/company/site-check.ts';
import { explainFinding } from '../../../../contract/company/site-finding-texts.ts';
import { serveAdmin } from '../../../testing/admin-builders.ts';
import { type ApiServer, aCompany, companyId, sendJson, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import TrackingScriptScreen from '../tracking-script-screen.tsx';

const path = `/api/companies/${companyId}`;
let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  api.json(`GET ${path}/tracking-script`, 200, { snippet: '', frozenSnippet: '', lastEventAt: null });
  api.json(`GET ${path}/stats/recent-events`, 200, { events: [] });
  api.json(`GET ${path}/site-check`, 200, { check: null });
  showArrivals({});
});
afterEach(async () => {
  resetPage();
  await api.close();
});

function showArrivals(given: Partial<Arrivals>): void {
  api.json(`GET ${path}/arrivals`, 200, {
    ...{ last: null, scriptVersion: null, newestVersion: '3.1.0', hasOrders: true, refusals: [] },
    ...given,
  });
}

const open = () =>
  renderPage(`/tracking-script/${companyId}`, { '/tracking-script/:companyId': TrackingScriptScreen });
const panel = async () => within(await screen.findByRole('region', { name: 'Is it working?' }));

const aCheck = (...findings: SiteCheck['findings']): SiteCheck => ({
  ...{ checkedAt: new Date().toISOString(), cause: 'asked' },
  ...{ url: 'https://harbourpine.shop/', finalUrl: 'https://harbourpine.shop/' },
  ...{ system: 'wordpress', isSinglePageApp: false, findings },
});

test('before the first event the section waits, and a viewer has no button', async () => {
  api.json(`GET ${path}`, 200, aCompany());
  open();
  expect(await (await panel()).findByText('Waiting for the first event…')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Check my site' })).toBeNull();
  expect(api.count(`GET ${path}/site-check`)).toBe(0);
});

test('a viewer of a part of the site has no section about the whole', async () => {
  const access = { ...aCompany().access, isNarrowed: true };
  api.json(`GET ${path}`, 200, aCompany({ access }));
  open();
  expect(await screen.findByRole('heading', { name: 'Analytics Tracking Code' })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Is it working?' })).toBeNull();
  expect(api.count(`GET ${path}/arrivals`)).toBe(0);
});

test('the last event shows its page, how it was understood, and what is missing', async () => {
  const at = new Date().toISOString();
  showArrivals({
    last: { at, path: '/pricing', host: 'harbourpine.shop' },
    scriptVersion: '3.0.0',
    hasOrders: false,
  });
  api.json(`GET ${path}/stats/recent-events`, 200, {
    events: [
      {
        ...{ at, kind: 'page-view', path: '/pricing', name: null, amount: null, currency: null },
        ...{ source: 'Google', country: 'GB', device: 'mobile' },
      },
    ],
  });
  open();
  const section = await panel();
  expect(await section.findByText('harbourpine.shop/pricing')).toBeDefined();
  expect(await section.findByText('Page view of /pricing, from Google, on a mobile')).toBeDefined();
  expect(section.getByText('3.0.0; the newest is 3.1.0')).toBeDefined();
  expect(section.getByText(/No orders in the last 30 days/)).toBeDefined();
});

test('a rejected host has its sentence and a button next to the code', async () => {
  const rejection: RejectedEvents = {
    ...{ reason: 'origin-mismatch', host: 'new.example', fromPage: true, agent: 'Chrome' },
    ...{ detail: '', count: 3, lastAt: new Date().toISOString() },
  };
  showArrivals({ refusals: [rejection] });
  open();
  const section = await panel();
  expect(await section.findByText('Events from new.example were rejected')).toBeDefined();
  expect(section.getByRole('button', { name: 'Count new.example too' })).toBeDefined();
});

test('a check shows its progress, then its findings with lines to copy and buttons', async () => {
  const user = userEvent.setup();
  let answer = () => {};
  api.handle(`POST ${path}/site-check`, (_, response) => {
    const found = aCheck(
      {
        code: 'csp-blocks',
        level: 'problem',
        details: { blocks: 'script connect', line: "script-src 'self' x;" },
      },
      { code: 'page-elsewhere', level: 'problem', details: { host: 'new.example' } },
      {
        code: 'blocker-blocks',
        level: 'problem',
        details: { blocks: 'script connect', rule: '||agency.example^', list: 'EasyPrivacy' },
      },
      { code: 'tag-found', level: 'passed', details: { place: 'head' } },
    );
    answer = () => sendJson(response, 200, { check: found });
  });
  open();
  const section = await panel();
  const field = await section.findByLabelText('Page to check');
  expect(field).toHaveProperty('value', 'https://harbourpine.shop/');
  await user.click(section.getByRole('button', { name: 'Check my site' }));
  expect(await section.findByText(/Loading the page and its script/)).toBeDefined();
  await expect.poll(() => api.count(`POST ${path}/site-check`)).toBe(1);
  answer();
  expect(await section.findByRole('heading', { name: '3 problems were found.' })).toBeDefined();
  expect(section.getByText(/made with WordPress/)).toBeDefined();
  expect(section.getByText("script-src 'self' x;")).toBeDefined();
  expect(section.getByRole('button', { name: 'Copy directives' })).toBeDefined();
  expect(section.getByRole('button', { name: 'Count new.example too' })).toBeDefined();
  const blocked = /The rule \|\|agency\.example\^ of EasyPrivacy blocks the script and its requests:/;
  expect(section.getByText(blocked)).toBeDefined();
  expect(section.getByText('The tracking code is on the page')).toBeDefined();
});

test('an address of another site is refused at its field', async () => {
  const user = userEvent.setup();
  api.handle(`POST ${path}/site-check`, (_, response) =>
    sendJson(response, 400, {
      error: { code: 'invalid-request', message: 'other.example is not one of the hosts.', field: 'url' },
    }),
  );
  open();
  const section = await panel();
  const field = await section.findByLabelText('Page to check');
  await user.clear(field);
  await user.type(field, 'other.example');
  await user.click(section.getByRole('button', { name: 'Check my site' }));
  expect(await section.findByText('other.example is not one of the hosts.')).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

const allCodes = (['problem', 'notice', 'passed'] as const).flatMap((level): SiteFindingCode[] => [
  ...siteFindingCodes[level],
]);
test.each(allCodes)('%s has a title and a sentence, also without details', (code) => {
  const { title, advice } = explainFinding({ code, level: 'notice', details: {} });
  expect(title.length).toBeGreaterThan(10);
  expect(advice.length).toBeGreaterThan(0);
});

test.each([
  ['||agency.example^', /names a host: load the script from an own address/],
  ['/t.js', /choose other names with TRACKING_SCRIPT_PATH and TRACKING_ENDPOINT_PATH\.$/],
  ['/t.js$script,third-party', /other names .* an own address or a path of the site itself also helps\.$/],
])('the rule %s of a content blocker has its remedy', (rule, expected) => {
  const details = { blocks: 'script', rule, list: 'A list' };
  expect(explainFinding({ code: 'blocker-blocks', level: 'problem', details }).advice).toMatch(expected);
});
