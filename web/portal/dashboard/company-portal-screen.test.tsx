// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ActiveVisitors, LiveFrame } from '../../../contract/live.ts';
import {
  type ApiServer,
  aCompany,
  aLiveFrame,
  anActiveCount,
  companyId,
  sendJson,
} from '../../testing/api-server.ts';
import { startPortalApi } from '../../testing/portal-api.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { aSummary, aTimeseries } from '../../testing/stats-answers.ts';
import CompanyAccessScreen from '../access/company-access-screen.tsx';
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

const open = (search = '') =>
  renderPage(`/company-portal/${companyId}${search}`, {
    '/company-portal/:companyId': CompanyPortalScreen,
    '/company-access': CompanyAccessScreen,
  });
const card = (name: string) => within(screen.getByRole('group', { name }));
const isStreaming = () =>
  waitFor(() => expect(api.requests.some((line) => line.startsWith(`GET ${path}/live?`))).toBe(true));
// Not the tab of the section with this name.
const status = { selector: '[role=status]' };
const isLive = () => screen.findByText('Live', status);
const askedSummaries = () => api.requests.filter((line) => line.startsWith(summaryPath));

let revision = 8;
const sendSnapshot = (fields: Partial<LiveFrame> = {}) => api.sendEvent('snapshot', aLiveFrame(fields));
const sendChange = (active: ActiveVisitors = anActiveCount) => {
  revision += 1;
  api.sendEvent('change', aLiveFrame({ active, revision }));
};

test('a portal shows its company and five cards with their changes', async () => {
  open();
  expect(screen.getByRole('status').textContent).toContain('Loading');
  expect(await screen.findByRole('heading', { level: 1, name: 'Harbour & Pine' })).toBeDefined();
  expect(screen.getByText('Handmade furniture')).toBeDefined();
  expect(screen.getByText('Times in Europe/London')).toBeDefined();
  await screen.findByRole('group', { name: 'Revenue' });
  await waitFor(() => expect(card('Active Users').getByText('8')).toBeDefined());
  expect(card('Active Users').getByText('live visitors now')).toBeDefined();
  expect(card('Active Users').getByText('7')).toBeDefined();
  expect(screen.getByRole('group', { name: 'Active Users' }).textContent).toMatch(
    /^Active Users.*7 on the site1 viewing this portal8 live visitors now$/,
  );
  expect(card('Revenue').getByText('$1,234.50')).toBeDefined();
  expect(card('Total Users').getByText('1,300')).toBeDefined();
  expect(card('Total Users').getByTitle('1,000 in the compared period').textContent).toContain('+30%');
  expect(card('Orders').getByText('44')).toBeDefined();
  expect(card('Conversion Rate').getByText('3.38%')).toBeDefined();
  expect(card('Conversion Rate').getByTitle(/^2\.67%/).textContent).toContain('up from 2.67%');
  expect(card('Revenue').getByText(/^The amounts of the orders, less/)).toBeDefined();
  const more = card('Revenue').getByRole('link', { name: 'Read more', hidden: true });
  expect(more.getAttribute('href')).toBe('/help/metrics#revenue');
});

test('a portal shows what it does not count yet, and asks again until everything is counted', async () => {
  const countedUpTo = new Date(Date.now() - 120_000).toISOString();
  api.json(summaryPath, 200, aSummary({}, { pending: { kind: 'newest', countedUpTo, events: 40_000 } }));
  open();
  expect(await screen.findByText(/The newest 40,000 events follow/)).toBeDefined();
  expect(card('Revenue').getByText('$1,234.50')).toBeDefined();
  const timeseries = () => api.requests.filter((line) => line.includes('/stats/timeseries')).length;
  const before = timeseries();
  api.json(summaryPath, 200, aSummary());
  await waitFor(() => expect(screen.queryByText(/events follow/)).toBeNull(), { timeout: 15_000 });
  // The charts are asked again as well.
  await waitFor(() => expect(timeseries()).toBeGreaterThan(before));
}, 30_000);

test('the specification’s two charts are below the cards', async () => {
  open();
  const revenue = await screen.findByRole('region', { name: 'Revenue Trend' });
  expect(revenue.textContent).toContain('Real-time revenue tracking');
  expect(screen.getByRole('region', { name: 'User Growth' }).textContent).toContain('Active user metrics');
});

