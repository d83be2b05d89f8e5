import { startBrowser } from '../browser/browser.ts';
import { loadHistory, vacuumTables } from '../history.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import { type BusyCompany, measureBusy } from '../portal/busy-server.ts';
import { listRequests, type Opening, openPortalOnPhone } from '../portal/open-portal.ts';
import { measureOpeningWork } from '../portal/opening-work.ts';
import { measureProxies } from '../portal/proxied-portal.ts';
import { fastPhone, lighthousePhone, phoneScreen, type Slowness, slowPhone } from '../portal/slow-phone.ts';
import { toQuantiles } from '../quantiles.ts';
import { sendShopOrder } from '../shop-orders.ts';
import { awaitSegments } from '../stats/built-company.ts';
import type { SuiteContext } from '../suite.ts';

const suite = 'portal';
const days = 30;

interface BenchPortal {
  companyId: string;
  url: string;
  nextCookie: () => string;
}

/** A portal on a phone with a slow line, what it costs the server, and portals on a server without a free core. */
export async function portal(context: SuiteContext): Promise<Measurement[]> {
  const pageViews = context.pick({ smallest: 1_000, usual: 22_000 });
  const openings = context.pick({ smallest: 1, usual: 3 });
  const northlight = await startNorthlight(context);
  const company = await loadPortal(northlight, pageViews);
  const measurements = await measurePhone(context, northlight, company, openings);
  const empty = await createPortal(northlight, 'An empty company');
  measurements.push(...(await measureOpeningWork(context, northlight, { full: company, empty })));
  measurements.push(...(await measureBusyPortals(context, northlight, company, pageViews)));
  await northlight.stop();
  measurements.push(...(await measureProxies(context, pageViews, openings)));
  return measurements;
}

async function createPortal(northlight: Northlight, name: string): Promise<BenchPortal> {
  const companyId = await northlight.createCompany(name);
  return {
    companyId,
    url: `http://127.0.0.1:${northlight.port}/company-portal/${companyId}`,
    nextCookie: await createViewerCookies(northlight, companyId),
  };
}

/** A month of visits with every dimension and orders, with its segments written and not one question answered. */
async function loadPortal(northlight: Northlight, pageViews: number): Promise<BenchPortal> {
  const created = await createPortal(northlight, 'Bench');
  const { companyId } = created;
  await loadHistory(northlight, { companyId, pageViews, days, until: new Date() });
  await vacuumTables(northlight);
  await awaitSegments(northlight, { companyId, name: 'Bench' });
  return created;
}

async function measurePhone(
  context: SuiteContext,
  northlight: Northlight,
  { companyId, url, nextCookie }: BenchPortal,
  openings: number,
): Promise<Measurement[]> {
  const first: Opening[] = [];
  const second: Opening[] = [];
  const open = async (visits: Opening[][], slowness: Slowness) => {
    const browser = await startBrowser(phoneScreen);
    const cookie = nextCookie();
    for (const visit of visits) {
      const opening = await openPortalOnPhone(browser.context, { url, cookie, slowness });
      visit.push(opening);
      context.log(`portal: ${toLogLine(opening)}`);
    }
    await browser.context.close();
  };
  const slowness = context.pick({ smallest: fastPhone, usual: slowPhone });
  context.log(`portal: ${slowness.name}: empty browser, server that has answered nothing`);
  const restarted: Opening[] = [];
  await open([restarted], slowness);
  for (let nth = 0; nth < openings; nth += 1) {
    context.log('portal: empty browser, after an order; then the second visit, nothing new');
    await sendShopOrder(northlight.port, companyId);
    await open([first, second], slowness);
  }
  const lighthouse: Opening[] = [];
  if (slowness === slowPhone) {
    context.log(`portal: ${lighthousePhone.name}, empty browser, nothing new`);
    await open([lighthouse], lighthousePhone);
  }
  return [
    ...toRows('first visit', first, firstVisitBudgets),
    ...toRows('second visit', second, secondVisitBudgets),
    toRow('first visit, server just started, first number', restarted, figures['first number']),
    ...(lighthouse.length === 0
      ? []
      : [toRow('first visit, as Lighthouse throttles, first number', lighthouse, figures['first number'])]),
  ];
}

