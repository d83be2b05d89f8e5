import { environmentManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';
import type { PortalBrand } from '../../../contract/company/companies.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  lateAnswerAttribute,
  offlineAttribute,
  type PortalPageData,
  pageDataId,
  portalRootId,
} from '../../../contract/portal-page.ts';
import { usualBrand } from '../../../contract/site/brand.ts';
import type { StatsBreakdown } from '../../../contract/stats/answers.ts';
import type { NamedDimension } from '../../../contract/stats/model/dimensions.ts';
import {
  listFirstDimensions,
  listPortalMetrics,
  toListsPath,
  toSummaryPath,
  toTimeseriesPath,
} from '../../../contract/stats/requests.ts';
import { readPortalView } from '../../../contract/stats/view.ts';
import { type ApiServer, aCompany, anActiveCount, companyId } from '../../testing/api-server.ts';
import { startPortalApi } from '../../testing/portal-api.ts';
import { aSummary, aTimeseries } from '../../testing/stats-answers.ts';
import { toAccessName } from '../portal-rights.ts';
import { renderPortal } from './entry.server.tsx';

const company = aCompany();
const view = readPortalView(new URLSearchParams());
const pathname = `/company-portal/${companyId}`;
const dimensions = listFirstDimensions(company.display);
const paths = {
  company: apiPaths.company(companyId),
  active: apiPaths.active(companyId),
  summary: toSummaryPath(companyId, view),
  timeseries: toTimeseriesPath(companyId, view, { metrics: listPortalMetrics(true) }),
  lists: toListsPath(companyId, view, dimensions),
};

const firstValues: Partial<Record<NamedDimension, string>> = {
  page: '/sofas',
  channel: 'email',
  country: 'GB',
  browser: 'Firefox',
};

function aList(dimension: NamedDimension): StatsBreakdown {
  const { metrics: _, otherCurrencies: __, ...head } = aSummary();
  const value = firstValues[dimension] ?? 'another';
  const metrics = { visitors: 12, visits: 14, orders: 1, revenue: '20.00', 'conversion-rate': 8.3 };
  const row = { value, metrics, compared: { ...metrics, visitors: 10 } };
  return { ...head, dimension, rows: [row], totals: metrics, comparedTotals: metrics, rowCount: 1 };
}

const now = Date.parse('2026-11-23T12:00:00.000Z');
const settings = { brand: usualBrand };
const answersOf: Record<string, unknown> = {
  [paths.company]: company,
  [paths.active]: anActiveCount,
  [paths.summary]: aSummary(),
  [paths.timeseries]: aTimeseries(),
  [paths.lists]: { lists: dimensions.map(aList) },
};

/** The data of a page whose first questions were answered in time, except those of `late`. */
function aPage(late: string[] = []): PortalPageData {
  const answers = Object.fromEntries(Object.entries(answersOf).filter(([path]) => !late.includes(path)));
  // Neither the locale nor the time of this computer, so that a page that used them would differ.
  return { pathname, search: '', now, locales: ['de'], answers, late };
}

test('the server renders the figures, both charts and the first lists', () => {
  expect(typeof document).toBe('undefined');
  const html = renderPortal(aPage(), settings);
  const text = html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s/g, ' ');
  for (const figure of ['1.234,50 $', '1.300', '44', '3,38%', '8 live visitors now'])
    expect(text).toContain(figure);
  const charts =
    /Revenue Trend.*?(<svg viewBox="0 0 100 100".*?<\/svg>).*User Growth.*?(<svg viewBox="0 0 100 100".*?<\/svg>)/s;
  const [, revenue = '', growth = ''] = charts.exec(html) ?? [];
  for (const chart of [revenue, growth]) expect(chart).toMatch(/<path [^>]*d="M[\d., LlCcHhVvMm-]+/);
  for (const row of ['/sofas', 'email', 'Vereinigtes Königreich', 'Firefox']) expect(text).toContain(row);
});

test('the server renders the same page for the same answers, and nothing of the page before', () => {
  const html = renderPortal(aPage(), settings);
  const other = renderPortal({ ...aPage(), answers: {} }, settings);
  expect(other).not.toContain('Harbour');
  expect(renderPortal(aPage(), settings)).toBe(html);
});

