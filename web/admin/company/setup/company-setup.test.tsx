// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CompanySetupAnswer } from '../../../../contract/company/company-setup.ts';
import { anAdminCompany, serveAdmin } from '../../../testing/admin-builders.ts';
import { type ApiServer, aLiveFrame, companyId, startApi } from '../../../testing/api-server.ts';
import { aSetup, serveSetup } from '../../../testing/company-setups.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import CompaniesScreen from '../../companies/companies-screen.tsx';

const path = `/api/companies/${companyId}`;
const at = new Date().toISOString();
const arrived = { code: 'done', 'first-event': 'done' } as const;
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  api.json('GET /api/companies', 200, { companies: [anAdminCompany()] });
});
afterEach(async () => {
  resetPage();
  await api.close();
});

async function open(setup?: CompanySetupAnswer) {
  serveSetup(api, setup);
  renderPage(`/admin/companies/${companyId}/setup`, {
    '/admin/companies/:companyId/setup': CompaniesScreen,
  });
  await screen.findByRole('heading', { level: 1, name: 'Set up Harbour & Pine' });
}
const heading = (name: string) => screen.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) });
const isOpen = (name: string) =>
  within(heading(name)).getByRole('button').getAttribute('aria-expanded') === 'true';
const lastBody = (request: string) => JSON.parse(api.bodies[api.requests.lastIndexOf(request)] ?? 'null');

test('the first event appears by itself, with what is known of it, and moves no focus', async () => {
  const user = userEvent.setup();
  await open();
  await user.click(await screen.findByRole('button', { name: 'Copy tracking code' }));
  const focused = document.activeElement;
  const newestEvent = {
    ...({ at, kind: 'page-view', path: '/lamps', name: null, amount: null, currency: null } as const),
    ...{ source: 'Google', country: null, device: 'phone' },
  };
  api.json(`GET ${path}/setup`, 200, aSetup(arrived, { lastEventAt: at, newestEvent }));
  api.sendEvent('change', aLiveFrame({ lastEventAt: at }));
  const facts = within(await screen.findByLabelText('The newest event'));
  for (const text of ['/lamps', 'Google', 'phone', 'not known']) expect(facts.getByText(text)).toBeDefined();
  expect(screen.getByText('Done: Paste the tracking code, See the first event')).toBeDefined();
  expect(screen.getByText(/2 of 5 steps done/)).toBeDefined();
  expect(document.activeElement).toBe(focused);
});

test('an event that arrives while the stream is not open yet is found when it opens', async () => {
  serveSetup(api);
  api.handle(`GET ${path}/live`, (_, response) => {
    api.json(`GET ${path}/setup`, 200, aSetup(arrived, { lastEventAt: at }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`event: snapshot\ndata: ${JSON.stringify(aLiveFrame({ lastEventAt: at }))}\n\n`);
  });
  renderPage(`/admin/companies/${companyId}/setup`, { '/admin/companies/:companyId/setup': CompaniesScreen });
  expect(await screen.findByText('Events are arriving')).toBeDefined();
});

test('a skipped step leads to the next one, and can be done after all', async () => {
  const user = userEvent.setup();
  await open(aSetup(arrived, { lastEventAt: at }));
  expect(isOpen('Count orders')).toBe(true);
  const skipped = aSetup({ ...arrived, orders: 'skipped' }, { lastEventAt: at });
  api.handle(`PUT ${path}/setup`, (_, response, body) => {
    api.json(`GET ${path}/setup`, 200, skipped);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(body);
  });
  await user.click(screen.getByRole('button', { name: 'This site sells nothing' }));
  await waitFor(() => expect(document.activeElement).toBe(heading('Choose goals')));
  expect(lastBody(`PUT ${path}/setup`)).toEqual({ skipped: ['orders'] });
  expect(isOpen('Count orders')).toBe(false);

  await user.click(within(heading('Count orders')).getByRole('button'));
  await user.click(screen.getByRole('button', { name: 'Do this step after all' }));
  await waitFor(() => expect(lastBody(`PUT ${path}/setup`)).toEqual({ skipped: [] }));
});

test('a step that cannot be skipped stays open, with the reason', async () => {
  const user = userEvent.setup();
  await open(aSetup(arrived, { lastEventAt: at }));
  api.error(`PUT ${path}/setup`, 400, 'invalid-request', 'Please try another step.');
  await user.click(screen.getByRole('button', { name: 'This site sells nothing' }));
  expect(await screen.findByText('Please try another step.')).toBeDefined();
  expect(isOpen('Count orders')).toBe(true);
});

test('a proposal becomes a goal with one click', async () => {
  const user = userEvent.setup();
  const proposal = { name: 'Reached /thanks', kind: 'page', target: '/thanks', visits: 1204 } as const;
  const states = { ...arrived, orders: 'done' } as const;
  await open(aSetup(states, { lastEventAt: at, proposals: [proposal] }));
  expect(screen.getByText(/1,204 visits in the last 30 days/)).toBeDefined();
  api.handle(`POST ${path}/goals`, (_, response, body) => {
    api.json(`GET ${path}/setup`, 200, aSetup({ ...states, goals: 'done' }, { lastEventAt: at }));
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: companyId, value: null, monthlyTarget: null, ...JSON.parse(body) }));
  });
  await user.dblClick(screen.getByRole('button', { name: 'Create goal for /thanks' }));
  await waitFor(() => expect(document.activeElement).toBe(heading('Invite the client')));
  expect(lastBody(`POST ${path}/goals`)).toEqual({
    name: 'Reached /thanks',
    kind: 'page',
    target: '/thanks',
  });
  expect(api.count(`POST ${path}/goals`)).toBe(1);
});

