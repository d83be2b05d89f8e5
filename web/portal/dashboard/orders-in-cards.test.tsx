// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { usualDisplay } from '../../../contract/company/portal-display.ts';
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

test('cards say what is not verified and what is in other currencies', async () => {
  const metrics = { 'verified-orders': value(40), 'verified-revenue': value('1000.00') };
  const pounds = { currency: 'GBP', orders: 3, revenue: '120.00' } as const;
  const yen = { currency: 'JPY', orders: 1, revenue: '5000' } as const;
  api.json(summaryPath, 200, aSummary(metrics, { otherCurrencies: [pounds, yen] }));
  open();
  expect(await screen.findByRole('button', { name: '$234.50 not verified' })).toBeDefined();
  expect(card('Revenue').getByText(/^A page of the site sent these orders/)).toBeDefined();
  expect(
    card('Revenue')
      .getAllByRole('link', { name: 'Read more', hidden: true })
      .map((link) => link.getAttribute('href')),
  ).toContain('/help/metrics#verified-orders');
  expect(card('Orders').getByRole('button', { name: '4 not verified' })).toBeDefined();
  expect(card('Revenue').getByText('plus £120.00 (3 orders), ¥5,000 (1 order)')).toBeDefined();
});

test('metrics of orders are in the strip of a company with orders', async () => {
  open();
  const strip = within(await screen.findByRole('region', { name: /^Further metrics/ }));
  const item = (name: string) => strip.getByRole('button', { name }).closest('li')?.textContent;
  expect(item('Average order value')).toContain('$28.06');
  expect(item('Orders per visitor')).toContain('0.034');
  expect(item('Revenue per visit')).toContain('$0.82');
});

test('a company without orders has neither metrics of orders nor the choice of verified ones', async () => {
  const none = { value: 0, compared: 0 };
  const nothing = { value: '0.00', compared: '0.00' };
  api.json(summaryPath, 200, aSummary({ orders: none, 'verified-orders': none, revenue: nothing }));
  open();
  await screen.findByRole('group', { name: 'Revenue' });
  await openMore();
  await screen.findByRole('button', { name: 'Keyboard shortcuts' });
  expect(screen.queryByRole('button', { name: 'Average order value' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Verified orders only' })).toBeNull();
});

test('a company without a shop has no figures and no chart about money, unless the period has orders', async () => {
  api.json(`GET ${path}`, 200, aCompany({ hasShop: false }));
  const none = { value: 0, compared: 0 };
  const nothing = { value: '0.00', compared: '0.00' };
  api.json(summaryPath, 200, aSummary({ orders: none, 'verified-orders': none, revenue: nothing }));
  open();
  await screen.findByRole('group', { name: 'Total Users' });
  expect(screen.getByRole('group', { name: 'Visit duration' })).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Revenue' })).toBeNull();
  await screen.findByRole('region', { name: 'User Growth' });
  expect(screen.queryByRole('region', { name: 'Revenue Trend' })).toBeNull();
  resetPage();
  api.json(summaryPath, 200, aSummary());
  open();
  expect(await screen.findByRole('group', { name: 'Revenue' })).toBeDefined();
  expect(await screen.findByRole('region', { name: 'Revenue Trend' })).toBeDefined();
});

test('the cards have the figures that the company chose, and its headline goal', async () => {
  const goalId = '0198c0de-0000-7000-8000-00000000000a';
  const display = { ...usualDisplay, figures: ['page-views' as const, 'orders' as const], goalId };
  api.json(`GET ${path}`, 200, aCompany({ display }));
  const { otherCurrencies: _, metrics: __, ...head } = aSummary();
  const newsletter = {
    ...{ id: goalId, name: 'Newsletter', kind: 'event', target: 'sign-up', value: null, monthlyTarget: null },
    ...{ conversions: { value: 30, compared: 20 }, rate: { value: 2, compared: 2 } },
    totalValue: { value: null, compared: null },
  };
  const visits = { value: 1500, compared: 1500 };
  api.json(`GET ${path}/stats/goals`, 200, { ...head, visits, goals: [newsletter] });
  open();
  await screen.findByRole('group', { name: 'Page views' });
  const goal = within(await screen.findByRole('group', { name: 'Newsletter' }));
  expect(goal.getByText('30')).toBeDefined();
  expect(goal.getByTitle('20 in the compared period').textContent).toContain('+50%');
  expect(goal.getByText('2.00% of visits')).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Total Users' })).toBeNull();
  const strip = within(screen.getByRole('region', { name: /^Further metrics/ }));
  expect(strip.getByRole('button', { name: 'Visitors' })).toBeDefined();
  expect(strip.queryByRole('button', { name: 'Page views' })).toBeNull();
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
  await waitFor(() => expect(document.activeElement).toBe(toggle));
});

test('a company that counts only verified orders shows that in place of the choice', async () => {
  api.json(`GET ${path}`, 200, aCompany({ countsOnlyVerified: true }));
  open();
  await openMore();
  expect(await screen.findByRole('link', { name: 'Only verified orders count' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Verified orders only' })).toBeNull();
});
