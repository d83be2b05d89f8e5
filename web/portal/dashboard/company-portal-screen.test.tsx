// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ApiServer,
  aCompany,
  anActiveCount,
  anAnalytics,
  companyId,
  emptyAnalytics,
  liveVisitorsNow,
  sendJson,
  startApi,
} from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import CompanyAccessScreen from '../access/company-access-screen.tsx';
import CompanyPortalScreen from './company-portal-screen.tsx';

const path = `/api/companies/${companyId}`;
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  api.json(`GET ${path}`, 200, aCompany());
  api.json(`GET ${path}/analytics`, 200, anAnalytics());
  api.json(`GET ${path}/active`, 200, anActiveCount);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = (search = '') =>
  renderPage(`/company-portal/${companyId}${search}`, {
    '/company-portal/:companyId': CompanyPortalScreen,
    '/company-access': CompanyAccessScreen,
  });
const figure = (name: string) => within(screen.getByRole('group', { name }));
const isStreaming = () =>
  waitFor(() => expect(api.requests.some((line) => line.includes('/live'))).toBe(true));

const sendSnapshot = (analytics = anAnalytics()) =>
  api.sendEvent('snapshot', { analytics, active: anActiveCount, liveVisitors: liveVisitorsNow });

test('a portal shows its company, five metric cards and two charts', async () => {
  open();
  expect(screen.getByRole('status').textContent).toContain('Loading');
  expect(await screen.findByRole('heading', { level: 1, name: 'Harbour & Pine' })).toBeDefined();
  expect(screen.getByText('Handmade furniture')).toBeDefined();
  await screen.findByRole('group', { name: 'Revenue' });
  await waitFor(() => expect(figure('Active Users').getByText('8')).toBeDefined());
  expect(figure('Active Users').getByText('live visitors now')).toBeDefined();
  expect(figure('Active Users').getByText('7 on the site · 1 viewing this portal')).toBeDefined();
  expect(figure('Revenue').getByText('$1,234.50')).toBeDefined();
  expect(figure('Total Users').getByText('1,300')).toBeDefined();
  expect(figure('Orders').getByText('44')).toBeDefined();
  expect(figure('Conversion Rate').getByText('3.38%')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Revenue Trend' }).textContent).toContain(
    'Real-time revenue tracking',
  );
  expect(screen.getByRole('region', { name: 'User Growth' }).textContent).toContain('Active user metrics');
  expect(screen.getByRole('slider', { name: /Revenue Trend/ }).style.height).toBe('300px');
});

test('a viewer leaves to the list of portals, not to the administrators’ sign-in page', async () => {
  open();
  const leave = await screen.findByRole('link', { name: 'Leave portal' });
  expect(leave.getAttribute('href')).toBe('/company-access');
  expect(screen.queryByRole('link', { name: 'Back to Dashboard' })).toBeNull();
});

test('an administrator goes back to the dashboard', async () => {
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  open();
  const back = await screen.findByRole('link', { name: 'Back to Dashboard' });
  expect(back.getAttribute('href')).toBe('/admin');
  expect(screen.queryByRole('link', { name: 'Leave portal' })).toBeNull();
});

test('a live change updates the numbers without a reload', async () => {
  open();
  await screen.findByRole('group', { name: 'Revenue' });
  await isStreaming();
  sendSnapshot();
  expect(await screen.findByText('Live')).toBeDefined();
  api.sendEvent('change', {
    latest: { ...anAnalytics().latest, revenue: [1180, 2000], orders: [1180, 45] },
    active: { total: 9, onSite: 8, onPortal: 1 },
    liveVisitors: { ...liveVisitorsNow, visitors: 8 },
    lastEventAt: new Date().toISOString(),
  });
  await waitFor(() => expect(figure('Revenue').getByText('$2,000')).toBeDefined());
  expect(figure('Orders').getByText('45')).toBeDefined();
  expect(figure('Active Users').getByText('9')).toBeDefined();
  expect(screen.getByRole('slider', { name: /Revenue Trend/ }).getAttribute('aria-valuemax')).toBe('4');
});

