import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import lighthouse, { type Result } from 'lighthouse';
import { type BenchBrowser, startBrowser } from '../browser/browser.ts';
import { measureTimeToInteractive } from '../browser/time-to-interactive.ts';
import { root } from '../child-processes.ts';
import type { Measurement } from '../measurements.ts';
import { startNorthlight } from '../northlight.ts';
import { toQuantiles } from '../quantiles.ts';
import type { SuiteContext } from '../suite.ts';

const measuredPaths = ['/', '/products', '/solutions/chatbots', '/contact'];
/** Budgets in seconds, without any input to the page. */
const interactiveMax = [
  ['desktop', 2],
  ['phone', 5],
] as const;
const attempts = 3;

/** Lighthouse on public pages, and their time to interactive. */
export async function pages(context: SuiteContext): Promise<Measurement[]> {
  // Odd, so that the median is one of them.
  const runsPerPage = context.pick({ smallest: 1, usual: 3 });
  const northlight = await startNorthlight(context);
  const browser = await startBrowser();
  const origin = `http://127.0.0.1:${northlight.port}`;
  const measurements: Measurement[] = [];
  for (const path of measuredPaths.slice(0, context.pick({ smallest: 1, usual: measuredPaths.length }))) {
    context.log(`pages: ${path}`);
    const results: Result[] = [];
    for (let nth = 0; nth < runsPerPage; nth += 1) results.push(await runLighthouse(browser, origin + path));
    measurements.push(...toFigures(path, results));
    for (const [device, atMost] of interactiveMax) {
      const waits: number[] = [];
      for (let nth = 0; nth < runsPerPage; nth += 1)
        waits.push(await measureTimeToInteractive(browser, origin + path, device));
      measurements.push({
        suite: 'pages',
        name: `${path}, every button works, ${device}`,
        value: toMedian(waits) / 1000,
        unit: 's',
        decimals: 2,
        budget: { atMost },
      });
    }
  }
  await browser.context.close();
  await northlight.stop();
  return measurements;
}

/** Retries when Lighthouse itself fails: on a busy machine a trace is sometimes incomplete. */
async function runLighthouse({ debuggingPort }: BenchBrowser, url: string): Promise<Result> {
  const why: string[] = [];
  while (why.length < attempts) {
    // Lighthouse's default: a mid-range phone on slow 4G, both simulated.
    const outcome = await lighthouse(url, {
      port: debuggingPort,
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    });
    if (outcome && !outcome.lhr.runtimeError) return outcome.lhr;
    why.push(outcome?.lhr.runtimeError?.message ?? 'no result');
  }
  throw new Error(`Lighthouse failed on ${url}: ${why.join('; ')}`);
}

function toFigures(path: string, results: Result[]): Measurement[] {
  const score = (name: string, id: string, atLeast: number): Measurement => ({
    suite: 'pages',
    name: `${path}, ${name}`,
    value: toMedian(results.map((result) => (result.categories[id]?.score ?? 0) * 100)),
    unit: '',
    budget: { atLeast },
  });
  const metric = (name: string, id: string): Omit<Measurement, 'unit'> => ({
    suite: 'pages',
    name: `${path}, ${name}`,
    value: toMedian(results.map((result) => result.audits[id]?.numericValue ?? Number.NaN)),
  });
  const paint = metric('largest contentful paint', 'largest-contentful-paint');
  return [
    score('performance', 'performance', 98),
    score('accessibility', 'accessibility', 100),
    score('best practices', 'best-practices', 100),
    score('SEO', 'seo', 100),
    { ...paint, value: paint.value / 1000, unit: 's', decimals: 2, budget: { atMost: 1.8 } },
    {
      ...metric('layout shift', 'cumulative-layout-shift'),
      unit: '',
      decimals: 3,
      budget: { atMost: 0 },
    },
    { ...metric('blocking time', 'total-blocking-time'), unit: 'ms' },
    {
      suite: 'pages',
      name: `${path}, JavaScript, gzip`,
      value: toMedian(results.map(weighScripts)) / 1000,
      unit: 'kB',
      decimals: 1,
      budget: { atMost: 125 },
    },
  ];
}

/** The gzip size of the scripts the page requests. Browsers that accept brotli download less. */
function weighScripts(result: Result): number {
  const details = result.audits['network-requests']?.details;
  const items = details?.type === 'table' ? details.items : [];
  return weighFiles(
    items.filter((item) => item.resourceType === 'Script').map((item) => new URL(String(item.url)).pathname),
  );
}

function weighFiles(paths: string[]): number {
  return [...new Set(paths)]
    .map((path) => gzipSync(readFileSync(join(root, 'build', 'web', 'client', path)), { level: 9 }))
    .reduce((sum, file) => sum + file.byteLength, 0);
}

function toMedian(values: number[]): number {
  return toQuantiles(values)(0.5);
}