function toLogLine(opening: Opening): string {
  const shown = Object.entries(figures)
    .map(([name, { read, unit, decimals }]) => `${name} ${read(opening).toFixed(decimals)} ${unit}`.trim())
    .join(', ');
  return opening.layoutShift === 0 ? shown : `${shown}; shifted most: ${opening.shifted.join(', ')}`;
}

interface Figure {
  read: (opening: Opening) => number;
  unit: string;
  decimals: number;
}

const seconds = (read: (opening: Opening) => number | undefined): Figure => ({
  read: (opening) => (read(opening) ?? Number.NaN) / 1_000,
  unit: 's',
  decimals: 2,
});
const plain = (read: (opening: Opening) => number, unit = '', decimals = 0): Figure => ({
  ...{ read, unit, decimals },
});

const figures = {
  'first number': seconds(({ firstNumberMs }) => firstNumberMs),
  'first chart': seconds(({ firstChartMs }) => firstChartMs),
  'first list': seconds(({ firstListMs }) => firstListMs),
  'everything usable': seconds(({ usableMs }) => usableMs),
  'first contentful paint': seconds(({ firstPaintMs }) => firstPaintMs),
  'largest contentful paint': seconds(({ largestPaintMs }) => largestPaintMs),
  'script until usable, gzip': plain(({ scriptKb }) => scriptKb, 'kB', 1),
  'script files until usable': plain(({ scriptCount }) => scriptCount),
  'files in all': plain(({ fileCount }) => fileCount),
  'received in all': plain(({ receivedKb }) => receivedKb, 'kB', 1),
  'requests to the API': plain(({ apiRequestCount }) => apiRequestCount),
  'layout shift': plain(({ layoutShift }) => layoutShift, '', 3),
  'height of the page': plain(({ pageHeight }) => pageHeight, 'px'),
};
type FigureName = keyof typeof figures;

const firstVisitBudgets: Partial<Record<FigureName, number>> = {
  'first number': 2,
  'first chart': 2.5,
  'everything usable': 5,
  'script until usable, gzip': 130,
  'script files until usable': 12,
  'layout shift': 0.1,
  'height of the page': 4_000,
};
const secondVisitBudgets: Partial<Record<FigureName, number>> = { 'first number': 1 };

function toRows(
  visit: string,
  openings: Opening[],
  budgets: Partial<Record<FigureName, number>>,
): Measurement[] {
  return Object.entries(figures).flatMap(([name, figure]) => {
    const atMost = budgets[name as FigureName];
    const row = toRow(`${visit}, ${name}`, openings, figure);
    // A phone may show no list on its first screen.
    if (Number.isNaN(row.value)) return [];
    return [{ ...row, ...(atMost === undefined ? {} : { budget: { atMost } }) }];
  });
}

function toRow(name: string, openings: Opening[], { read, unit, decimals }: Figure): Measurement {
  return { suite, name, unit, decimals, value: toQuantiles(openings.map(read))(0.5) };
}

/** Several companies, because one asks in its own turns. */
async function measureBusyPortals(
  context: SuiteContext,
  northlight: Northlight,
  first: BenchPortal,
  pageViews: number,
): Promise<Measurement[]> {
  const portals = [first];
  while (portals.length < context.pick({ smallest: 1, usual: 4 }))
    portals.push(await loadPortal(northlight, pageViews));
  const companies: BusyCompany[] = [];
  const browser = await startBrowser(phoneScreen);
  for (const { companyId, url, nextCookie } of portals)
    companies.push({
      companyId,
      requests: await listRequests(browser.context, { url, cookie: nextCookie() }),
    });
  await browser.context.close();
  return measureBusy(context, northlight, companies);
}
