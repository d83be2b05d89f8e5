// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { trackingStubTag } from '../../../contract/tracking-stub.ts';
import { serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, aCompany, aLiveFrame, companyId, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import TrackingScriptScreen from './tracking-script-screen.tsx';

const path = `/api/companies/${companyId}`;
const snippet = `<script defer src="https://northlight.test/t.js" data-company="${companyId}"></script>`;
const frozenSnippet = `<script defer src="https://northlight.test/t-1.js" integrity="sha384-abc"></script>`;
const noArrivals = {
  last: null,
  scriptVersion: null,
  newestVersion: '3.0.0',
  hasOrders: false,
  refusals: [],
};
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  api.json(`GET ${path}`, 200, aCompany());
  api.json(`GET ${path}/tracking-script`, 200, { snippet, frozenSnippet, lastEventAt: null });
  api.json(`GET ${path}/arrivals`, 200, noArrivals);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = () =>
  renderPage(`/tracking-script/${companyId}`, { '/tracking-script/:companyId': TrackingScriptScreen });

test('the page shows the code, how to install it and what it tracks', async () => {
  open();
  expect(screen.getByText('Loading...')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Analytics Tracking Code' })).toBeDefined();
  expect(screen.getByText('Harbour & Pine')).toBeDefined();
  expect(screen.getByText(snippet)).toBeDefined();
  expect(screen.getByText(/This code works for both/).textContent).toBe(
    'This code works for both www.harbourpine.shop and harbourpine.shop.',
  );
  for (const item of [
    'Page views and navigation',
    'Unique user sessions',
    'Referrer',
    'User agent',
    'Timestamps',
  ]) {
    expect(screen.getByText(item)).toBeDefined();
  }
  expect(screen.getByRole('link', { name: 'company portal' }).getAttribute('href')).toBe(
    `/company-portal/${companyId}`,
  );
});

test('the page explains next to the code that files are not counted, and how to serve a folder', async () => {
  open();
  expect((await screen.findByText(/Open the page through a web server/)).textContent).toContain(
    'a page opened as a file (file://…) is not counted',
  );
  expect(screen.getByText('npx serve .')).toBeDefined();
});

test('a domain with umlauts is shown in Unicode', async () => {
  api.json(
    `GET ${path}`,
    200,
    aCompany({ domain: 'xn--mnchen-3ya.example', displayDomain: 'münchen.example' }),
  );
  open();
  expect((await screen.findByText('www.münchen.example')).tagName).toBe('STRONG');
  expect(screen.getByText('münchen.example')).toBeDefined();
});

test('the note about the domain is hidden without a domain', async () => {
  api.json(`GET ${path}`, 200, aCompany({ domain: '' }));
  open();
  await screen.findByRole('heading', { name: 'Analytics Tracking Code' });
  expect(screen.queryByText(/This code works for both/)).toBeNull();
});

test('Copy Code copies the code and shows a toast', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Copy Code' }));
  expect(await screen.findByText('Tracking code copied to clipboard!')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(snippet);
});

test('without the clipboard API execCommand is tried, and its failure shown', async () => {
  open();
  const button = await screen.findByRole('button', { name: 'Copy Code' });
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  document.execCommand = () => true;
  button.click();
  expect(await screen.findByText('Tracking code copied to clipboard!')).toBeDefined();
  document.execCommand = () => false;
  button.click();
  expect(await screen.findByText(/does not allow copying/)).toBeDefined();
});

test('the first event is shown without a reload', async () => {
  api.json(`GET /api/companies/${companyId}`, 200, aCompany({ lastEventAt: null }));
  open();
  expect(await screen.findByText('No event has arrived yet')).toBeDefined();
  await waitFor(() => expect(api.requests.some((line) => line.includes('/live'))).toBe(true));
  api.sendEvent('snapshot', aLiveFrame());
  expect(await screen.findByText('Events are arriving')).toBeDefined();
});

test('the page shows how to send events, what can be switched on and how to leave oneself out', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Copy event' }));
  const example = await navigator.clipboard.readText();
  expect(example.split('\n')[0]).toBe(trackingStubTag);
  expect(example).toContain("siteStats.event('Sign-up', { plan: 'team' });");
  for (const name of ['data-outbound', 'data-downloads', 'data-forms'])
    expect(screen.getByText(name).tagName).toBe('CODE');
  expect(screen.getByText(`/t.js?c=${companyId}&outbound`)).toBeDefined();
  // Like our own page here, without https.
  expect(screen.getByText('http://harbourpine.shop/#stats-exclude')).toBeDefined();
  expect(screen.getByText('http://harbourpine.shop/#stats-include')).toBeDefined();
});

test.each(['localhost', '192.168.0.7'])(
  'for %s no www address is mentioned, and leaving oneself out needs no https',
  async (domain) => {
    api.json(`GET ${path}`, 200, aCompany({ domain }));
    open();
    expect((await screen.findByText(/This code works for/)).textContent).toBe(
      `This code works for ${domain}.`,
    );
    expect(screen.getByRole('link', { name: /stats-exclude/ }).getAttribute('href')).toBe(
      `http://${domain}/#stats-exclude`,
    );
    expect(screen.getByText(/If your site has a port/)).toBeDefined();
    expect(document.body.textContent).not.toContain('www.');
  },
);

test('a company that keeps nothing in browsers cannot leave one out', async () => {
  api.json(`GET ${path}`, 200, aCompany({ storesVisitorId: false }));
  open();
  await screen.findByRole('heading', { name: 'Count more without code' });
  expect(screen.queryByRole('heading', { name: 'Leave yourself out' })).toBeNull();
});

test('viewers see the page in the frame of the portal, with links to the other two', async () => {
  open();
  await screen.findByRole('heading', { name: 'Analytics Tracking Code' });
  expect(screen.getByRole('link', { name: 'Your portals' })).toBeDefined();
  expect(screen.queryByRole('navigation', { name: 'Admin' })).toBeNull();
  const links = within(screen.getByRole('navigation', { name: 'Tracking' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/tracking-script/${companyId}`,
    `/tracking-script/${companyId}/shop`,
    `/tracking-script/${companyId}/received`,
  ]);
  expect(links[0]?.getAttribute('aria-current')).toBe('page');
});

test('administrators see the page in their area', async () => {
  serveAdmin(api);
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  open();
  const admin = within(await screen.findByRole('navigation', { name: 'Admin' }));
  expect(admin.getByRole('link', { name: 'Companies' })).toBeDefined();
  // The area has a link to the settings of the agency, too.
  const ofCompany = within(await screen.findByRole('main')).findByRole('link', { name: 'Settings' });
  expect((await ofCompany).getAttribute('href')).toBe(`/admin/companies/${companyId}`);
});

test('rejected events are listed next to the code', async () => {
  const rejection = { reason: 'bot', host: '', fromPage: false, agent: 'curl', detail: '', count: 1 };
  api.json(`GET ${path}/arrivals`, 200, {
    ...noArrivals,
    refusals: [{ ...rejection, lastAt: new Date().toISOString() }],
  });
  open();
  const link = await screen.findByRole('link', { name: 'See which and why' });
  expect(link.getAttribute('href')).toBe(`/tracking-script/${companyId}/received`);
  expect(screen.getByText('Events from curl were rejected')).toBeDefined();
});

test('a missing company shows "not found"', async () => {
  api.error(`GET ${path}`, 404, 'company-not-found', 'There is no such company.');
  open();
  expect(await screen.findByRole('heading', { name: 'Company Not Found' })).toBeDefined();
});

test('a failed request shows an error and can be retried', async () => {
  const user = userEvent.setup();
  api.error(`GET ${path}/tracking-script`, 503, 'unavailable', 'The service is busy.');
  open();
  expect(await screen.findByText('Failed to load company information')).toBeDefined();
  api.json(`GET ${path}/tracking-script`, 200, { snippet, frozenSnippet, lastEventAt: null });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Copy Code' })).toBeDefined();
});
