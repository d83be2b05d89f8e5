// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, aCompany, companyId, startApi } from '../../../testing/api-server.ts';
import { anOrder, anOrderList } from '../../../testing/portal-orders.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import OrderScreen from './order-screen.tsx';

const path = `/api/companies/${companyId}/stats/orders`;
const address = `GET ${path}`;
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  api.json(`GET /api/companies/${companyId}`, 200, aCompany());
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = (search = '') =>
  renderPage(`/company-portal/${companyId}/orders${search}`, {
    '/company-portal/:companyId/orders': OrderScreen,
  });
const questions = () => api.requests.filter((line) => line.startsWith(`${address}?`));

test('the page lists the orders of the view, and leads back to its portal', async () => {
  api.json(address, 200, anOrderList([anOrder(), anOrder({ orderId: 'A-1002' })]));
  open('?period=7d');
  expect(await screen.findByRole('heading', { level: 1, name: 'Orders' })).toBeDefined();
  expect(await screen.findByText('2 orders, newest first')).toBeDefined();
  expect(screen.getByRole('link', { name: 'A-1002' }).getAttribute('href')).toBe(
    `/company-portal/${companyId}/orders?period=7d&id=A-1002`,
  );
  expect(screen.getByRole('link', { name: 'Portal of Harbour & Pine' }).getAttribute('href')).toBe(
    `/company-portal/${companyId}?period=7d`,
  );
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
    ...{ search: 'A-10&', filter: 'country:is:DE', orders: 'verified', page: '1', limit: '25' },
  });
  await userEvent.click(screen.getByText('Download'));
  const file = screen.getByRole('link', { name: /As shown, with its filters/ }).getAttribute('href');
  expect(file).toMatch(new RegExp(`^${path}\\.csv\\?.*orders=verified.*search=A-10%26$`));
});

test('the shown page of orders is copied as a curl command', async () => {
  api.json(address, 200, anOrderList([anOrder()], { rowCount: 60 }));
  const user = userEvent.setup();
  open('?filter=country%3Ais%3ADE&order-search=A-10&order-page=2');
  await user.click(await screen.findByRole('button', { name: 'Copy as curl' }));
  const command = await navigator.clipboard.readText();
  const url = new URL(/'([^']+)'$/.exec(command)?.[1] ?? '');
  expect(url.pathname).toBe(path);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    ...{ search: 'A-10', filter: 'country:is:DE', page: '2', limit: '25' },
  });
});

test('further orders are on further pages, which are in the address', async () => {
  api.json(address, 200, anOrderList([anOrder()], { rowCount: 60 }));
  const router = open('?order-page=2');
  await screen.findByText('Page 2 of 3');
  expect(questions()[0]).toContain('page=2');
  await userEvent.click(screen.getByRole('button', { name: 'Older' }));
  await screen.findByText('Page 3 of 3');
  expect(router.state.location.search).toBe('?order-page=3');
});

test('filters of the portal are named, and removed together', async () => {
  api.json(address, 200, anOrderList([anOrder()]));
  const router = open('?period=7d&filter=country%3Ais%3ADE&orders=verified');
  expect(await screen.findByText('Country is Germany; Verified orders')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show all orders' }));
  await waitFor(() => expect(router.state.location.search).toBe('?period=7d'));
  expect(screen.queryByText(/Country is Germany/)).toBeNull();
});

test('a search without a result has an explanation', async () => {
  api.json(address, 200, anOrderList([]));
  open('?order-search=zzz');
  expect(await screen.findByText(/No order id of this period contains “zzz”/)).toBeDefined();
});
