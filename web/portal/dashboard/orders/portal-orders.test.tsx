// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { queryClient } from '../../../api/query-client.ts';
import { type ApiServer, aCompany, companyId, startApi } from '../../../testing/api-server.ts';
import { anOrder, anOrderList } from '../../../testing/portal-orders.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import { PortalContext } from '../view/use-portal.ts';
import { useViewInAddress } from '../view/use-view-in-address.ts';
import { PortalOrders } from './portal-orders.tsx';

const path = `/api/companies/${companyId}/stats/orders`;
const address = `GET ${path}`;
let api: ApiServer;
let company: PortalCompany;

beforeEach(async () => {
  api = await startApi();
  company = aCompany();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

function Screen() {
  const view = useViewInAddress();
  return (
    <QueryClientProvider client={queryClient}>
      <PortalContext value={{ company, ...view }}>
        <PortalOrders />
      </PortalContext>
    </QueryClientProvider>
  );
}
const open = (search = '') => renderPage(`/portal${search}`, { '/portal': Screen });
const questions = () => api.requests.filter((line) => line.startsWith(address));
const findRow = async (id: string) => within((await screen.findByText(id)).closest('tr') ?? document.body);

test('an order has its time in the company’s zone, amount, state, verification and visit', async () => {
  api.json(address, 200, anOrderList([anOrder()]));
  open();
  const row = await findRow('A-1001');
  expect(row.getByText(/Nov 21, 2026/).textContent).toMatch(/12:30/);
  expect(row.getByText('$120.00')).toBeDefined();
  for (const text of ['Paid', 'Not verified', 'Google', 'spring', 'Phone', '/checkout'])
    expect(row.getByText(text)).toBeDefined();
  expect(screen.getByText('1 order, newest first')).toBeDefined();
});

test('refunded amounts and other currencies have the decimals of their currency', async () => {
  const yen = anOrder({ orderId: 'Y', amount: '5000', refunded: '1000', currency: 'JPY' });
  const dinar = anOrder({ orderId: 'K', amount: '1.500', refunded: '0.000', currency: 'KWD' });
  api.json(address, 200, anOrderList([{ ...yen, state: 'partly-refunded', isVerified: true }, dinar]));
  open();
  const row = await findRow('Y');
  expect(row.getByText('¥5,000')).toBeDefined();
  expect(row.getByText('−¥1,000')).toBeDefined();
  expect(row.getByText('Partly refunded')).toBeDefined();
  expect(row.getByText('Verified')).toBeDefined();
  expect((await findRow('K')).getByText(/KWD\s1\.500/)).toBeDefined();
});

test('the id of an order is text, and its link escapes it', async () => {
  const orderId = '<img src=x onerror=alert(1)>&id=2 #?/%';
  api.json(address, 200, anOrderList([anOrder({ orderId })]));
  open('?period=7d&orders=verified');
  const link = await screen.findByRole('link', { name: orderId });
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  expect(pathname).toBe(`/company-portal/${companyId}/orders`);
  expect(Object.fromEntries(searchParams)).toEqual({ period: '7d', orders: 'verified', id: orderId });
  expect(document.querySelector('img')).toBeNull();
});

test('orders are searched once the typing has stopped, and the file has the same search', async () => {
  api.json(address, 200, anOrderList([anOrder()]));
  const router = open('?filter=country%3Ais%3ADE&orders=verified');
  await screen.findByText('A-1001');
  expect(questions()).toHaveLength(1);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by order id' }), 'A-10&');
  await waitFor(() => expect(questions().length).toBeGreaterThan(1));
  await waitFor(() => expect(router.state.location.search).toContain('order-search=A-10%26'));
  const asked = new URL(questions().at(-1)?.slice(4) ?? '', 'http://localhost').searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    ...{ search: 'A-10&', filter: 'country:is:DE', orders: 'verified', page: '1', limit: '10' },
  });
  const file = screen.getByRole('link', { name: 'Download the orders as CSV' }).getAttribute('href');
  expect(file).toMatch(new RegExp(`^${path}\\.csv\\?.*orders=verified.*search=A-10%26&limit=1000$`));
});

test('further orders are on further pages, which are in the address', async () => {
  api.json(address, 200, anOrderList([anOrder()], { rowCount: 25 }));
  const router = open('?order-page=2');
  await screen.findByText('Page 2 of 3');
  expect(questions()[0]).toContain('page=2');
  await userEvent.click(screen.getByRole('button', { name: 'Older' }));
  await screen.findByText('Page 3 of 3');
  expect(router.state.location.search).toBe('?order-page=3');
});

test.each([
  ['', 'viewer', 'Choose a longer period to see more.'],
  ['', 'admin', /set up how they are reported/],
  ['?order-search=zzz', 'viewer', /No order id of this period contains “zzz”/],
  ['?filter=country%3Ais%3ADE', 'viewer', /No order matches the filters/],
  ['?orders=verified', 'viewer', /No verified order in this period/],
] as const)('the empty list of %j says a %s what to do next', async (search, viewedAs, text) => {
  company = aCompany({ viewedAs });
  api.json(address, 200, anOrderList([]));
  open(search);
  expect(await screen.findByText(text)).toBeDefined();
});

test('a list that failed to load can be asked for again', async () => {
  api.error(address, 400, 'invalid-request', 'Something is wrong.');
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('Something is wrong.');
  api.json(address, 200, anOrderList([anOrder()]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('A-1001')).toBeDefined();
});
