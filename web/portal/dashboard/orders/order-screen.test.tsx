// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, aCompany, companyId, startApi } from '../../../testing/api-server.ts';
import { anOrder, anOrderPage } from '../../../testing/portal-orders.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import OrderScreen from './order-screen.tsx';

const path = `/api/companies/${companyId}`;
const address = `GET ${path}/stats/order`;
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  api.json(`GET ${path}`, 200, aCompany());
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = (query = '?id=A-1001') =>
  renderPage(`/company-portal/${companyId}/orders${query}`, {
    '/company-portal/:companyId/orders': OrderScreen,
  });
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('an order shows its amount, visit, items, refunds and history', async () => {
  const order = anOrder({
    state: 'partly-refunded',
    refunded: '20.00',
    isVerified: true,
    reporter: 'stripe',
  });
  const { amount, currency, at } = order;
  api.json(
    address,
    200,
    anOrderPage({
      order,
      items: [{ name: 'Oak chair', quantity: 2, price: '60' }],
      refunds: [{ refundId: 'R-1', kind: 'refund', at, amount: '20.00' }],
      history: [
        { at, kind: 'reported', reporter: 'page', amount, currency },
        { at, kind: 'verified', reporter: 'stripe', amount, currency },
        { at, kind: 'refund', reporter: 'stripe', amount: '20.00', currency },
      ],
    }),
  );
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Order A-1001' })).toBeDefined();
  expect(screen.getByText('$120.00')).toBeDefined();
  expect(screen.getByText(', −$20.00 given back')).toBeDefined();
  expect(screen.getByText('Verified')).toBeDefined();
  const visit = await region('Where it came from');
  for (const text of ['Stripe', 'Google', 'spring', 'Phone', 'United Kingdom', '/checkout'])
    expect(visit.getByText(text)).toBeDefined();
  expect((await region('Items')).getByText('2 × $60.00')).toBeDefined();
  expect((await region('Refunds')).getByText('−$20.00')).toBeDefined();
  const history = await region('History');
  expect(history.getByText('Verified by Stripe: $120.00')).toBeDefined();
  expect(history.getByText('$20.00 refunded, reported by Stripe')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Remove this order' })).toBeNull();
});

test('the id in the address is asked for as it is, and the way back keeps the view', async () => {
  const orderId = '٣٤ <b>&id=2';
  api.json(address, 200, anOrderPage({ orderId }));
  open(`?period=7d&id=${encodeURIComponent(orderId)}`);
  await screen.findByRole('heading', { level: 1, name: `Order ${orderId}` });
  const request = api.requests.find((line) => line.startsWith(address)) ?? '';
  expect(new URL(request.slice(4), 'http://localhost').searchParams.get('orderId')).toBe(orderId);
  const back = screen.getByRole('link', { name: 'Portal of Harbour & Pine' });
  expect(back.getAttribute('href')).toBe(`/company-portal/${companyId}?period=7d`);
  const all = screen.getByRole('link', { name: 'All orders' });
  expect(all.getAttribute('href')).toBe(`/company-portal/${companyId}/orders?period=7d`);
});

test.each([
  [
    { net: '90.00', shipping: '10.00', tax: '19.00' },
    ['Net', '$90.00', 'Other, such as fees', '$1.00', 'Total'],
  ],
  [{ tax: '20.00' }, ['Tax', '$20.00', 'Total', '$120.00']],
])('the parts of an amount are listed as far as they are known (%j)', async (parts, texts) => {
  api.json(address, 200, anOrderPage({ order: anOrder(parts) }));
  open();
  const amount = await region('Amount');
  for (const text of texts) expect(amount.getByText(text)).toBeDefined();
  expect(amount.queryByText('Shipping') === null).toBe(!('shipping' in parts));
});

test('an order without known parts has no list of them', async () => {
  api.json(address, 200, anOrderPage());
  open();
  await region('History');
  expect(screen.queryByRole('region', { name: 'Amount' })).toBeNull();
});

test.each(['?id=', '?id=B-9'])('an order that is not stored has an explanation (%j)', async (query) => {
  api.error(address, 404, 'not-found', 'There is no such order.');
  open(query);
  expect(await screen.findByRole('heading', { name: 'This order is not stored' })).toBeDefined();
});

test.each([
  ['pending', /not paid yet/],
  ['cancelled', /was cancelled/],
  ['removed', /An administrator removed this order/],
] as const)('a %s order shows why it does not count', async (status, text) => {
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  api.json(address, 200, anOrderPage({ status, order: null }));
  open();
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Remove this order' })).toBeNull();
});

test('a reported order has a note that it does not count where only verified ones do', async () => {
  api.json(`GET ${path}`, 200, aCompany({ countsOnlyVerified: true }));
  api.json(address, 200, anOrderPage());
  open();
  expect(await screen.findByText(/It counts once the shop’s server/)).toBeDefined();
});

test('an administrator removes a forged order after a confirmation, and the page follows', async () => {
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  api.json(address, 200, anOrderPage());
  api.handle(`POST ${path}/shop-orders/correct`, (_, response) => {
    api.json(address, 200, anOrderPage({ status: 'removed', order: null }));
    response.writeHead(204).end();
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove this order' }));
  const question = within(screen.getByRole('group', { name: 'Remove this order' }));
  expect(question.getByText(/Order A-1001 \(\$120\.00\) will no longer count/)).toBeDefined();
  await userEvent.click(question.getByRole('button', { name: 'Remove this order' }));
  expect(await screen.findByText(/An administrator removed this order/)).toBeDefined();
  await waitFor(() => expect(api.bodies).toContain(JSON.stringify({ orderId: 'A-1001', amount: null })));
});