const clientBrand: PortalBrand = {
  name: 'Pine & Co',
  logo: { light: '/brand/light.svg', dark: '/brand/dark.svg', ratio: 2, label: 'Pine & Co' },
  isOwn: true,
  themeCss: ':root:root,.night.night{--live:light-dark(oklch(0.4 0.1 20),oklch(0.7 0.1 20))}',
};
/** The page of a portal with the brand of a client. */
const aBrandedPage = (brand: PortalBrand = clientBrand): PortalPageData => {
  const page = aPage();
  return { ...page, answers: { ...page.answers, [paths.company]: { ...company, brand } } };
};

test('the first paint of a portal has the brand of its client and nothing of the agency', () => {
  const html = renderPortal(aBrandedPage(), settings);
  const header = html.slice(0, html.indexOf('</header>'));
  // Before anything that is painted.
  expect(header).toMatch(
    /^<a [^>]*>Skip to content<\/a><style>:root:root,\.night\.night\{--live:[^<]*<\/style><header/,
  );
  expect(header).toContain('role="img" aria-label="Pine &amp; Co"');
  expect(html).not.toContain(usualBrand.name);
  expect(html).not.toContain('href="/"');
});

test('a portal without a brand has that of the agency, and no style sheet', () => {
  const html = renderPortal(aPage(), settings);
  expect(html).toContain(`aria-label="${usualBrand.name}, home"`);
  expect(html).not.toContain('<style');
});

test('no HTML of a name is rendered as HTML', () => {
  const name = '</style><script>alert(1)</script>';
  const html = renderPortal(aBrandedPage({ ...clientBrand, name, logo: null }), settings);
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;/style&gt;&lt;script&gt;');
});

/** The page that a browser has opened, with everything that was logged since. */
interface OpenedPage {
  api: ApiServer;
  root: HTMLElement;
  logged: unknown[];
  /** Runs the scripts of the page until React handles events. */
  start: () => Promise<void>;
}

const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
  // Later tests of this process have other locales.
  vi.resetModules();
});

class FarAway {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Opens HTML in a separate document, as a browser does: the page was rendered before there was one. */
async function openInBrowser(html: string, data: PortalPageData | undefined): Promise<OpenedPage> {
  const environment = await builtinEnvironments.jsdom.setup(globalThis, {});
  cleanups.push(() => environment.teardown(globalThis));
  environmentManager.setIsServer(() => false);
  cleanups.push(() => environmentManager.setIsServer(() => true));
  vi.useFakeTimers({ toFake: ['Date'], now: now + 1_000 });
  cleanups.push(() => vi.useRealTimers());
  // The page has just been opened, whenever this process started.
  const opened = performance.now();
  const readClock = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => readClock() - opened);
  // Nothing below the first screen comes near.
  vi.stubGlobal('IntersectionObserver', FarAway);
  cleanups.push(() => vi.unstubAllGlobals());
  const api = await startPortalApi();
  cleanups.push(() => api.close());
  globalThis.jsdom?.reconfigure({ url: location.origin + pathname });

  const logged: unknown[] = [];
  for (const kind of ['error', 'warn'] as const)
    vi.spyOn(console, kind).mockImplementation((...parts) => void logged.push(parts));
  cleanups.push(() => vi.restoreAllMocks());
  addEventListener('error', (event) => logged.push(event.error));

  const root = Object.assign(document.createElement('div'), { id: portalRootId, innerHTML: html });
  document.body.append(root);
  if (data) addData(JSON.stringify(data), { id: pageDataId });

  const start = async () => {
    // The browser's modules share nothing with the server's.
    vi.resetModules();
    await import('../../testing/jsdom-stubs.ts');
    const { startPortal } = await import('./start-portal.tsx');
    const { queryClient } = await import('../../api/query-client.ts');
    performance.clearMarks();
    const started = startPortal();
    cleanups.push(async () => {
      const closed = api.untilStreamsClose();
      started.unmount();
      await queryClient.cancelQueries();
      queryClient.clear();
      await closed;
      // Tasks that React and the cache have queued still need the document.
      for (let tasks = 0; tasks < 3; tasks += 1) await new Promise(setImmediate);
    });
    await waitFor(() => expect(performance.getEntriesByName('page-interactive')).not.toEqual([]));
  };
  return { api, root, logged, start };
}