test('a lost stream is shown, reconnects and loads the missed changes', async () => {
  open();
  await screen.findByRole('group', { name: 'Revenue' });
  await isStreaming();
  sendSnapshot();
  await screen.findByText('Live');
  const before = api.requests.length;
  api.dropStreams();
  expect(await screen.findByText('Reconnecting…')).toBeDefined();
  await waitFor(() => expect(api.requests.slice(before).some((line) => line.includes('/live'))).toBe(true));
  const latest = { ...anAnalytics().latest, revenue: [1120, 5000] as [number, number] };
  sendSnapshot(anAnalytics({ latest }));
  expect(await screen.findByText('Live')).toBeDefined();
  expect(figure('Revenue').getByText('$5,000')).toBeDefined();
});

test('an empty portal links to the tracking code', async () => {
  api.json(`GET ${path}/analytics`, 200, emptyAnalytics());
  open();
  expect(await screen.findByRole('heading', { name: 'Waiting for the first visit' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Get the tracking code' }).getAttribute('href')).toBe(
    `/tracking-script/${companyId}`,
  );
  expect(figure('Revenue').getByText('$0')).toBeDefined();
  expect(figure('Conversion Rate').getByText('0.00%')).toBeDefined();
});

test('a company that is missing or not visible to the viewer shows "not found"', async () => {
  api.error(`GET ${path}`, 404, 'company-not-found', 'There is no such company.');
  open();
  expect(await screen.findByRole('heading', { name: 'Company Not Found' })).toBeDefined();
  expect(screen.getByText('The requested company portal does not exist')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Enter access key' }).getAttribute('href')).toBe('/company-access');
});

test('an invalid company id sends no request', async () => {
  renderPage('/company-portal/nonsense', { '/company-portal/:companyId': CompanyPortalScreen });
  expect(screen.getByRole('heading', { name: 'Company Not Found' })).toBeDefined();
  expect(api.requests).toEqual([]);
});

test('a browser whose access ended is redirected to the access form with a notice', async () => {
  open();
  await screen.findByRole('group', { name: 'Revenue' });
  await isStreaming();
  api.error(`GET ${path}`, 404, 'company-not-found', 'There is no such company.');
  api.error(`GET ${path}/live`, 404, 'company-not-found', 'There is no such company.');
  api.dropStreams();
  expect(await screen.findByText(/has ended/)).toBeDefined();
  expect(screen.getByText('Harbour & Pine')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Company Portal Access' })).toBeDefined();
});

test('a company that fails to load shows an error and can be retried', async () => {
  const user = userEvent.setup();
  api.error(`GET ${path}`, 503, 'unavailable', 'The service is busy.');
  open();
  expect(await screen.findByText('Failed to load company data')).toBeDefined();
  api.json(`GET ${path}`, 200, aCompany());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Harbour & Pine' })).toBeDefined();
});

test('analytics that fail to load leave the company on the page and can be retried', async () => {
  const user = userEvent.setup();
  api.error(`GET ${path}/analytics`, 500, 'internal', 'Something went wrong.');
  open();
  expect(await screen.findByRole('heading', { name: 'Failed to load company data' })).toBeDefined();
  api.json(`GET ${path}/analytics`, 200, anAnalytics());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('group', { name: 'Revenue' })).toBeDefined();
});

test('a portal whose analytics failed to load does not say that no event has arrived', async () => {
  api.error(`GET ${path}/analytics`, 500, 'internal', 'Something went wrong.');
  api.error(`GET ${path}/live`, 429, 'too-many-requests', 'This portal is open too many times.');
  open();
  expect(await screen.findByRole('heading', { name: 'Failed to load company data' })).toBeDefined();
  expect(await screen.findByText('Reconnecting…')).toBeDefined();
  expect(screen.queryByText('no event yet')).toBeNull();
});

test('demo data is generated once for several clicks, labelled, and cleared', async () => {
  const user = userEvent.setup();
  let release = () => undefined as unknown;
  api.handle('POST /api/simulate-analytics', (_, response) => {
    release = () => sendJson(response, 200, { readings: 1440 });
  });
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  open();
  await screen.findByRole('group', { name: 'Revenue' });
  await user.dblClick(screen.getByRole('button', { name: 'Generate Demo Data' }));
  await screen.findByRole('button', { name: 'Generating...' });
  await waitFor(() => expect(api.requests).toContain('POST /api/simulate-analytics'));
  api.json(`GET ${path}/analytics`, 200, anAnalytics({ source: 'simulated' }));
  release();
  await screen.findByText('Demo analytics generated! Refresh in a few seconds to see data.');
  const badge = await screen.findByRole('region', { name: 'Demo data' });
  expect(api.count('POST /api/simulate-analytics')).toBe(1);

  api.handle(`DELETE ${path}/simulated-analytics`, (_, response) => void response.writeHead(204).end());
  api.json(`GET ${path}/analytics`, 200, anAnalytics());
  await user.click(within(badge).getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('Demo data cleared')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Demo data' })).toBeNull());
});

test('failed demo data shows the reason', async () => {
  const user = userEvent.setup();
  api.error('POST /api/simulate-analytics', 429, 'too-many-requests', 'Too many requests.');
  api.json(`GET ${path}/analytics`, 200, emptyAnalytics());
  open();
  await screen.findByRole('group', { name: 'Revenue' });
  await user.click(screen.getByRole('button', { name: 'Generate Demo Data' }));
  expect(await screen.findByText('Failed to generate demo data: Too many requests.')).toBeDefined();
});

test('a viewer cannot hide tracked readings with demo data, and sees why', async () => {
  api.json(`GET ${path}/analytics`, 200, emptyAnalytics());
  open();
  await screen.findByRole('button', { name: 'Generate Demo Data' });
  await isStreaming();
  sendSnapshot();
  expect(await screen.findByText(/Demo data is off because this portal has real figures/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Generate Demo Data' })).toBeNull();
});

test('the range is selected by keyboard, kept in the URL and requested from the server', async () => {
  const user = userEvent.setup();
  const router = open('?range=7d');
  await screen.findByRole('group', { name: 'Revenue' });
  const week = screen.getByRole<HTMLInputElement>('radio', { name: 'Last 7 days' });
  expect(week.checked).toBe(true);
  week.focus();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(router.state.location.search).toBe('?range=30d'));
  await waitFor(() => expect(api.requests.some((line) => line.endsWith('/analytics?range=30d'))).toBe(true));
});

test('a chart can be read by keyboard, one reading at a time', async () => {
  const user = userEvent.setup();
  open();
  const chart = await screen.findByRole('slider', { name: /Revenue Trend/ });
  expect(chart.getAttribute('aria-valuetext')).toMatch(/^\$1,234\.50, /);
  chart.focus();
  await user.keyboard('{ArrowLeft}');
  expect(chart.getAttribute('aria-valuetext')).toMatch(/^\$200, /);
  await user.keyboard('{Home}');
  expect(chart.getAttribute('aria-valuetext')).toMatch(/^\$100, /);
  await user.keyboard('{ArrowLeft}{End}');
  expect(chart.getAttribute('aria-valuetext')).toMatch(/^\$1,234\.50, /);
  expect(within(screen.getByRole('table', { name: 'Revenue Trend' })).getAllByRole('row')).toHaveLength(4);
});

test('presence is reported on opening and ended when the tab is hidden or closed', async () => {
  const presence = () =>
    api.requests.filter((line) => line.includes('/presence/')).map((line) => line.split(' ')[0]);
  open();
  await waitFor(() => expect(presence()).toEqual(['PUT']));
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(presence()).toEqual(['PUT', 'DELETE']));
  window.dispatchEvent(new Event('pageshow'));
  await waitFor(() => expect(presence()).toEqual(['PUT', 'DELETE', 'PUT']));
  expect(
    new Set(api.requests.filter((line) => line.includes('/presence/')).map((line) => line.split(' ')[1]))
      .size,
  ).toBe(1);
});
