import { setTimeout as delay } from 'node:timers/promises';
import { apiPaths } from '../../contract/paths.ts';
import type { LoadJob } from '../load/load-client.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import { readMemory, resetPeakMemory } from '../processes.ts';
import { fetchServerMetrics } from '../server-metrics.ts';
import { toSlope } from '../slope.ts';
import type { SuiteContext } from '../suite.ts';

const suite = 'memory';
const connections = 100;
/** The first share of the half load is ignored: memory still shrinks after the full load. */
const ignoredShare = 0.25;
const extrapolatedFromMinutes = 10;
const hourMs = 60 * 60_000;

/**
 * Resident memory of the worker when idle, at its peak under full load, and its growth over a long half load; and the
 * event loop delay in each phase.
 */
export async function memory(context: SuiteContext): Promise<Measurement[]> {
  const { seconds, log, pick } = context;
  const northlight = await startNorthlight(context);
  const companyId = await northlight.createCompany('Bench');
  log('memory: idle');
  await fetchServerMetrics(northlight);
  await delay(pick({ smallest: 500, usual: 5_000 }));
  const idle = readMemory(northlight.pid);
  const idleLoop = await fetchServerMetrics(northlight);
  if (!idle) {
    log('memory: needs Linux');
    await northlight.stop();
    return [];
  }
  const job = {
    port: northlight.port,
    path: apiPaths.trackAnalytics,
    connections,
    workload: { companyIds: [companyId], eventsPerRequest: 1 },
  };
  resetPeakMemory(northlight.pid);
  log('memory: full load');
  const full = await context.load.run({ ...job, durationMs: 2 * seconds * 1000 });
  const loaded = readMemory(northlight.pid);
  const loadedLoop = await fetchServerMetrics(northlight);
  const half = await measureHalfLoad(context, northlight, {
    ...job,
    ratePerSecond: Math.round(full.perSecond / 2),
  });
  await northlight.stop();
  return [
    { ...megabytes('Node, idle', idle.nowMb), budget: { atMost: 120 } },
    { ...megabytes('Node, peak at full load', loaded?.peakMb ?? Number.NaN), budget: { atMost: 256 } },
    ...half,
    millis('loop delay p99, idle', idleLoop.loopDelayP99Ms),
    millis('loop delay p99, full load', loadedLoop.loopDelayP99Ms),
    millis('maximum loop delay, full load', loadedLoop.loopDelayMaxMs),
  ];
}

/** Growth includes garbage that is not collected yet, which matters less the longer the load lasts. */
async function measureHalfLoad(
  { load, minutes, log, pick }: SuiteContext,
  northlight: Northlight,
  job: Omit<LoadJob, 'durationMs'>,
): Promise<Measurement[]> {
  log(`memory: half load, ${job.ratePerSecond}/s for ${minutes} minute${minutes === 1 ? '' : 's'}`);
  const durationMs = minutes * 60_000;
  const started = performance.now();
  const sampleMs = pick({ smallest: 100, usual: 1_000 });
  const ended = new AbortController();
  const loading = load.run({ ...job, durationMs }).finally(() => ended.abort());
  const resident: [hours: number, megabytes: number][] = [];
  while (!ended.signal.aborted) {
    await delay(sampleMs, undefined, { signal: ended.signal }).catch(() => {});
    const now = performance.now() - started;
    const memory = readMemory(northlight.pid);
    if (memory && now > durationMs * ignoredShare) resident.push([now / hourMs, memory.nowMb]);
  }
  const { statuses } = await loading;
  if (Object.keys(statuses).some((status) => status !== '200'))
    throw new Error(`memory: not every event was accepted: ${JSON.stringify(statuses)}`);
  const loop = await fetchServerMetrics(northlight);
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
  // In less time the growth depends mostly on when the last garbage collections ran.
  const perHour =
    minutes < extrapolatedFromMinutes
      ? []
      : [
          {
            ...megabytes(`Node, growth per hour at half load${minutes < 60 ? ', extrapolated' : ''}`, slope),
            decimals: 1,
          },
        ];
  return [
    {
      ...megabytes(`Node, at the end of ${at}`, resident.at(-1)?.[1] ?? Number.NaN),
      budget: { atMost: 256 },
    },
    growth,
    ...perHour,
    { ...megabytes(`heap used, garbage included, after ${at}`, loop.heapUsedMb) },
    millis('loop delay p99, half load', loop.loopDelayP99Ms),
  ];
}

function megabytes(name: string, value: number): Measurement {
  return { suite, name, value, unit: 'MB' };
}

function millis(name: string, value: number): Measurement {
  return { suite, name, value, unit: 'ms', decimals: 1 };
}
