import { listPortalMetrics, toSummaryPath, toTimeseriesPath } from '../../contract/stats/requests.ts';
import { readPortalView } from '../../contract/stats/view.ts';
import { startBrowser } from '../browser/browser.ts';
import type { Measurement } from '../measurements.ts';
import type { Northlight } from '../northlight.ts';
import { fetchServerMetrics } from '../server-metrics.ts';
import { sendShopOrder } from '../shop-orders.ts';
import type { SuiteContext } from '../suite.ts';
import { listRequests, type RecordedRequest } from './open-portal.ts';
import { measureIdle, measureProcessorTime, type ProcessorTime } from './processor-time.ts';
import { replay } from './replay.ts';
import { phoneScreen } from './slow-phone.ts';

const suite = 'portal';

interface Portal {
  companyId: string;
  url: string;
  nextCookie: () => string;
}

interface Case {
  name: string;
  requests: RecordedRequest[];
  portal: Portal;
  isAfterOrder: boolean;
  budgetMs?: number;
}

/**
 * Processor time of the server and its database for what a phone requests from an empty cache: of whole openings, of the
 * document, and of the questions of cards and charts.
 */
export async function measureOpeningWork(
  { log, pick }: SuiteContext,
  northlight: Northlight,
  { full, empty }: { full: Portal; empty: Portal },
): Promise<Measurement[]> {
  log('portal: processor time of an opening');
  const times = pick({ smallest: 1, usual: 12 });
  const browser = await startBrowser(phoneScreen);
  const requestsOf = ({ url, nextCookie }: Portal) =>
    listRequests(browser.context, { url, cookie: nextCookie() });
  const ofFull = await requestsOf(full);
  const ofEmpty = await requestsOf(empty);
  await browser.context.close();
  const questions = toCardQuestions(full, ofFull[0]);
  const cases: Case[] = [
    {
      name: 'cards and charts, nothing new',
      requests: questions,
      portal: full,
      isAfterOrder: false,
      budgetMs: 10,
    },
    {
      name: 'cards and charts, after an order',
      requests: questions,
      portal: full,
      isAfterOrder: true,
      budgetMs: 10,
    },
    { name: 'document, after an order', requests: ofFull.slice(0, 1), portal: full, isAfterOrder: true },
    { name: 'whole opening, nothing new', requests: ofFull, portal: full, isAfterOrder: false, budgetMs: 60 },
    {
      name: 'whole opening, after an order',
      requests: ofFull,
      portal: full,
      isAfterOrder: true,
      budgetMs: 60,
    },
    {
      name: 'whole opening, empty company',
      requests: ofEmpty,
      portal: empty,
      isAfterOrder: false,
      budgetMs: 60,
    },
  ];
  const idle = await measureIdle(northlight);
  const measurements: Measurement[] = idle ? [toRow('nothing for a second', idle)] : [];
  for (const one of cases) measurements.push(...(await measureCase(northlight, one, idle, times)));
  return measurements;
}

async function measureCase(
  northlight: Northlight,
  { name, requests, portal, isAfterOrder, budgetMs }: Case,
  idle: ProcessorTime | undefined,
  times: number,
): Promise<Measurement[]> {
  const viewer = { cookie: portal.nextCookie(), address: '10.77.0.1' };
  const open = () => replay(requests, viewer);
  // The first one fills the caches of the server.
  await open();
  const asked = await countStatements(northlight);
  const spent = await measureProcessorTime(northlight, idle, {
    times,
    work: open,
    ...(isAfterOrder ? { before: () => sendShopOrder(northlight.port, portal.companyId) } : {}),
  });
  const statements = ((await countStatements(northlight)) - asked) / times;
  if (!spent) return [];
  return [
    { ...toRow(name, spent), ...(budgetMs === undefined ? {} : { budget: { atMost: budgetMs } }) },
    { suite, name: `${name}, DuckDB statements`, value: statements, unit: '', decimals: 1 },
  ];
}

const toRow = (name: string, { nodeMs, postgresMs }: ProcessorTime): Measurement => ({
  suite,
  name: `processor time, ${name} (PostgreSQL ${postgresMs.toFixed(1)} ms of it)`,
  value: nodeMs + postgresMs,
  unit: 'ms',
  decimals: 1,
});

async function countStatements(northlight: Northlight): Promise<number> {
  const { read } = await fetchServerMetrics(northlight);
  return read('northlight_questions_total{outcome="answered"}');
}

/** The two questions that cards and charts need, with the headers of the document. */
function toCardQuestions(
  { companyId, url }: Portal,
  document: RecordedRequest | undefined,
): RecordedRequest[] {
  if (!document) return [];
  const view = readPortalView(new URLSearchParams());
  return [
    toSummaryPath(companyId, view),
    toTimeseriesPath(companyId, view, { metrics: listPortalMetrics(true) }),
  ].map((path) => ({
    ...document,
    url: new URL(path, url).href,
  }));
}
