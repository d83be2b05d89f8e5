// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
  vi.useRealTimers();
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
  expect(screen.getByText('The orders behind the revenue')).toBeDefined();
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

test('the section shows the newest orders, and links to all of the view', async () => {
  api.json(address, 200, anOrderList([anOrder()], { rowCount: 25 }));
  open('?period=7d&order-page=2');
  expect(await screen.findByText('The newest 5 of 25')).toBeDefined();
  expect(questions()[0]).toMatch(/limit=5&page=1$/);
  expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe(
    `/company-portal/${companyId}/orders?period=7d`,
  );
});

test('a month is downloaded in two clicks, and what is shown with its filters', async () => {
  // In London, the time zone of the company, it is July already.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-30T23:30Z') });
  api.json(address, 200, anOrderList([]));
  open('?filter=country%3Ais%3ADE&orders=verified&period=7d');
  await userEvent.click(await screen.findByText('Download'));
  const hrefOf = (name: string) =>
    screen.getByRole('link', { name: new RegExp(`^${name}`) }).getAttribute('href');
  expect(['July 2026', 'June 2026', 'August 2025'].map(hrefOf)).toEqual([
    `${path}.csv?from=2026-07-01&to=2026-07-31`,
    `${path}.csv?from=2026-06-01&to=2026-06-30`,
    `${path}.csv?from=2025-08-01&to=2025-08-31`,
  ]);
  const shown = new URL(hrefOf('Last 7 days') ?? '', 'http://localhost').searchParams;
  expect(Object.fromEntries(shown)).toMatchObject({
    ...{ period: '7d', filter: 'country:is:DE', orders: 'verified' },
  });
});

test.each([
  ['', 'viewer', 'Choose a longer period to see more.'],
  ['', 'admin', /set up how they are reported/],
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