test('a created goal leads to the next step although an older answer is still under way', async () => {
  const user = userEvent.setup();
  const proposal = { name: 'Reached /thanks', kind: 'page', target: '/thanks', visits: 1 } as const;
  const states = { ...arrived, orders: 'done' } as const;
  const older = aSetup(states, { lastEventAt: at, proposals: [proposal] });
  await open(older);
  await waitFor(() => expect(api.count('GET /api/admin-live')).toBe(1));
  const asked = api.count(`GET ${path}/setup`);
  let answerOlder = () => {};
  api.handle(`GET ${path}/setup`, (_, response) => {
    answerOlder = () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(older));
  });
  api.sendEvent('changed', { topics: ['companies'], isAll: true });
  await waitFor(() => expect(api.count(`GET ${path}/setup`)).toBeGreaterThan(asked));
  api.handle(`POST ${path}/goals`, (_, response, body) => {
    api.json(`GET ${path}/setup`, 200, aSetup({ ...states, goals: 'done' }, { lastEventAt: at }));
    // The list is asked for again once the goal is created.
    api.handle('GET /api/companies', (_request, list) => {
      answerOlder();
      answerOlder = () => {};
      list.writeHead(200, { 'content-type': 'application/json' });
      list.end(JSON.stringify({ companies: [anAdminCompany()] }));
    });
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: companyId, value: null, monthlyTarget: null, ...JSON.parse(body) }));
  });
  await user.click(screen.getByRole('button', { name: 'Create goal for /thanks' }));
  await waitFor(() => expect(document.activeElement).toBe(heading('Invite the client')));
});

test('proposals that the statistics could not name are announced as such', async () => {
  await open(aSetup({ ...arrived, orders: 'done' }, { lastEventAt: at, proposals: null }));
  expect(screen.getByText(/The statistics are busy/)).toBeDefined();
});

test('a finished path leads to the portal', async () => {
  const all = { ...arrived, orders: 'done', goals: 'done', invitation: 'done' } as const;
  await open(aSetup(all, { lastEventAt: at }));
  expect(screen.getByRole('heading', { level: 2, name: 'Harbour & Pine is set up' })).toBeDefined();
  const portal = screen.getByRole('link', { name: 'Open the portal' });
  expect(portal.getAttribute('href')).toBe(`/company-portal/${companyId}`);
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

test('the system that a check of the site recognized is chosen, until another one is', async () => {
  const user = userEvent.setup();
  serveSetup(api);
  const check = {
    ...{ checkedAt: at, cause: 'asked', url: 'https://a.test/', finalUrl: 'https://a.test/' },
    ...{ system: 'wix', isSinglePageApp: true, findings: [] },
  };
  api.json(`GET ${path}/site-check`, 200, { check });
  renderPage(`/admin/companies/${companyId}/setup`, { '/admin/companies/:companyId/setup': CompaniesScreen });
  expect(await screen.findByText(/Recognized on harbourpine.shop: Wix/)).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Wix' }).checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: 'Shopify' }));
  expect(screen.getByRole('region', { name: 'Tracking code, Shopify' })).toBeDefined();
});

test('without checks of sites, the system is chosen by hand', async () => {
  serveSetup(api);
  api.error(`GET ${path}/site-check`, 404, 'not-found', 'There is nothing at this address.');
  renderPage(`/admin/companies/${companyId}/setup`, { '/admin/companies/:companyId/setup': CompaniesScreen });
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Plain HTML' })).checked).toBe(true);
  expect(screen.queryByRole('button', { name: 'Check my site' })).toBeNull();
});

test('a company that does not exist, and a setup that cannot be loaded', async () => {
  api.error(`GET ${path}/setup`, 400, 'invalid-request', 'This cannot be read.');
  renderPage(`/admin/companies/${companyId}/setup`, { '/admin/companies/:companyId/setup': CompaniesScreen });
  expect(await screen.findByRole('heading', { name: 'Failed to load the setup' })).toBeDefined();
  resetPage();
  api.json('GET /api/companies', 200, { companies: [] });
  renderPage(`/admin/companies/${companyId}/setup`, { '/admin/companies/:companyId/setup': CompaniesScreen });
  expect(await screen.findByRole('heading', { name: 'Company not found' })).toBeDefined();
});