function addData(text: string, attributes: Record<string, string>): void {
  const element = document.createElement('script');
  for (const [name, value] of Object.entries({ type: 'application/json', ...attributes }))
    element.setAttribute(name, value);
  element.textContent = text;
  document.body.append(element);
}

/** Requests for figures, charts and lists. The stream is opened by every page. */
const listQuestions = ({ requests }: ApiServer) => requests.filter((line) => !line.includes('/live?'));

test('the browser hydrates the page without an error, a new node or a question', async () => {
  const data = aPage();
  const { api, root, logged, start } = await openInBrowser(renderPortal(data, settings), data);
  const nodes = [...root.querySelectorAll('*')];
  expect(nodes.length).toBeGreaterThan(300);
  await start();
  expect(logged).toEqual([]);
  expect(nodes.filter((node) => !root.contains(node)).map((node) => node.outerHTML)).toEqual([]);
  expect(root.textContent).toContain('1.234,50');
  expect(listQuestions(api)).toEqual([]);
});

test('the browser takes over the brand of a client without a new node', async () => {
  const data = aBrandedPage();
  const { root, logged, start } = await openInBrowser(renderPortal(data, settings), data);
  const nodes = [...root.querySelectorAll('*')];
  await start();
  expect(logged).toEqual([]);
  expect(nodes.filter((node) => !root.contains(node)).map((node) => node.outerHTML)).toEqual([]);
  await waitFor(() => expect(document.title).toBe('Harbour & Pine · Pine & Co'));
});

test('a company that is late shows no brand before its own', async () => {
  const data = { ...aPage([paths.company]), answers: {} };
  const { root, logged, start } = await openInBrowser('', data);
  addData(JSON.stringify({ ...company, brand: clientBrand }), { [lateAnswerAttribute]: paths.company });
  const headers = new Set<string>();
  const observer = new MutationObserver(() => {
    const link = root.querySelector('header a');
    headers.add(link?.getAttribute('aria-label') ?? 'nothing');
  });
  observer.observe(root, { childList: true, subtree: true });
  cleanups.push(() => observer.disconnect());
  await start();
  await waitFor(() => expect([...headers]).toEqual(['nothing', 'Pine & Co, portal']));
  expect(root.querySelector('style')?.textContent).toBe(clientBrand.themeCss);
  expect(logged).toEqual([]);
});

test('the answers of an earlier release, which knew no brands, show that of the agency', async () => {
  const { brand: _, ...older } = company;
  const data = aPage();
  const answers = { ...data.answers, [paths.company]: older };
  const html = renderPortal({ ...data, answers }, settings);
  expect(html).toContain(`aria-label="${usualBrand.name}, home"`);
});

test('the page handles events once the browser has taken it over', async () => {
  const data = aPage();
  const { root, logged, start } = await openInBrowser(renderPortal(data, settings), data);
  await start();
  const tab = [...root.querySelectorAll<HTMLElement>('[role=tab]')].find(
    (each) => each.textContent === 'Exit',
  );
  tab?.click();
  await waitFor(() => expect(tab?.getAttribute('aria-selected')).toBe('true'));
  expect(logged).toEqual([]);
});

test('answers that were late are shown without asking again', async () => {
  const data = aPage([paths.summary, paths.timeseries]);
  const html = renderPortal(data, settings);
  expect(html).not.toContain('1.234,50');
  const { api, root, logged, start } = await openInBrowser(html, data);
  for (const path of data.late) addData(JSON.stringify(answersOf[path]), { [lateAnswerAttribute]: path });
  await start();
  await waitFor(() => expect(root.textContent).toContain('1.234,50'));
  await waitFor(() => expect(root.querySelectorAll('svg[viewBox="0 0 100 100"]')).toHaveLength(2));
  expect(logged).toEqual([]);
  expect(listQuestions(api)).toEqual([]);
});

