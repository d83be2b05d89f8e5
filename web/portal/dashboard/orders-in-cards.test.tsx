// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, aCompany, companyId } from '../../testing/api-server.ts';
import { startPortalApi } from '../../testing/portal-api.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { aSummary } from '../../testing/stats-answers.ts';
import CompanyPortalScreen from './company-portal-screen.tsx';

const path = `/api/companies/${companyId}`;
const summaryPath = `GET ${path}/stats/summary`;
let api: ApiServer;

beforeEach(async () => {
  api = await startPortalApi();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = () =>
  renderPage(`/company-portal/${companyId}`, { '/company-portal/:companyId': CompanyPortalScreen });

const openMore = async () => userEvent.click(await screen.findByText('More'));
const card = (name: string) => within(screen.getByRole('group', { name }));
const askedSummaries = () => api.requests.filter((line) => line.startsWith(summaryPath));
const value = (now: number | string) => ({ value: now, compared: null });

test('cards say what is only reported and what is in other currencies', async () => {
  const metrics = { 'verified-orders': value(40), 'verified-revenue': value('1000.00') };
  const pounds = { currency: 'GBP', orders: 3, revenue: '120.00' } as const;
  const yen = { currency: 'JPY', orders: 1, revenue: '5000' } as const;
  api.json(summaryPath, 200, aSummary(metrics, { otherCurrencies: [pounds, yen] }));
  open();
  const mark = await screen.findByRole('link', { name: '$234.50 of it only reported' });
  expect(mark.getAttribute('href')).toBe('/help/metrics#verified-orders');
  const explanation = document.getElementById(mark.getAttribute('aria-describedby') ?? '');
  expect(explanation?.textContent).toContain('not confirmed by the shop’s server');
  expect(card('Orders').getByText('4 of them only reported')).toBeDefined();
  expect(card('Revenue').getByText('plus £120.00 (3 orders), ¥5,000 (1 order)')).toBeDefined();
});

test('metrics of orders are in the strip of a company with orders', async () => {
  open();
  const strip = within(await screen.findByRole('region', { name: /^Further metrics/ }));
  expect(strip.getByRole('button', { name: /^Average order value/ }).textContent).toContain('$28.06');
  expect(strip.getByRole('button', { name: /^Orders per visitor/ }).textContent).toContain('0.034');
  expect(strip.getByRole('button', { name: /^Revenue per visit/ }).textContent).toContain('$0.82');
});

test('a company without orders has neither metrics of orders nor the choice of verified ones', async () => {
  const none = { value: 0, compared: 0 };
  const nothing = { value: '0.00', compared: '0.00' };
  api.json(summaryPath, 200, aSummary({ orders: none, 'verified-orders': none, revenue: nothing }));
  open();
  await screen.findByRole('group', { name: 'Revenue' });
  await openMore();
  await screen.findByRole('button', { name: 'Keyboard shortcuts' });
  expect(screen.queryByRole('button', { name: /^Average order value/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Verified orders only' })).toBeNull();
});

test('verified orders are shown alone, which the address keeps', async () => {
  const user = userEvent.setup();
  const router = open();
  await openMore();
  const toggle = await screen.findByRole('button', { name: 'Verified orders only' });
  expect(toggle.getAttribute('aria-pressed')).toBe('false');
  await user.click(toggle);
  await waitFor(() => expect(router.state.location.search).toBe('?orders=verified'));
  await waitFor(() => expect(askedSummaries().at(-1)).toContain('orders=verified'));
  expect(toggle.getAttribute('aria-pressed')).toBe('true');
  await user.click(toggle);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(document.activeElement).toBe(toggle);
});

test('a company that counts only verified orders shows that in place of the choice', async () => {
  api.json(`GET ${path}`, 200, aCompany({ countsOnlyVerified: true }));
  open();
  await openMore();
  expect(await screen.findByRole('link', { name: 'Only verified orders count' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Verified orders only' })).toBeNull();
});
