// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { trackingStubTag } from '../../../contract/tracking-stub.ts';
import { type ApiServer, aCompany, aLiveFrame, companyId, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import TrackingScriptScreen from './tracking-script-screen.tsx';

const path = `/api/companies/${companyId}`;
const snippet = `<script defer src="https://northlight.test/t.js" data-company="${companyId}"></script>`;
const frozenSnippet = `<script defer src="https://northlight.test/t-1.js" integrity="sha384-abc"></script>`;
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  api.json(`GET ${path}`, 200, aCompany());
  api.json(`GET ${path}/tracking-script`, 200, { snippet, frozenSnippet, lastEventAt: null });
  api.json(`GET ${path}/refused-events`, 200, { refusals: [] });
  api.json(`GET ${path}/order-conflicts`, 200, { conflicts: [] });
  api.json(`GET ${path}/api-keys`, 200, { keys: [] });
  api.json(`GET ${path}/shop-connections`, 200, { connections: [] });
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

test('the copied order example begins with the stub, so that it works before the script has loaded', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Copy example' }));
  const example = await navigator.clipboard.readText();
  expect(example.split('\n')[0]).toBe(trackingStubTag);
  expect(example).toContain("currency: 'USD'");
});

test('the page shows how to send events, what can be switched on and how to leave oneself out', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Copy event' }));
  const example = await navigator.clipboard.readText();
  expect(example.split('\n')[0]).toBe(trackingStubTag);
  expect(example).toContain("northlight.event('Sign-up', { plan: 'team' });");
  for (const name of ['data-outbound', 'data-downloads', 'data-forms'])
    expect(screen.getByText(name).tagName).toBe('CODE');
  expect(screen.getByText(`/t.js?c=${companyId}&outbound`)).toBeDefined();
  // Like our own page here, without https.
  expect(screen.getByText('http://harbourpine.shop/#northlight-exclude')).toBeDefined();
  expect(screen.getByText('http://harbourpine.shop/#northlight-include')).toBeDefined();
});

