import { statfsSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { loadHistory, vacuumTables } from '../history.ts';
import { fetchAnswer, fetchPatiently } from '../load/fetch-answer.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import { readMemory, resetPeakMemory } from '../processes.ts';
import { toQuantiles } from '../quantiles.ts';
import {
  listBreakdownUrls,
  listPageUrls,
  pageFilters,
  plainFilters,
  plainQuestions,
} from '../stats/questions.ts';
import type { SuiteContext } from '../suite.ts';

const suite = 'stats';
const historyDays = 30;
const dayMs = 86_400_000;
/** Whole pages asked for each figure. */
const pageLoads = 60;
const plainRepeats = 3;
const buildMaxMs = 30 * 60_000;
/** What a page view and the rows that belong to it need in PostgreSQL with its journal. */
const bytesPerPageView = 1_100;
/** As many as a browser opens to one server. */
const connections = 6;

interface Company {
  pageViews: number;
  events: number;
  companyId: string;
  cookie: string;
  /** `5 M` */
  size: string;
}

/** Questions of a portal over HTTP, next to the same questions to plain PostgreSQL. */
export async function stats(context: SuiteContext): Promise<Measurement[]> {
  const { log, isFull } = context;
  const northlight = await startNorthlight(context);
  const measurements: Measurement[] = [];
  let smallest: number | undefined;
  for (const pageViews of isFull ? [100_000, 5_000_000, 50_000_000] : [100_000, 1_000_000]) {
    const freeBytes = toFreeBytes(northlight.dataDir);
    if (freeBytes < pageViews * bytesPerPageView) {
      log(
        `stats: ${pageViews} page views need more than the ${Math.round(freeBytes / 1e9)} GB that are free`,
      );
      continue;
    }
    const company = await loadCompany(context, northlight, pageViews);
    measurements.push(...(await measureBuild(context, northlight, company)));
    const { figures, pageP95 } = await measureQuestions(context, northlight, company, smallest);
    smallest ??= pageP95;
    measurements.push(...figures);
  }
  await northlight.stop();
  return measurements;
}

function toFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

async function loadCompany(
  { log }: SuiteContext,
  northlight: Northlight,
  pageViews: number,
): Promise<Company> {
  log(`stats: loading ${pageViews} page views`);
  const companyId = await northlight.createCompany(`${pageViews} page views`);
  const started = performance.now();
  const history = { companyId, pageViews, days: historyDays, until: new Date(), addsToTotals: false };
  const events = await loadHistory(northlight, history);
  log(`stats: ${events} events loaded in ${Math.round((performance.now() - started) / 1000)} s`);
  await vacuumTables(northlight);
  const nextCookie = await createViewerCookies(northlight, companyId);
  return { pageViews, events, companyId, cookie: nextCookie(), size: `${pageViews / 1e6} M views` };
}

/** From a dataset without files to the first answer. */
async function measureBuild(
  { log }: SuiteContext,
  northlight: Northlight,
  { companyId, cookie, events, size, pageViews }: Company,
): Promise<Measurement[]> {
  log(`stats: building segments of ${size}`);
  const { client } = northlight;
  await client.query('DELETE FROM segments WHERE company_id = $1', [companyId]);
  await client.query('DELETE FROM segment_states WHERE company_id = $1', [companyId]);
  resetPeakMemory(northlight.pid);
  const started = performance.now();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const [url = ''] = listPageUrls(companyId, new Date(), []);
  try {
    for (;;) {
      const { status, text } = await fetchAnswer(agent, toAddress(northlight, url), cookie);
      if (status === 200) break;
      if (status !== 503 || performance.now() - started > buildMaxMs)
        throw new Error(`The segments of ${size} were not built: ${status} ${text.slice(0, 300)}`);
      await delay(200);
    }
  } finally {
    agent.destroy();
  }
  const seconds = (performance.now() - started) / 1000;
  const peak = readMemory(northlight.pid)?.peakMb;
  const found = await client.query<{ bytes: string | null }>(
    'SELECT sum(bytes)::text AS bytes FROM segments WHERE company_id = $1',
    [companyId],
  );
  return [
    {
      suite,
      name: `${size}, ${(events / 1e6).toFixed(1)} M events: segments from nothing`,
      value: seconds,
      unit: 's',
      decimals: 1,
      ...(pageViews === 5_000_000 ? { budget: { atMost: 60 } } : {}),
    },
    {
      suite,
      name: `${size}, segments`,
      value: Number(found.rows[0]?.bytes ?? Number.NaN) / events,
      unit: 'bytes an event',
      decimals: 1,
      budget: { atMost: 12 },
    },
    ...(peak === undefined
      ? []
      : [{ suite, name: `${size}, peak memory of Node while building`, value: peak, unit: 'MB' }]),
  ];
}

async function measureQuestions(
  { log }: SuiteContext,
  northlight: Northlight,
  company: Company,
  smallest: number | undefined,
): Promise<{ figures: Measurement[]; pageP95: number }> {
  const { companyId, size, pageViews } = company;
  log(`stats: questions to ${size}`);
  const scale = pageViews > 5_000_000 ? 'large' : 'usual';
  resetPeakMemory(northlight.pid);
  const whole = await measurePages(northlight, company, []);
  const filtered = await measurePages(northlight, company, pageFilters);
  const breakdowns = await measureOneByOne(northlight, company, listBreakdownUrls(companyId, new Date()));
  const peak = readMemory(northlight.pid)?.peakMb;
  log(`stats: the same questions to plain PostgreSQL, ${size}`);
  const plain = await measurePlain(northlight, companyId);
  const figure = (name: string, samples: number[], budget: number, reference: number): Measurement[] => {
    const at = toQuantiles(samples);
    const common = { suite, unit: 'ms', decimals: 1 };
    return [
      { ...common, name: `${size}, ${name}, p50`, value: at(0.5) },
      {
        ...common,
        name: `${size}, ${name}, p95`,
        value: at(0.95),
        budget: { atMost: budget },
        reference: { name: 'PostgreSQL', value: reference },
      },
    ];
  };
  const pageP95 = toQuantiles(whole)(0.95);
  const budgets = {
    usual: { page: 150, filtered: 200, one: 50 },
    large: { page: 500, filtered: 500, one: 500 },
  };
  const { page, filtered: filteredMax, one } = budgets[scale];
  return {
    pageP95,
    figures: [
      ...figure('whole page', whole, page, plain.series + 6 * plain.breakdown),
      ...figure(
        'whole page, two filters',
        filtered,
        filteredMax,
        plain.seriesFiltered + 6 * plain.breakdownFiltered,
      ),
      ...figure('one breakdown, two filters', breakdowns, one, plain.breakdownFiltered),
      ...(smallest === undefined
        ? []
        : [
            {
              suite,
              name: `${size}, whole page, p95 to that of the smallest`,
              value: pageP95 / smallest,
              unit: '×',
              decimals: 2,
              budget: { atMost: 5 },
            },
          ]),
      ...(peak === undefined
        ? []
        : [
            {
              suite,
              name: `${size}, peak memory of Node while questions run`,
              value: peak,
              unit: 'MB',
              budget: { atMost: 450 },
            },
          ]),
    ],
  };
}

const toAddress = ({ port }: Northlight, path: string) => `http://127.0.0.1:${port}${path}`;

/** All requests of a page at once, as a browser sends them; from the first request to the last answer. */
async function measurePages(
  northlight: Northlight,
  { companyId, cookie }: Company,
  filters: readonly string[],
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const now = Date.now();
  const loadPage = (number: number) => {
    const urls = listPageUrls(companyId, new Date(now - number * 1_000), filters);
    return Promise.all(urls.map((url) => fetchPatiently(agent, toAddress(northlight, url), cookie)));
  };
  try {
    // Warms up: the first page reads the files.
    await loadPage(0);
    const millis: number[] = [];
    while (millis.length < pageLoads) {
      const started = performance.now();
      await loadPage(millis.length + 1);
      millis.push(performance.now() - started);
    }
    return millis;
  } finally {
    agent.destroy();
  }
}

async function measureOneByOne(
  northlight: Northlight,
  { cookie }: Company,
  urls: string[],
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const millis: number[] = [];
    for (const url of urls) {
      const started = performance.now();
      await fetchPatiently(agent, toAddress(northlight, url), cookie);
      millis.push(performance.now() - started);
    }
    return millis;
  } finally {
    agent.destroy();
  }
}

/** Medians. */
async function measurePlain({ client }: Northlight, companyId: string) {
  const since = new Date(Date.now() - historyDays * dayMs);
  const median = async (text: string) => {
    const millis: number[] = [];
    while (millis.length < plainRepeats) {
      const started = performance.now();
      await client.query(text, [companyId, since]);
      millis.push(performance.now() - started);
    }
    return toQuantiles(millis)(0.5);
  };
  return {
    series: await median(plainQuestions.series('')),
    breakdown: await median(plainQuestions.breakdown('')),
    seriesFiltered: await median(plainQuestions.series(plainFilters)),
    breakdownFiltered: await median(plainQuestions.breakdown(plainFilters)),
  };
}
