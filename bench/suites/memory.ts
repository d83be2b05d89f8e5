import { setTimeout as delay } from 'node:timers/promises';
import { apiPaths } from '../../contract/paths.ts';
import type { LoadJob } from '../load/load-client.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import { readMemory, resetPeakMemory } from '../processes.ts';
import { fetchServerMetrics } from '../server-metrics.ts';
import { toSlope } from '../slope.ts';
import type { SuiteContext } from '../suite.ts';

const part = 'memory';
const settleMs = 5_000;
const connections = 100;
const sampleMs = 1_000;
/** Of the half load; it still follows what the full load left behind. */
const ignoredShare = 0.25;
const extrapolatedFromMinutes = 10;
const hourMs = 60 * 60_000;

/**
 * What the Node process holds some seconds after its start, at its highest under full load, and how that
 * grows over a long time at half of it; and how late its event loop runs meanwhile.
 */
export async function memory(run: SuiteContext): Promise<Measurement[]> {
  const { seconds, log: say } = run;
  const product = await startNorthlight(run);
  const companyId = await product.createCompany('Bench');
  say('memory: idle');
  await fetchServerMetrics(product);
  await delay(settleMs);
  const idle = readMemory(product.pid);
  const idleLoop = await fetchServerMetrics(product);
  if (!idle) {
    say('memory: this system does not tell');
    await product.stop();
    return [];
  }
  const job = {
    port: product.port,
    path: apiPaths.trackAnalytics,
    connections,
    workload: { companyIds: [companyId], eventsPerRequest: 1 },
  };
  resetPeakMemory(product.pid);
  say('memory: full load');
  const full = await run.load.run({ ...job, durationMs: 2 * seconds * 1000 });
  const loaded = readMemory(product.pid);
  const loadedLoop = await fetchServerMetrics(product);
  const half = await measureHalfLoad(run, product, { ...job, ratePerSecond: Math.round(full.perSecond / 2) });
  await product.stop();
  return [
    { ...megabytes('Node, idle', idle.nowMb), budget: { atMost: 120 } },
    { ...megabytes('Node, highest at full load', loaded?.peakMb ?? Number.NaN), budget: { atMost: 256 } },
    ...half,
    millis('loop delay p99, idle', idleLoop.loopDelayP99Ms),
    millis('loop delay p99, full load', loadedLoop.loopDelayP99Ms),
    millis('loop delay at most, full load', loadedLoop.loopDelayMaxMs),
  ];
}

/** Grows by what is held for good, and by garbage not yet collected: the longer it lasts, the less by the latter. */
async function measureHalfLoad(
  { load, minutes, log: say }: SuiteContext,
  product: Northlight,
  job: Omit<LoadJob, 'durationMs'>,
): Promise<Measurement[]> {
  say(`memory: half load, ${job.ratePerSecond}/s for ${minutes} minute${minutes === 1 ? '' : 's'}`);
  const durationMs = minutes * 60_000;
  const started = performance.now();
  const ended = new AbortController();
  const loading = load.run({ ...job, durationMs }).finally(() => ended.abort());
  const resident: [hours: number, megabytes: number][] = [];
  while (!ended.signal.aborted) {
    await delay(sampleMs, undefined, { signal: ended.signal }).catch(() => {});
    const now = performance.now() - started;
    const held = readMemory(product.pid);
    if (held && now > durationMs * ignoredShare) resident.push([now / hourMs, held.nowMb]);
  }
  const { statuses } = await loading;
  if (Object.keys(statuses).some((status) => status !== '200'))
    throw new Error(`memory: not every event was taken: ${JSON.stringify(statuses)}`);
  const loop = await fetchServerMetrics(product);
  const at = `half load for ${minutes} min`;
  const [first, last] = [resident.at(0)?.[0] ?? 0, resident.at(-1)?.[0] ?? 0];
  const slope = toSlope(resident);
  const growth = {
    ...megabytes(
      `Node, growth in the last ${((last - first) * 60).toFixed(1)} min of that`,
      slope * (last - first),
    ),
    decimals: 1,
  };
  // Of less than that an hour's growth would be guessed from where the last collections happened to fall.
  const anHour =
    minutes < extrapolatedFromMinutes
      ? []
      : [
          {
            ...megabytes(`Node, growth an hour at half load${minutes < 60 ? ', extrapolated' : ''}`, slope),
            decimals: 1,
          },
        ];
  return [
    {
      ...megabytes(`Node, at the end of ${at}`, resident.at(-1)?.[1] ?? Number.NaN),
      budget: { atMost: 256 },
    },
    growth,
    ...anHour,
    { ...megabytes(`objects in use, garbage included, after ${at}`, loop.heapUsedMb) },
    millis('loop delay p99, half load', loop.loopDelayP99Ms),
  ];
}

function megabytes(name: string, value: number): Measurement {
  return { part, name, value, unit: 'MB' };
}

function millis(name: string, value: number): Measurement {
  return { part, name, value, unit: 'ms', decimals: 1 };
}
