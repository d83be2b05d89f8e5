import { statfsSync } from 'node:fs';
import { Agent } from 'node:http';
import { fetchPatiently } from '../load/fetch-answer.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import { readMemory, resetPeakMemory } from '../processes.ts';
import { toQuantiles } from '../quantiles.ts';
import { type HistorySize, type LoadedCompany, loadCompany, measureBuild } from '../stats/built-company.ts';
import {
  filteredPages,
  listBreakdownUrls,
  listPageUrls,
  plainFilters,
  plainQuestions,
  rawQuestions,
  toQuestionUrl,
} from '../stats/questions.ts';
import { openRawFiles } from '../stats/raw-questions.ts';
import type { SuiteContext } from '../suite.ts';

const suite = 'stats';
const historyDays = 30;
const dayMs = 86_400_000;
const plainRepeats = 3;
/** The space that a page view and the rows that belong to it need in PostgreSQL with its journal. */
const bytesPerPageView = 1_100;
/** As many as a browser opens to one server. */
const connections = 6;

/** Questions of a portal over HTTP, next to the same questions to plain PostgreSQL. */
export async function stats(context: SuiteContext): Promise<Measurement[]> {
  const northlight = await startNorthlight(context);
  const measurements: Measurement[] = [];
  let smallest: number | undefined;
  for (const size of listSizes(context)) {
    const { name, pageViews } = size;
    const freeBytes = toFreeBytes(northlight.dataDir);
    if (freeBytes < pageViews * bytesPerPageView) {
      context.log(`stats: ${name} need more than the ${Math.round(freeBytes / 1e9)} GB that are free`);
      continue;
    }
    const company = await loadCompany(context, northlight, size);
    measurements.push(...(await measureBuild(context, northlight, company)));
    const { figures, pageP95 } = await measureQuestions(context, northlight, company, smallest);
    smallest ??= pageP95;
    measurements.push(...figures);
  }
  await northlight.stop();
  return measurements;
}

function listSizes({ pick, dayEvents, monthViews }: SuiteContext): HistorySize[] {
  const now = Date.now();
  const months = pick({
    smallest: [monthViews],
    usual: [100_000, monthViews],
    full: [100_000, 5_000_000, monthViews],
  });
  return [
    ...months.map((pageViews) => ({
      name: `${pageViews / 1e6} M views`,
      pageViews,
      days: historyDays,
      until: new Date(now),
      buildSecondsMax: pageViews === 5_000_000 ? 75 : undefined,
    })),
    // Columns that were added once left every company with such a day without statistics, and no month of history showed it.
    {
      name: `a day of ${dayEvents.toLocaleString('en')} views`,
      pageViews: dayEvents,
      days: 1,
      until: new Date(now - (now % dayMs)),
    },
  ];
}

function toFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

async function measureQuestions(
  { log, pick }: SuiteContext,
  northlight: Northlight,
  company: LoadedCompany,
  smallest: number | undefined,
): Promise<{ figures: Measurement[]; pageP95: number }> {
  const { companyId, name: size, pageViews } = company;
  log(`stats: questions to ${size}`);
  // Whole pages asked for each figure.
  const pageLoads = pick({ smallest: 2, usual: 60 });
  const scale = pageViews > 5_000_000 ? 'large' : 'usual';
  resetPeakMemory(northlight.pid);
  const pages = [];
  for (const page of filteredPages)
    pages.push({ ...page, samples: await measurePages(northlight, company, page.filters, pageLoads) });
  const breakdowns = await measureOneByOne(
    northlight,
    company,
    listBreakdownUrls(companyId, new Date()).slice(0, pick({ smallest: 10, usual: undefined })),
  );
  const peak = readMemory(northlight.pid)?.peakMb;
  log(`stats: single questions next to raw statements, ${size}`);
  const single = await measureRaw(northlight, company, pick({ smallest: 2, usual: 15 }));
  log(`stats: the same questions to plain PostgreSQL, ${size}`);
  const plain = await measurePlain(northlight, companyId);
  const figure = (name: string, samples: number[], budget: number, reference: number): Measurement[] => {
    const at = toQuantiles(samples);
    const common = { suite, unit: 'ms', decimals: 1 };
    return [
      {
        ...common,
        name: `${size}, ${name}, p50`,
        value: at(0.5),
        budget: { atMost: budget },
        reference: { name: 'PostgreSQL', value: reference },
      },
      { ...common, name: `${size}, ${name}, p95`, value: at(0.95) },
    ];
  };
  const pageP95 = toQuantiles(pages[0]?.samples ?? [])(0.95);
  const plainOf = (filters: readonly string[]) =>
    filters.length === 0
      ? plain.series + 6 * plain.breakdown
      : plain.seriesFiltered + 6 * plain.breakdownFiltered;
  const one = scale === 'large' ? 500 : 50;
  return {
    pageP95,
    figures: [
      ...pages.flatMap(({ name, filters, budgetMs, samples }) =>
        figure(`whole page, ${name}`, samples, budgetMs, plainOf(filters)),
      ),
      ...single,
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

/** A list may need half as much again as a statement written by hand. Asked in turns, so that both meet the same load. */
const rawShareMax = 1.5;

async function measureRaw(
  northlight: Northlight,
  { companyId, cookie, name: size }: LoadedCompany,
  repeats: number,
): Promise<Measurement[]> {
  const raw = await openRawFiles(northlight, companyId);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const now = Date.now();
  const measurements: Measurement[] = [];
  try {
    for (const { name, raw: statement, budgetMs, ...question } of rawQuestions) {
      const samples: { asked: number[]; raw: number[] } = { asked: [], raw: [] };
      for (let repeat = 0; repeat <= repeats; repeat += 1) {
        const started = performance.now();
        const url = toQuestionUrl(companyId, new Date(now - repeat * 1_000), question);
        await fetchPatiently(agent, toAddress(northlight, url), cookie);
        const asked = performance.now() - started;
        const byHand = await raw.measure(statement);
        // The first of both reads the files.
        if (repeat === 0) continue;
        samples.asked.push(asked);
        samples.raw.push(byHand);
      }
      const reference = toQuantiles(samples.raw)(0.5);
      measurements.push({
        ...{ suite, name: `${size}, ${name}, p50`, unit: 'ms', decimals: 1 },
        value: toQuantiles(samples.asked)(0.5),
        budget: { atMost: budgetMs ?? rawShareMax * reference },
        reference: { name: 'raw', value: reference },
      });
    }
    return measurements;
  } finally {
    agent.destroy();
    raw.close();
  }
}

const toAddress = ({ port }: Northlight, path: string) => `http://127.0.0.1:${port}${path}`;

/** All requests of a page at once, as a browser sends them; from the first request to the last answer. */
async function measurePages(
  northlight: Northlight,
  { companyId, cookie }: LoadedCompany,
  filters: readonly string[],
  pageLoads: number,
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
  { cookie }: LoadedCompany,
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
