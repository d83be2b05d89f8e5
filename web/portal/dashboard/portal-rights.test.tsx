// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ViewerRight, viewerRights } from '../../../contract/company/access-rights.ts';
import { type ApiServer, aCompany, aLiveFrame, companyId } from '../../testing/api-server.ts';
import { startPortalApi } from '../../testing/portal-api.ts';
import { anOrder, anOrderList } from '../../testing/portal-orders.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import CompanyPortalScreen from './company-portal-screen.tsx';

const path = `/api/companies/${companyId}`;
let api: ApiServer;
beforeEach(async () => {
  api = await startPortalApi();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

function openAs(rights: readonly ViewerRight[], filters: readonly string[] = []) {
  const access = { rights: [...rights], isNarrowed: filters.length > 0, filters: [...filters] };
  const lastEventAt = filters.length > 0 ? null : new Date().toISOString();
  api.json(`GET ${path}`, 200, aCompany({ access, lastEventAt }));
  return renderPage(`/company-portal/${companyId}`, { '/company-portal/:companyId': CompanyPortalScreen });
}
const without = (...missing: ViewerRight[]) => viewerRights.filter((right) => !missing.includes(right));
const hasAsked = (part: string) => api.requests.some((line) => line.includes(part));
const sections = () =>
  within(screen.getByRole('navigation', { name: 'Sections' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

test('without the right to see money, no figure or chart is about it, and none is asked for', async () => {
  openAs(without('money'));
  expect(await screen.findByRole('group', { name: 'Total Users' })).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Revenue' })).toBeNull();
  await screen.findByRole('region', { name: 'User Growth' });
  expect(screen.queryByRole('region', { name: 'Revenue Trend' })).toBeNull();
  expect(screen.queryByText('Average order value')).toBeNull();
  expect(hasAsked('revenue')).toBe(false);
});

test('without the rights to export and to see orders, there is no way to them', async () => {
  openAs(without('export', 'orders'));
  await screen.findByRole('region', { name: 'User Growth' });
  expect(sections()).not.toContain('Orders');
  expect(screen.queryByText('Export')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
});

test('a viewer of a part of the site sees which one, and not who is there', async () => {
  openAs(viewerRights, ['host:is:shop.example']);
  expect(await screen.findByText(/Only Host is shop\.example/)).toBeDefined();
  await screen.findByRole('region', { name: 'User Growth' });
  expect(screen.queryByText('Active Users')).toBeNull();
  expect(screen.queryByText(/no event yet/)).toBeNull();
  expect(screen.queryByText('Waiting for the first visit')).toBeNull();
  await waitFor(() => expect(hasAsked('/live?')).toBe(true));
  const frame = aLiveFrame({ active: null, liveVisitors: null, lastEventAt: null });
  api.sendEvent('snapshot', frame);
  expect(await screen.findByText('Live')).toBeDefined();
  expect(hasAsked(`${path}/active`)).toBe(false);
});

test('for a viewer of orders alone, they are the portal', async () => {
  api.json(`GET ${path}/stats/orders`, 200, anOrderList([anOrder({ amount: null, refunded: null })]));
  openAs(['orders']);
  expect(await screen.findByRole('heading', { level: 1, name: 'Orders of Harbour & Pine' })).toBeDefined();
  expect(await screen.findByText('A-1001')).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: 'Amount' })).toBeNull();
  expect(screen.queryByRole('link', { name: /Portal of/ })).toBeNull();
  expect(screen.queryByText('Download')).toBeNull();
  expect(hasAsked('/stats/summary')).toBe(false);
});
