import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { overviewAnswer } from '../../contract/company/overview.ts';
import { apiPaths } from '../../contract/paths.ts';
import { loadHistory, vacuumTables } from '../history.ts';
import { fetchPatiently } from '../load/fetch-answer.ts';
import { createOwnerCookie } from '../load/owner-cookie.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import { readMemory } from '../processes.ts';
import { toQuantiles } from '../quantiles.ts';
import type { SuiteContext } from '../suite.ts';

const suite = 'overview';
const days = 30;
/** The rows of a large screen. */
const rowsInView = 50;
const buildMaxMs = 20 * 60_000;
const askedAgainMs = 100;

/** The overview of an agency with many clients: cold, and warm next to an answer that needs no data. */
export async function overview(context: SuiteContext): Promise<Measurement[]> {
  const { pick, log } = context;
  const count = pick({ smallest: 4, usual: 500 });
  const northlight = await startNorthlight(context);
  const ids = await northlight.createCompanies(count);
  log(`overview: loading ${count} companies`);
  for (const companyId of ids) {
    const history = { companyId, pageViews: pick({ smallest: 300, usual: 900 }), days, until: new Date() };
    await loadHistory(northlight, history);
  }
  await vacuumTables(northlight);
  log('overview: waiting for the segments');
  await awaitSegments(northlight, count);
  const measurements = await measureOverview(context, northlight, ids.slice(0, rowsInView));
  await northlight.stop();
  return measurements;
}

/** Waits until the segments of so many companies are built. */
export async function awaitSegments({ client }: Northlight, count: number): Promise<void> {
  const deadline = performance.now() + buildMaxMs;
  for (;;) {
    const found = await client.query<{ built: string }>('SELECT count(*) AS built FROM segment_states');
    if (Number(found.rows[0]?.built) >= count) return;
    if (performance.now() > deadline) throw new Error('the segments of all companies were not built');
    await delay(500);
  }
}

async function measureOverview(
  { pick, log }: SuiteContext,
  northlight: Northlight,
  inView: readonly string[],
): Promise<Measurement[]> {
  const repeats = pick({ smallest: 3, usual: 60 });
  const cookie = await createOwnerCookie(northlight);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const fetchText = (path: string) =>
    fetchPatiently(agent, `http://127.0.0.1:${northlight.port}${path}`, cookie);
  const ask = async (path: string) => overviewAnswer.parse(JSON.parse(await fetchText(path)));
  const time = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const untilComplete = async (path: string) => {
    for (;;) {
      const { isComplete, rows } = await ask(path);
      if (isComplete) return rows.length;
      await delay(askedAgainMs);
    }
  };
  const repeat = async (path: string) => {
    const samples: number[] = [];
    while (samples.length < repeats) samples.push(await time(() => fetchText(path)));
    return toQuantiles(samples);
  };
  const view = 'period=30d&compare=previous';
  const page = `${apiPaths.overview}?${view}&${inView.map((id) => `id=${id}`).join('&')}`;
  const all = `${apiPaths.overview}?${view}`;
  try {
    log('overview: cold');
    const coldStart = performance.now();
    const first = await ask(page);
    const firstAnswer = performance.now() - coldStart;
    const counted = first.rows.filter(({ counts }) => counts !== null).length;
    await untilComplete(page);
    const coldPage = performance.now() - coldStart;
    const coldAll = await time(() => untilComplete(all));
    log('overview: warm');
    const ofPage = await repeat(page);
    const ofAll = await repeat(all);
    const reference = await repeat('/healthz');
    const otherPeriod = await time(() => untilComplete(all.replace('30d', '7d')));
    const row = (name: string, value: number, atMost?: number): Measurement => ({
      ...{ suite, name, value, unit: 'ms', decimals: 1 },
      ...(atMost === undefined ? {} : { budget: { atMost } }),
    });
    const bare = (quantile: number) => ({
      reference: { name: 'an answer without data', value: reference(quantile) },
    });
    const peak = readMemory(northlight.pid)?.peakMb;
    return [
      row(`${inView.length} companies, first answer, with the figures of ${counted}`, firstAnswer, 1_500),
      row(`${inView.length} companies, first answer with all figures`, coldPage),
      row('all companies, first answer with all figures', coldAll),
      row('all companies, another period', otherPeriod),
      { ...row(`${inView.length} companies, warm, p50`, ofPage(0.5)), ...bare(0.5) },
      { ...row(`${inView.length} companies, warm, p95`, ofPage(0.95), 100), ...bare(0.95) },
      { ...row('all companies, warm, p50', ofAll(0.5)), ...bare(0.5) },
      { ...row('all companies, warm, p95', ofAll(0.95), 100), ...bare(0.95) },
      ...(peak === undefined ? [] : [{ suite, name: 'peak memory of Node', value: peak, unit: 'MB' }]),
    ];
  } finally {
    agent.destroy();
  }
}
