// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usualDisplay } from '../../../../contract/company/portal-display.ts';
import { type ApiServer, aCompany, companyId } from '../../../testing/api-server.ts';
import { startPortalApi } from '../../../testing/portal-api.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import { aSummary } from '../../../testing/stats-answers.ts';
import CompanyPortalScreen from '../company-portal-screen.tsx';

const path = `/api/companies/${companyId}`;
let api: ApiServer;

/** The elements that are observed, and how to report that they are near the screen. jsdom has no layout. */
const waiting = new Map<Element, () => void>();
class ObservedByTest {
  constructor(private readonly report: (entries: { isIntersecting: boolean }[]) => void) {}
  observe(element: Element) {
    waiting.set(element, () => this.report([{ isIntersecting: true }]));
  }
  disconnect() {}
}

beforeEach(async () => {
  vi.stubGlobal('IntersectionObserver', ObservedByTest);
  api = await startPortalApi();
});
afterEach(async () => {
  resetPage();
  waiting.clear();
  vi.unstubAllGlobals();
  await api.close();
});

const open = (search = '') =>
  renderPage(`/company-portal/${companyId}${search}`, { '/company-portal/:companyId': CompanyPortalScreen });
const section = async (name: string) => {
  await waitFor(() => expect(document.getElementById(`section-${name}`)).not.toBeNull());
  return document.getElementById(`section-${name}`) as HTMLElement;
};
const come = async (name: string) => {
  const element = await section(name);
  act(() => waiting.get(element)?.());
};
const hasAsked = (part: string) => api.requests.some((line) => line.includes(part));
const listSections = () =>
  [...document.querySelectorAll('[id^="section-"]')].map(({ id }) => id.replace('section-', ''));
const tabs = () => within(screen.getByRole('navigation', { name: 'Sections' }));

test('a section is asked for when it comes near the screen, and charts at once', async () => {
  open();
  expect(await screen.findByRole('region', { name: 'Revenue Trend' })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Sources' })).toBeNull();
  expect(hasAsked('/stats/breakdown')).toBe(false);
  await come('sources');
  expect(await screen.findByRole('region', { name: 'Sources' })).toBeDefined();
  await waitFor(() => expect(hasAsked('dimension=channel')).toBe(true));
  expect(hasAsked('dimension=page')).toBe(false);
});

test('printing shows every section', async () => {
  open();
  await screen.findByRole('region', { name: 'Revenue Trend' });
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(await screen.findByRole('region', { name: 'Devices' })).toBeDefined();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Devices' })).toBeNull());
});

test('the section that a phone shows is in the address, and Back leaves the portal', async () => {
  const user = userEvent.setup();
  const router = open();
  await screen.findByRole('group', { name: 'Revenue' });
  expect(tabs().getByRole('button', { name: 'Charts' }).getAttribute('aria-current')).toBe('true');
  await user.click(tabs().getByRole('button', { name: 'Devices' }));
  expect(router.state.location.search).toBe('?section=devices');
  expect(router.state.historyAction).toBe('REPLACE');
  expect(tabs().getByRole('button', { name: 'Devices' }).getAttribute('aria-current')).toBe('true');
  await user.click(tabs().getByRole('button', { name: 'Charts' }));
  expect(router.state.location.search).toBe('');
});

test('an address with all rows of a list shows the section of the list', async () => {
  open('?rows=country');
  await screen.findByRole('group', { name: 'Revenue' });
  expect(tabs().getByRole('button', { name: 'Locations' }).getAttribute('aria-current')).toBe('true');
});

test('a portal has the sections, the order and the period that its administrator chose', async () => {
  const display = {
    ...usualDisplay,
    sections: ['sources', 'charts', 'orders'] as const,
    period: '7d' as const,
  };
  api.json(`GET ${path}`, 200, aCompany({ display: { ...display, sections: [...display.sections] } }));
  const router = open();
  await screen.findByRole('group', { name: 'Revenue' });
  expect(listSections()).toEqual(['sources', 'charts', 'orders']);
  expect(screen.getByText('Last 7 days', { selector: 'summary *' })).toBeDefined();
  await waitFor(() => expect(hasAsked('/stats/summary?period=7d')).toBe(true));
  expect(router.state.location.search).toBe('');

  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Last 30 days' }));
  await waitFor(() => expect(router.state.location.search).toBe('?period=30d'));
});

test('a company without a shop has no orders on its portal until there is one', async () => {
  const none = { value: 0, compared: 0 };
  const nothing = { value: '0.00', compared: '0.00' };
  api.json(`GET ${path}`, 200, aCompany({ hasShop: false }));
  api.json(`GET ${path}/stats/summary`, 200, aSummary({ orders: none, revenue: nothing }));
  open();
  await screen.findByRole('region', { name: 'User Growth' });
  expect(listSections()).not.toContain('orders');
  expect(tabs().queryByRole('button', { name: 'Orders' })).toBeNull();
});
