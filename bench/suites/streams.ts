import { setTimeout as delay } from 'node:timers/promises';
import { apiPaths } from '../../contract/paths.ts';
import { loadHistory } from '../history.ts';
import { readKernelMemory } from '../kernel-memory.ts';
import { openStream } from '../load/sse-client.ts';
import { StreamLoad } from '../load/stream-load.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import { allowOpenFiles } from '../open-files.ts';
import { readMemory } from '../processes.ts';
import { toQuantiles } from '../quantiles.ts';
import { fetchServerMetrics } from '../server-metrics.ts';
import { readRevision, sendShopOrder } from '../shop-orders.ts';
import type { SuiteContext } from '../suite.ts';

const suite = 'streams';
/** The server's limit of streams per company. */
const streamsPerCompany = 200;
const pauseMs = 1_000;
const openMaxMs = 15 * 60_000;
const broadcastMaxMs = 60_000;
const otherFiles = 300;

/** Many idle portals: the memory of each, and the time until all of them receive a change. */
export async function streams(context: SuiteContext): Promise<Measurement[]> {
  if (process.platform !== 'linux') {
    context.log('streams: needs Linux');
    return [];
  }
  const { streamCount: count, log, pick } = context;
  const eventsPerCompany = pick({ smallest: 100, usual: 2_000 });
  // Usually longer than two heartbeats, so that the memory they need counts.
  const idleMs = pick({ smallest: 500, usual: 32_000 });
  const northlight = await startNorthlight(context);
  allowOpenFiles(northlight.pid, count + otherFiles);
  const companyIds = await northlight.createCompanies(Math.ceil(count / streamsPerCompany));
  for (const companyId of companyIds)
    await loadHistory(northlight, {
      companyId,
      pageViews: eventsPerCompany,
      days: 30,
      until: new Date(),
    });
  const targets = await makeTargets(northlight, companyIds, count);
  await warmUp(northlight, targets);

  const before = {
    rss: readRss(northlight),
    heap: (await fetchServerMetrics(northlight)).heapUsedMb,
    kernel: readKernelMemory(),
  };
  log(`streams: opening ${count} over ${companyIds.length} companies`);
  const streamLoad = new StreamLoad();
  const started = performance.now();
  await streamLoad.open(northlight.port, targets, openMaxMs);
  const openedPerSecond = count / ((performance.now() - started) / 1000);
  log(`streams: ${count} open, idle for ${idleMs / 1000} s`);
  await fetchServerMetrics(northlight);
  await delay(idleMs);
  const idle = await fetchServerMetrics(northlight);
  streamLoad.assertAllOpen();
  const each = (name: string, bytes: number): Measurement => ({
    suite,
    name: `${count.toLocaleString('en')} idle, ${name}`,
    value: bytes / count / 1000,
    unit: 'kB',
    decimals: 1,
  });
  const measurements: Measurement[] = [
    { ...each('memory of Node per stream', readRss(northlight) - before.rss), budget: { atMost: 20 } },
    each('of that heap, garbage included', (idle.heapUsedMb - before.heap) * 1e6),
    each('memory of the kernel per stream, both ends', readKernelMemory() - before.kernel),
    { suite, name: 'opened', value: openedPerSecond, unit: '/s' },
    millis('idle, loop delay p99', idle.loopDelayP99Ms),
    millis('idle, maximum loop delay', idle.loopDelayMaxMs),
    ...(await measureBroadcasts(context, northlight, companyIds, streamLoad)),
  ];
  await streamLoad.close();
  await northlight.stop();
  return measurements;
}

/** The time until half of all streams, and the last of them, receive an order that every company gets at once. */
async function measureBroadcasts(
  { log, pick }: SuiteContext,
  northlight: Northlight,
  companyIds: string[],
  streamLoad: StreamLoad,
): Promise<Measurement[]> {
  const broadcasts = pick({ smallest: 1, usual: 5 });
  const halves: number[] = [];
  const lasts: number[] = [];
  const delays: number[] = [];
  for (let nth = 1; nth <= broadcasts; nth += 1) {
    await delay(pauseMs);
    const { reachedAt } = await streamLoad.awaitChange(broadcastMaxMs);
    await fetchServerMetrics(northlight);
    const sentAt = Date.now();
    await Promise.all(companyIds.map((companyId) => sendShopOrder(northlight.port, companyId)));
    const at = toQuantiles(await reachedAt);
    halves.push(at(0.5) - sentAt);
    lasts.push(at(1) - sentAt);
    delays.push((await fetchServerMetrics(northlight)).loopDelayMaxMs);
    log(`streams: broadcast ${nth} of ${broadcasts}, the last stream received it after ${at(1) - sentAt} ms`);
  }
  const worst = (values: number[]) => Math.max(...values);
  return [
    millis('broadcast to all, half received it', toQuantiles(halves)(0.5)),
    millis('broadcast to all, the last received it', toQuantiles(lasts)(0.5)),
    millis('broadcast to all, the last received it, worst', worst(lasts)),
    millis('broadcast to all, maximum loop delay', worst(delays)),
  ];
}

async function makeTargets(northlight: Northlight, companyIds: string[], count: number) {
  const targets: { path: string; cookie: string }[] = [];
  for (const companyId of companyIds) {
    const nextCookie = await createViewerCookies(northlight, companyId);
    for (let nth = 0; nth < streamsPerCompany && targets.length < count; nth += 1)
      targets.push({ path: apiPaths.live(companyId), cookie: nextCookie() });
  }
  // Companies take turns, as their viewers would.
  return targets
    .map((_, index) => ({ index, order: index % streamsPerCompany }))
    .sort((one, other) => one.order - other.order)
    .flatMap(({ index }) => targets[index] ?? []);
}

/** Opens some streams first: one-time costs of a process must not count for each stream. */
async function warmUp(northlight: Northlight, targets: { path: string; cookie: string }[]): Promise<void> {
  for (const { path, cookie } of targets.slice(0, 100)) {
    const url = `http://127.0.0.1:${northlight.port}${path}`;
    const stream = await openStream({ url, cookie, onFrame: readRevision, onLost: () => {} });
    stream.close();
  }
}

function readRss({ pid }: Northlight): number {
  return (readMemory(pid)?.nowMb ?? Number.NaN) * 1e6;
}

function millis(name: string, value: number): Measurement {
  return { suite, name, value, unit: 'ms' };
}