test('a further metric is chosen for the second chart and kept in the address', async () => {
  const user = userEvent.setup();
  const router = open();
  const strip = within(await screen.findByRole('region', { name: /^Further metrics/ }));
  // The metrics of the cards are not repeated.
  expect(strip.queryByText('Visitors')).toBeNull();
  const button = strip.getByRole('button', { name: 'Page views in the second chart', pressed: false });
  await user.click(button);
  await waitFor(() => expect(router.state.location.search).toBe('?metric=page-views'));
  expect(await screen.findByRole('region', { name: 'Page views' })).toBeDefined();
  await user.click(strip.getByRole('button', { name: 'Page views in the second chart', pressed: true }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('a period and a comparison are chosen, kept in the address, and Back returns', async () => {
  const user = userEvent.setup();
  const router = open();
  await screen.findByRole('group', { name: 'Revenue' });
  await user.click(screen.getByRole('button', { name: 'Last month' }));
  await waitFor(() => expect(router.state.location.search).toBe('?period=last-month'));
  await waitFor(() => expect(askedSummaries().at(-1)).toContain('period=last-month&compare=previous'));
  await user.click(screen.getByRole('button', { name: 'Compare with the same period last year' }));
  await waitFor(() => expect(askedSummaries().at(-1)).toContain('compare=year'));
  await router.navigate(-2);
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('matching weekdays is switched off and on, and kept in the address', async () => {
  const user = userEvent.setup();
  const router = open();
  await screen.findByRole('group', { name: 'Revenue' });
  const box = screen.getByRole('checkbox', { name: /^Match weekday/ });
  expect(box).toHaveProperty('checked', true);
  await user.click(box);
  await waitFor(() => expect(askedSummaries().at(-1)).toContain('match=date'));
  expect(router.state.location.search).toBe('?match=date');
  await user.click(box);
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('both charts have their notes once, and the page its time zone', async () => {
  const note = { id: companyId, at: '2026-11-22T10:00:00.000Z', text: 'Campaign started', mayChange: false };
  api.json(`GET ${path}/annotations`, 200, { annotations: [note], mayAnnotate: false });
  open();
  const charts = within(await screen.findByRole('region', { name: 'Charts' }));
  expect(await charts.findAllByText(/Campaign started/)).toHaveLength(1);
  expect(screen.getAllByText('Times in Europe/London')).toHaveLength(1);
  expect(charts.getByText('Revenue per day, less refunds')).toBeDefined();
  expect(charts.getByText('Visitors per day, each counted once a day')).toBeDefined();
});

test('own dates are checked and shown', async () => {
  const user = userEvent.setup();
  const router = open('?from=2026-03-01&to=2026-03-15');
  await screen.findByRole('group', { name: 'Revenue' });
  const from = screen.getByLabelText('From');
  await user.clear(from);
  await user.type(from, '2026-03-20');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('The end must be after the beginning.').getAttribute('role')).toBe('alert');
  await user.clear(from);
  await user.type(from, '2026-03-10');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(router.state.location.search).toBe('?from=2026-03-10&to=2026-03-15'));
});

test('single keys change the period and the comparison, until they are switched off', async () => {
  const user = userEvent.setup();
  const router = open();
  await screen.findByRole('group', { name: 'Revenue' });
  await user.keyboard('y');
  await waitFor(() => expect(router.state.location.search).toBe('?period=yesterday'));
  await user.keyboard('f');
  await waitFor(() => expect(router.state.location.search).toBe('?period=today'));
  await user.keyboard('c');
  await waitFor(() => expect(router.state.location.search).toBe('?period=today&compare=year'));
  await user.keyboard('{Control>}w{/Control}');
  await user.type(screen.getByLabelText('From'), 'w');
  expect(router.state.location.search).toBe('?period=today&compare=year');

  await user.keyboard('{Escape}');
  screen.getByLabelText('From').blur();
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  await user.click(dialog.getByRole('checkbox', { name: /Use these keys/ }));
  expect(localStorage.getItem('site.shortcuts')).toBe('off');
  await user.click(dialog.getByRole('button', { name: /Close/ }));
  await user.keyboard('w');
  expect(router.state.location.search).toBe('?period=today&compare=year');
});

test('a viewer leaves to the list of portals, not to the administrators’ sign-in page', async () => {
  open();
  const leave = await screen.findByRole('link', { name: 'Your portals' });
  expect(leave.getAttribute('href')).toBe('/company-access');
  expect(screen.queryByRole('link', { name: 'Back to Dashboard' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Tracking code' })).toBeNull();
});

test('an administrator goes back to the dashboard', async () => {
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  open();
  const back = await screen.findByRole('link', { name: 'Back to Dashboard' });
  expect(back.getAttribute('href')).toBe('/admin');
  expect(screen.queryByRole('link', { name: 'Your portals' })).toBeNull();
  await userEvent.click(screen.getByText('More'));
  expect(await screen.findByRole('link', { name: 'Tracking code' })).toBeDefined();
});

test('an event updates the live number at once, and the answers without a reload', async () => {
  open();
  await screen.findByRole('group', { name: 'Revenue' });
  await isStreaming();
  sendSnapshot();
  await isLive();
  api.json(summaryPath, 200, aSummary({ revenue: { value: '2000.00', compared: '1000.00' } }));
  sendChange({ total: 9, onSite: 8, onPortal: 1 });
  await waitFor(() => expect(card('Active Users').getByText('9')).toBeDefined());
  await waitFor(() => expect(card('Revenue').getByText('$2,000.00')).toBeDefined());
});

test('a period that is over is not asked for again after an event', async () => {
  open('?period=yesterday');
  await screen.findByRole('group', { name: 'Revenue' });
  await isStreaming();
  sendSnapshot();
  await isLive();
  const before = askedSummaries().length;
  sendChange({ total: 9, onSite: 8, onPortal: 1 });
  await waitFor(() => expect(card('Active Users').getByText('9')).toBeDefined());
  expect(askedSummaries()).toHaveLength(before);
});

test('an event that arrived while the page was loading is asked for again', async () => {
  const lastEventAt = new Date().toISOString();
  api.json(`GET ${path}`, 200, aCompany({ lastEventAt }));
  open();
  await screen.findByRole('group', { name: 'Revenue' });
  await isStreaming();
  expect(askedSummaries()).toHaveLength(1);
  api.json(summaryPath, 200, aSummary({ revenue: { value: '5000.00', compared: '1000.00' } }));
  sendSnapshot({ lastEventAt });
  await waitFor(() => expect(card('Revenue').getByText('$5,000.00')).toBeDefined());
});

test('an answer that is older than the stream does not take the portal back', async () => {
  api.json(`GET ${path}`, 200, aCompany({ lastEventAt: null }));
  open();
  await screen.findByRole('heading', { name: 'Waiting for the first visit' });
  await isStreaming();
  let answer = () => undefined as unknown;
  api.handle(`GET ${path}`, (_, response) => {
    answer = () => sendJson(response, 200, aCompany({ name: 'Renamed', lastEventAt: null }));
  });
  const asked = api.count(`GET ${path}`);
  sendSnapshot({ revision: 7, lastEventAt: null });
  // The second snapshot of a page makes it ask for the company again.
  sendSnapshot({ revision: 8 });
  await waitFor(() => expect(api.count(`GET ${path}`)).toBe(asked + 1));
  await waitFor(() => expect(screen.queryByText('Waiting for the first visit')).toBeNull());
  answer();
  await screen.findByRole('heading', { level: 1, name: 'Renamed' });
  expect(screen.queryByText('Waiting for the first visit')).toBeNull();
});

test('a lost stream is shown, reconnects and loads the missed changes', async () => {
  open();
  await screen.findByRole('group', { name: 'Revenue' });
  await isStreaming();
  sendSnapshot();
  await isLive();
  const before = api.requests.length;
  api.dropStreams();
  expect(await screen.findByText('Reconnecting…')).toBeDefined();
  await waitFor(() =>
    expect(api.requests.slice(before).some((line) => line.startsWith(`GET ${path}/live?`))).toBe(true),
  );
  api.json(summaryPath, 200, aSummary({ revenue: { value: '5000.00', compared: '1000.00' } }));
  sendSnapshot();
  await isLive();
  await waitFor(() => expect(card('Revenue').getByText('$5,000.00')).toBeDefined());
});

test('an empty portal links to the tracking code', async () => {
  api.json(`GET ${path}`, 200, aCompany({ lastEventAt: null }));
  api.json(
    summaryPath,
    200,
    aSummary({
      revenue: { value: '0.00', compared: '0.00' },
      'conversion-rate': { value: null, compared: null },
    }),
  );
  open();
  expect(await screen.findByRole('heading', { name: 'Waiting for the first visit' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Get the tracking code' }).getAttribute('href')).toBe(
    `/tracking-script/${companyId}`,
  );
  await screen.findByRole('group', { name: 'Revenue' });
  expect(card('Revenue').getByText('$0.00')).toBeDefined();
  expect(card('Conversion Rate').getByText('0.00%')).toBeDefined();
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

test('numbers that fail to load leave the company on the page and can be retried', async () => {
  const user = userEvent.setup();
  api.error(summaryPath, 400, 'invalid-request', 'Something went wrong.');
  open();
  expect(await screen.findByRole('heading', { name: 'Failed to load company data' })).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: 'Harbour & Pine' })).toBeDefined();
  api.json(summaryPath, 200, aSummary());
  // A click while the failing request is sent again is answered by that one.
  await waitFor(async () => {
    // Lists that could not be loaded have this button as well.
    const [retry] = screen.queryAllByRole('button', { name: 'Try again' });
    if (retry) await user.click(retry);
    expect(screen.getByRole('group', { name: 'Revenue' })).toBeDefined();
  });
});

test('numbers stay on the page when they cannot be asked for again', async () => {
  open();
  await screen.findByRole('group', { name: 'Revenue' });
  await isStreaming();
  sendSnapshot();
  await isLive();
  api.error(summaryPath, 400, 'invalid-request', 'Something went wrong.');
  const before = askedSummaries().length;
  sendChange();
  await waitFor(() => expect(askedSummaries().length).toBeGreaterThan(before));
  expect(card('Revenue').getByText('$1,234.50')).toBeDefined();
});

test('a portal counts as open while its stream is: the tab is named, and the stream ends when the page is hidden', async () => {
  const streams = () => api.requests.filter((line) => line.includes('/live?'));
  const tabOf = (line: string | undefined) => new URLSearchParams(line?.split('?')[1]).get('tab');
  open();
  await waitFor(() => expect(streams()).toHaveLength(1));
  expect(tabOf(streams()[0])).toMatch(/^[a-z0-9]+-[a-z0-9]+$/);
  const closed = api.untilStreamsClose();
  window.dispatchEvent(new Event('pagehide'));
  await closed;
  window.dispatchEvent(new Event('pageshow'));
  await waitFor(() => expect(streams()).toHaveLength(2));
  expect(tabOf(streams()[1])).toBe(tabOf(streams()[0]));
});

describe('figures of the stream', () => {
  const sendFigures = (revenue: string, isComplete = true) => {
    const figure = { value: revenue, compared: '1000.00' };
    const { metrics, ...summary } = aSummary({ revenue: figure });
    const changed = isComplete ? metrics : { revenue: figure };
    const series = aTimeseries();
    api.sendEvent('figures', {
      isComplete,
      summary: { ...summary, metrics: changed },
      series: [isComplete ? series : { ...series, points: [], compared: [] }],
    });
  };

  test('move the cards without a request', async () => {
    open();
    await screen.findByRole('group', { name: 'Revenue' });
    await isStreaming();
    sendSnapshot();
    sendFigures('2000.00');
    await waitFor(() => expect(card('Revenue').getByText('$2,000.00')).toBeDefined());
    const before = askedSummaries().length;
    sendChange();
    sendFigures('3000.00', false);
    await waitFor(() => expect(card('Revenue').getByText('$3,000.00')).toBeDefined());
    expect(card('Orders').getByText('44')).toBeDefined();
    expect(askedSummaries()).toHaveLength(before);
  });

  test('are asked for where the server could not compute them', async () => {
    open();
    await screen.findByRole('group', { name: 'Revenue' });
    await isStreaming();
    sendSnapshot();
    api.json(summaryPath, 200, aSummary({ revenue: { value: '5000.00', compared: '1000.00' } }));
    sendChange();
    api.sendEvent('figures', null);
    await waitFor(() => expect(card('Revenue').getByText('$5,000.00')).toBeDefined());
  });

  test('are of the view in the address, also after it changed', async () => {
    const user = userEvent.setup();
    const streams = () => api.requests.filter((line) => line.includes('/live?'));
    open();
    await screen.findByRole('group', { name: 'Revenue' });
    await waitFor(() => expect(streams()).toHaveLength(1));
    expect(streams()[0]).toContain('period=30d&compare=previous');
    sendSnapshot();
    await isLive();
    await user.keyboard('t');
    await waitFor(() => expect(streams().at(-1)).toContain('period=today&compare=previous'));
    // To the reader nothing was lost.
    expect(screen.getByText('Live', status)).toBeDefined();
    sendSnapshot();
    sendFigures('2000.00');
    await waitFor(() => expect(card('Revenue').getByText('$2,000.00')).toBeDefined());
  });

  test('are not in the stream under a filter or for a period that is over', async () => {
    open('?period=yesterday');
    await isStreaming();
    expect(api.requests.find((line) => line.includes('/live?'))).not.toContain('period=');
    resetPage();
    open('?filter=page:is:/');
    await waitFor(() => expect(api.requests.filter((line) => line.includes('/live?'))).toHaveLength(2));
    expect(api.requests.findLast((line) => line.includes('/live?'))).not.toContain('period=');
  });
});
