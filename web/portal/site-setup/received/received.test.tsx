// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RejectedEvents } from '../../../../contract/company/rejected-events.ts';
import { serveAdmin } from '../../../testing/admin-builders.ts';
import { type ApiServer, aCompany, companyId, sendJson, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import TrackingScriptScreen from '../tracking-script-screen.tsx';

const path = `/api/companies/${companyId}`;
const rejection = {
  ...{ fromPage: true, agent: 'Chrome', detail: '', count: 1 },
  lastAt: new Date().toISOString(),
};
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  api.json(`GET ${path}`, 200, aCompany());
  api.json(`GET ${path}/tracking-script`, 200, { snippet: '', frozenSnippet: '', lastEventAt: null });
  api.json(`GET ${path}/order-conflicts`, 200, { conflicts: [] });
  setRejections();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

function setRejections(...refusals: RejectedEvents[]) {
  api.json(`GET ${path}/refused-events`, 200, { refusals });
}
const open = () =>
  renderPage(`/tracking-script/${companyId}/received`, {
    '/tracking-script/:companyId/received': TrackingScriptScreen,
  });

test.each(['localhost', '192.168.0.7'])('advice for %s mentions no www address', async (domain) => {
  api.json(`GET ${path}`, 200, aCompany({ domain }));
  setRejections({ ...rejection, reason: 'origin-mismatch', host: 'shop.example.org' });
  open();
  expect(await screen.findByText(new RegExp(`The page is not on ${domain}\\. `))).toBeDefined();
  expect(document.body.textContent).not.toContain('www.');
});

test('without rejected events the page shows that nothing was rejected', async () => {
  open();
  expect(await screen.findByText('Nothing was rejected in the last 7 days.')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Order conflicts' })).toBeNull();
});

test('rejected events are listed with host, reason, advice, count and time', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  setRejections(
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
  );
  open();
  const panel = within(await screen.findByRole('region', { name: 'Rejected events' }));
  const items = await panel.findAllByRole('listitem');
  const entries = items.map((item) => item.textContent ?? '');
  expect(entries).toHaveLength(10);
  expect(entries[0]).toContain(
    "Events from shop.example.org were rejectedThe page is not on harbourpine.shop or www.harbourpine.shop. Add its host in the company's settings, or paste the code only there.1,234 events · Chrome",
  );
  expect(entries[1]).toContain('a page without a host name');
  expect(entries[2]).toContain('Report a code such as USD.');
  expect(entries[3]).toContain(`Events from curl were not valid`);
  expect(entries[3]).toContain(hostile);
  expect(entries[4]).toContain('Events from Googlebot were rejected');
  expect(entries[5]).toContain('Their amounts are above the largest one that is accepted.');
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
    'Order A-1043Counted: $0, reported by a server without a token. Also reported: $129 by a page on harbourpine.shop.3 reports',
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
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Count $129 instead' })),
  );
  await user.tab();
  await user.tab();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })));
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Count $129 instead' })),
  );
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

test('an administrator counts a rejected host after a confirmation', async () => {
  const user = userEvent.setup();
  const company = aCompany({ viewedAs: 'admin', hostNames: ['blog.harbourpine.shop'] });
  api.json(`GET ${path}`, 200, company);
  setRejections({ ...rejection, reason: 'origin-mismatch', host: 'shop.example' });
  api.handle(`PATCH ${path}`, (_, response) => {
    const changed = { ...company, hostNames: ['blog.harbourpine.shop', 'shop.example'] };
    api.json(`GET ${path}`, 200, changed);
    sendJson(response, 200, changed);
  });
  open();
  await user.click(await screen.findByRole('button', { name: 'Count shop.example too' }));
  expect(screen.getByText(/Do this only if the host belongs to the company/)).toBeDefined();
  expect(api.count(`PATCH ${path}`)).toBe(0);
  await user.dblClick(screen.getByRole('button', { name: 'Count shop.example' }));
  expect(await screen.findByText('Events of shop.example count from now on')).toBeDefined();
  expect(api.count(`PATCH ${path}`)).toBe(1);
  expect(JSON.parse(api.bodies[api.requests.indexOf(`PATCH ${path}`)] ?? '')).toEqual({
    ...{ name: 'Harbour & Pine', domain: 'harbourpine.shop', description: 'Handmade furniture' },
    hostNames: ['blog.harbourpine.shop', 'shop.example'],
  });
  // It is one of the company's hosts now, although the entry is still listed.
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Count/ })).toBeNull());
});

test('a viewer cannot count a rejected host', async () => {
  setRejections({ ...rejection, reason: 'origin-mismatch', host: 'shop.example' });
  open();
  expect(await screen.findByText('Events from shop.example were rejected')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Count/ })).toBeNull();
});