test('Back before the browser has taken the page over shows the view of that address', async () => {
  const search = '?period=7d';
  const week = readPortalView(new URLSearchParams(search));
  const answers = {
    [paths.company]: company,
    [paths.active]: anActiveCount,
    [toSummaryPath(companyId, week)]: aSummary({ visitors: { value: 77_777, compared: 1000 } }),
    [toTimeseriesPath(companyId, week, { metrics: listPortalMetrics(true) })]: aTimeseries(),
    [toListsPath(companyId, week, dimensions)]: { lists: dimensions.map(aList) },
  };
  const data = { ...aPage(), search, answers };
  const html = renderPortal(data, settings);
  expect(html.includes('77.777')).toBe(true);
  const { api, root, logged, start } = await openInBrowser(html, data);
  // The address in the browser is already the one without a query.
  await start();
  await waitFor(() => expect(root.textContent).toContain('1.300'));
  expect(root.textContent).not.toContain('77.777');
  expect(listQuestions(api)).toContain(`GET ${paths.summary}`);
  expect(logged).toEqual([]);
});

test('a page that the server rendered nothing into asks for everything', async () => {
  const { api, root, start } = await openInBrowser('', undefined);
  await start();
  await waitFor(() => expect(root.textContent).toContain('1,234.50'));
  expect(listQuestions(api)).toContain(`GET ${paths.company}`);
});

test('without a connection the last visit is shown with the brand of its client', async () => {
  const { root, start } = await openInBrowser('', undefined);
  root.setAttribute(offlineAttribute, '');
  const answers = { ...answersOf, [paths.company]: { ...company, brand: clientBrand } };
  const kept = { at: now, search: '', access: toAccessName(company), answers };
  localStorage.setItem(`site.answers-${companyId}`, JSON.stringify(kept));
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  await start();
  await waitFor(() =>
    expect(root.querySelector('header [role=img]')?.getAttribute('aria-label')).toBe('Pine & Co'),
  );
  expect(root.querySelector('style')?.textContent).toBe(clientBrand.themeCss);
});

test('a page that is left keeps what it shows', async () => {
  const data = aPage();
  const { start } = await openInBrowser(renderPortal(data, settings), data);
  await start();
  dispatchEvent(new Event('pagehide'));
  const kept: unknown = JSON.parse(localStorage.getItem(`site.answers-${companyId}`) ?? 'null');
  const { [paths.active]: _, ...answers } = answersOf;
  expect(kept).toEqual({ at: now, search: '', access: toAccessName(company), answers });
});

test('what is late shows the figures of the last visit with their time in the meantime', async () => {
  const data = { ...aPage([paths.summary, paths.timeseries, paths.lists]), now: now + 600_000 };
  const { api, root, logged, start } = await openInBrowser(renderPortal(data, settings), data);
  const kept = { at: now, search: '', access: toAccessName(company), answers: answersOf };
  localStorage.setItem(`site.answers-${companyId}`, JSON.stringify(kept));
  // The server never answers.
  for (const path of [apiPaths.statsSummary(companyId), apiPaths.statsTimeseries(companyId)])
    api.handle(`GET ${path}`, () => {});
  await start();
  await waitFor(() => expect(root.textContent).toContain('1.234,50\u00a0$'));
  expect(root.textContent).toMatch(/as of 12:00/i);
  expect(logged).toEqual([]);
});

test('figures kept a second ago are asked for again, also if the page ends without them', async () => {
  const data = aPage([paths.summary, paths.timeseries, paths.lists]);
  const { api, root, logged, start } = await openInBrowser(renderPortal(data, settings), data);
  const answers = {
    ...answersOf,
    [paths.summary]: aSummary({ visitors: { value: 77_777, compared: 1000 } }),
  };
  const kept = { at: now, search: '', access: toAccessName(company), answers };
  localStorage.setItem(`site.answers-${companyId}`, JSON.stringify(kept));
  await start();
  await waitFor(() => expect(listQuestions(api)).toContain(`GET ${paths.summary}`));
  await waitFor(() => expect(root.textContent).toContain('1.300'));
  expect(root.textContent).not.toContain('77.777');
  expect(logged).toEqual([]);
});
