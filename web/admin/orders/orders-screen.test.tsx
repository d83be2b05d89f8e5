// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAdminCompany, anId, aPurchase, aPurchaseList, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { browserTimeZone } from '../companies/form/time-zones.ts';
import OrdersScreen from './orders-screen.tsx';

let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = (search = '') => renderPage(`/admin/orders${search}`, { '/admin/orders': OrdersScreen });
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

test('orders show product, customer, amount and state', async () => {
  api.json(
    'GET /api/orders',
    200,
    aPurchaseList(
      [
        aPurchase(1, { isTest: true }),
        aPurchase(2, {
          state: 'refunded',
          currency: 'gbp',
          amount: 79_000,
          taxAmount: 15_800,
          refundedAmount: 94_800,
          providerUrl: 'https://dashboard.stripe.test/pay/1',
        }),
        aPurchase(3, { state: 'pending', problem: 'The amount paid is not the price.' }),
      ],
      [
        { currency: 'usd', amount: 1_234_500, taxAmount: 34_500, count: 12 },
        { currency: 'gbp', amount: 79_000, taxAmount: 0, count: 1 },
      ],
      3,
    ),
  );
  open();
  const test = await row(/harbour-pine1/);
  expect(test.getByText('$1,000.00')).toBeDefined();
  expect(test.getByText('Test')).toBeDefined();
  expect(test.getByText('Paid')).toBeDefined();
  const refunded = await row(/harbour-pine2/);
  expect(refunded.getByText('£948.00 refunded')).toBeDefined();
  expect(refunded.getByText('£948.00')).toBeDefined();
  expect(refunded.getByText('with £158.00 tax')).toBeDefined();
  expect(refunded.getByRole('link', { name: /Payment/ }).getAttribute('href')).toBe(
    'https://dashboard.stripe.test/pay/1',
  );
  expect((await row(/harbour-pine3/)).getByText('The amount paid is not the price.')).toBeDefined();
  expect(screen.getByText('$12,345.00')).toBeDefined();
  expect(screen.getByText('$345.00 of tax was charged with these orders')).toBeDefined();
  expect(screen.getByText('Paid in GBP, 1 order')).toBeDefined();
  expect(screen.getByText('Test orders: 3, not counted.')).toBeDefined();
});

test('only paid orders offer a portal, and those that have one link to the company', async () => {
  api.json(
    'GET /api/orders',
    200,
    aPurchaseList([aPurchase(1, { companyId: anId(7) }), aPurchase(2, { state: 'pending' }), aPurchase(3)]),
  );
  open();
  const done = await row(/harbour-pine1/);
  expect(done.getByRole('link', { name: /See the company/ }).getAttribute('href')).toBe(
    `/admin/companies/${anId(7)}`,
  );
  expect((await row(/harbour-pine2/)).queryByRole('button')).toBeNull();
  expect(screen.getAllByRole('button', { name: /Create portal for this customer/ })).toHaveLength(1);
});

test("a customer's portal is created once, from a form prefilled with the order", async () => {
  const user = userEvent.setup();
  const line = `POST /api/orders/${anId(1)}/portal`;
  api.json('GET /api/orders', 200, aPurchaseList([aPurchase(1, { currency: 'gbp' })]));
  api.json(line, 201, anAdminCompany({ id: anId(7), name: 'Harbour Pine1' }));
  open();
  await user.click(await screen.findByRole('button', { name: /Create portal for this customer/ }));
  const sheet = within(screen.getByRole('dialog', { name: 'Create portal for this customer' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Name').value).toBe('Harbour Pine1');
  expect(sheet.getByLabelText<HTMLInputElement>('Domain').value).toBe('harbour-pine1.shop');
  await user.selectOptions(sheet.getByLabelText('Currency of its orders'), 'EUR');
  await user.dblClick(sheet.getByRole('button', { name: 'Create portal and send the key' }));
  api.json('GET /api/orders', 200, aPurchaseList([aPurchase(1, { companyId: anId(7) })]));
  expect(await screen.findByText('Portal of Harbour Pine1 created')).toBeDefined();
  expect(
    screen.getByText('A mail with its address and key is being sent to jo@harbour-pine1.shop.'),
  ).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.count(line)).toBe(1);
  expect(JSON.parse(api.bodies[api.requests.indexOf(line)] ?? '')).toEqual({
    name: 'Harbour Pine1',
    domain: 'harbour-pine1.shop',
    description: '',
    currency: 'EUR',
    timeZone: browserTimeZone(),
    storesVisitorId: true,
    hasHashRouting: false,
    allowDuplicate: false,
  });
});

test('a rejected portal shows the reason and keeps the input', async () => {
  const user = userEvent.setup();
  api.json('GET /api/orders', 200, aPurchaseList([aPurchase(1, { customerEmail: 'jo@gmail.com' })]));
  api.error(`POST /api/orders/${anId(1)}/portal`, 409, 'conflict', 'This order has its portal already.');
  open(`?portal=${anId(1)}`);
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByLabelText<HTMLInputElement>('Domain').value).toBe('');
  await user.type(sheet.getByLabelText('Name'), 'Jo');
  await user.type(sheet.getByLabelText('Domain'), 'jo.example');
  await user.click(sheet.getByRole('button', { name: 'Create portal and send the key' }));
  expect(await screen.findByText('This order has its portal already.')).toBeDefined();
  expect(sheet.getByLabelText<HTMLInputElement>('Name').value).toBe('Jo');
});

test('the state filters the list and its export', async () => {
  const user = userEvent.setup();
  api.json('GET /api/orders', 200, aPurchaseList([aPurchase(1)]));
  open();
  await row(/harbour-pine1/);
  api.json('GET /api/orders', 200, aPurchaseList([]));
  await user.click(screen.getByRole('radio', { name: 'Disputed' }));
  expect(await screen.findByRole('heading', { name: 'No matching orders' })).toBeDefined();
  expect(api.requests).toContain('GET /api/orders?state=disputed');
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/api/orders.csv?state=disputed',
  );
});

test('a completed payment changes the order to paid without a reload', async () => {
  api.json('GET /api/orders', 200, aPurchaseList([aPurchase(1, { state: 'pending' })]));
  open();
  expect((await row(/harbour-pine1/)).getByText('Waiting')).toBeDefined();
  await waitFor(() => expect(api.requests).toContain('GET /api/admin-live'));
  api.json('GET /api/orders', 200, aPurchaseList([aPurchase(1)]));
  api.sendEvent('changed', { topics: ['orders'] });
  await waitFor(async () => expect((await row(/harbour-pine1/)).getByText('Paid')).toBeDefined());
});

test('an empty list explains what will appear; a failure is shown and loads on retry', async () => {
  const user = userEvent.setup();
  api.error('GET /api/orders', 503, 'unavailable', 'The service is busy.');
  open();
  expect(await screen.findByRole('heading', { name: 'Failed to load orders' })).toBeDefined();
  api.json('GET /api/orders', 200, aPurchaseList([]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No orders yet' })).toBeDefined();
});