test.each(['localhost', '192.168.0.7'])(
  'for %s no www address is mentioned, and leaving oneself out needs no https',
  async (domain) => {
    api.json(`GET ${path}`, 200, aCompany({ domain }));
    api.json(`GET ${path}/refused-events`, 200, {
      refusals: [
        {
          ...{ reason: 'origin-mismatch', host: 'shop.example.org', fromPage: true, agent: 'Chrome' },
          ...{ detail: '', count: 1, lastAt: new Date().toISOString() },
        },
      ],
    });
    open();
    expect((await screen.findByText(/This code works for/)).textContent).toBe(
      `This code works for ${domain}.`,
    );
    expect(await screen.findByText(new RegExp(`The page is not on ${domain}\\. `))).toBeDefined();
    expect(screen.getByRole('link', { name: /northlight-exclude/ }).getAttribute('href')).toBe(
      `http://${domain}/#northlight-exclude`,
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

test('the list of rejected events is hidden when it is empty', async () => {
  open();
  await screen.findByRole('heading', { name: 'Analytics Tracking Code' });
  await waitFor(() => expect(api.requests.some((line) => line.includes('/refused-events'))).toBe(true));
  expect(screen.queryByText('Rejected events')).toBeNull();
});

test('rejected events are listed with host, reason, advice, count and time', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  const rejection = {
    fromPage: true,
    agent: 'Chrome',
    detail: '',
    count: 1,
    lastAt: new Date().toISOString(),
  };
  api.json(`GET ${path}/refused-events`, 200, {
    refusals: [
      { ...rejection, reason: 'origin-mismatch', host: 'shop.example.org', count: 1234 },
      { ...rejection, reason: 'origin-mismatch', host: '' },
      { ...rejection, reason: 'currency-mismatch', host: 'harbourpine.shop' },
      { ...rejection, reason: 'invalid-request', host: '', fromPage: false, agent: 'curl', detail: hostile },
      { ...rejection, reason: 'bot', host: '', fromPage: false, agent: 'Googlebot' },
      { ...rejection, reason: 'order-amount-too-large', host: '', fromPage: false, agent: 'curl' },
      { ...rejection, reason: 'page-elsewhere', host: 'harbourpine.shop' },
      { ...rejection, reason: 'spam-referrer', host: 'harbourpine.shop' },
      { ...rejection, reason: 'altered-repeat', host: 'harbourpine.shop' },
      { ...rejection, reason: 'properties-left-out', host: 'harbourpine.shop' },
    ],
  });
  open();
  const panel = within(await screen.findByRole('region', { name: 'Rejected events' }));
  const entries = panel.getAllByRole('listitem').map((item) => item.textContent ?? '');
  expect(entries).toHaveLength(10);
  expect(entries[0]).toContain(
    "Events from shop.example.org were rejectedThe page is not on harbourpine.shop or www.harbourpine.shop. Add its host in the company's settings, or paste the code only there.1,234 events · Chrome",
  );
  expect(entries[1]).toContain('a page without a host name');
  expect(entries[2]).toContain('Report a code such as USD.');
  expect(entries[3]).toContain(`Events from curl were not valid`);
  expect(entries[3]).toContain(hostile);
  expect(entries[4]).toContain('Events from Googlebot were rejected');
  expect(entries[5]).toContain('An order may be at most $100,000.');
  expect(entries[6]).toContain('not on harbourpine.shop or www.harbourpine.shop');
  expect(entries[7]).toContain('There is nothing to do.');
  expect(entries[8]).toContain('Each event needs its own id.');
  expect(entries[9]).toContain('Events from harbourpine.shop were counted without their properties');
  expect(document.querySelector('img[src="x"]')).toBeNull();
});

const conflict = {
  orderId: 'A-1043',
  counted: { amount: '0.00', source: 'server' },
  amount: '129.00',
  source: 'page',
  host: 'harbourpine.shop',
  count: 3,
  lastAt: new Date().toISOString(),
} as const;

test('order conflicts show both amounts, who reported them and what to do', async () => {
  api.json(`GET ${path}/order-conflicts`, 200, {
    conflicts: [conflict, { ...conflict, orderId: '<b>B</b>', counted: null }],
  });
  open();
  const panel = within(await screen.findByRole('region', { name: 'Order conflicts' }));
  const entries = panel.getAllByRole('listitem').map((item) => item.textContent ?? '');
  expect(entries[0]).toContain(
    'Order A-1043Counted: $0, reported by a server without an API key. Also reported: $129 by a page on harbourpine.shop.3 reports',
  );
  expect(entries[1]).toContain(
    'Order <b>B</b>Not counted: removed or cancelled. Reported since: $129 by a page',
  );
  expect(panel.getByText(/ask your account administrator to count it/)).toBeDefined();
  expect(panel.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Shop orders' })).toBeNull();
});

test('an administrator counts the other amount after a confirmation', async () => {
  const user = userEvent.setup();
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  api.json(`GET ${path}/order-conflicts`, 200, { conflicts: [conflict] });
  api.handle(`POST ${path}/shop-orders/correct`, (_, response) => void response.writeHead(204).end());
  open();
  await user.click(await screen.findByRole('button', { name: 'Count $129 instead' }));
  expect(api.requests.some((line) => line.startsWith('POST'))).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Count $129 instead' }));
  await user.click(screen.getByRole('button', { name: 'Count $129 instead' }));
  expect(await screen.findByText('Order A-1043 now counts $129')).toBeDefined();
  expect(JSON.parse(api.bodies[api.requests.findIndex((line) => line.startsWith('POST'))] ?? '')).toEqual({
    orderId: 'A-1043',
    amount: '129.00',
  });
});

test('an administrator counts a removed order again', async () => {
  const user = userEvent.setup();
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  api.json(`GET ${path}/order-conflicts`, 200, { conflicts: [{ ...conflict, counted: null }] });
  api.handle(`POST ${path}/shop-orders/correct`, (_, response) => void response.writeHead(204).end());
  open();
  await user.click(await screen.findByRole('button', { name: 'Count $129' }));
  expect(screen.getByText(/will count \$129, as an order placed today/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Count $129' }));
  expect(await screen.findByText('Order A-1043 now counts $129')).toBeDefined();
});

test('correcting an order by keyboard keeps the focus', async () => {
  const user = userEvent.setup();
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  api.json(`GET ${path}/order-conflicts`, 200, { conflicts: [conflict] });
  open();
  (await screen.findByRole('button', { name: 'Count $129 instead' })).focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Count $129 instead' }));
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Count $129 instead' }));
});

test('an administrator finds an order and removes it', async () => {
  const user = userEvent.setup();
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  const order = {
    orderId: 'spam',
    amount: '99999.00',
    foreignCurrency: null,
    source: 'server',
    countedAt: conflict.lastAt,
  };
  api.json(`GET ${path}/shop-orders`, 200, { orders: [order] });
  api.handle(`POST ${path}/shop-orders/correct`, (_, response) => void response.writeHead(204).end());
  open();
  await user.click(await screen.findByRole('heading', { name: 'Shop orders' }));
  const panel = within(screen.getByRole('region', { name: 'Shop orders' }));
  await user.click(await panel.findByRole('button', { name: 'Remove' }));
  expect(panel.getByText(/it appears under Order conflicts/)).toBeDefined();
  api.json(`GET ${path}/shop-orders`, 200, { orders: [] });
  await user.click(panel.getByRole('button', { name: 'Remove' }));
  expect(await panel.findByText('No orders have been counted yet.')).toBeDefined();
  expect(await screen.findByText('Order spam removed')).toBeDefined();
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
