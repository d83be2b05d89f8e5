import { setTimeout as delay } from 'node:timers/promises';
import { apiPaths } from '../../contract/paths.ts';
import { createCompanies } from '../companies.ts';
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
import { readOrderCount, sendShopOrder } from '../shop-orders.ts';
import type { SuiteContext } from '../suite.ts';

const part = 'streams';
/** As many as the server lets watch one company. */
const streamsPerCompany = 200;
const eventsPerCompany = 2_000;
const broadcasts = 5;
/** Longer than two heartbeats, so that what they leave behind counts. */
const idleMs = 32_000;
const pauseMs = 1_000;
const openMaxMs = 15 * 60_000;
const broadcastMaxMs = 60_000;
const otherFiles = 300;

/** Many open portals where nothing happens: what each costs, and how soon all of them hear of a change. */
export async function streams(run: SuiteContext): Promise<Measurement[]> {
  if (process.platform !== 'linux') {
    run.log('streams: only Linux tells what they cost');
    return [];
  }
  const { streamCount: count, log: say } = run;
  const product = await startNorthlight(run);
  allowOpenFiles(product.pid, count + otherFiles);
  const companyIds = await createCompanies(product.databaseUrl, Math.ceil(count / streamsPerCompany));
  for (const companyId of companyIds)
    await loadHistory(product.client, { companyId, events: eventsPerCompany, days: 30, until: new Date() });
  const targets = await makeTargets(product, companyIds, count);
  await warmUp(product, targets);

  const before = {
    rss: readRss(product),
    heap: (await fetchServerMetrics(product)).heapUsedMb,
    kernel: readKernelMemory(),
  };
  say(`streams: opening ${count} over ${companyIds.length} companies`);
  const crowd = new StreamLoad();
  const started = performance.now();
  await crowd.open(product.port, targets, openMaxMs);
  const openedPerSecond = count / ((performance.now() - started) / 1000);
  say(`streams: ${count} open, idle for ${idleMs / 1000} s`);
  await fetchServerMetrics(product);
  await delay(idleMs);
  const idle = await fetchServerMetrics(product);
  crowd.assertAllOpen();
  const each = (name: string, bytes: number): Measurement => ({
    part,
    name: `${count.toLocaleString('en')} idle, ${name}`,
    value: bytes / count / 1000,
    unit: 'kB',
    decimals: 1,
  });
  const figures: Measurement[] = [
    { ...each('memory of Node each', readRss(product) - before.rss), budget: { atMost: 20 } },
    each('of that objects, garbage included', (idle.heapUsedMb - before.heap) * 1e6),
    each('memory of the kernel each, both ends', readKernelMemory() - before.kernel),
    { part, name: 'opened', value: openedPerSecond, unit: '/s' },
    millis('idle, loop delay p99', idle.loopDelayP99Ms),
    millis('idle, loop delay at most', idle.loopDelayMaxMs),
    ...(await measureBroadcasts(run, product, companyIds, crowd)),
  ];
  await crowd.close();
  await product.stop();
  return figures;
}

/** An order on every company at once: how long until half of all streams, and the last of them, have it. */
async function measureBroadcasts(
  { log: say }: SuiteContext,
  product: Northlight,
  companyIds: string[],
  crowd: StreamLoad,
): Promise<Measurement[]> {
  const halves: number[] = [];
  const lasts: number[] = [];
  const delays: number[] = [];
  const known = await equalizeOrderCounts(product, companyIds);
  for (let nth = 1; nth <= broadcasts; nth += 1) {
    await delay(pauseMs);
    const { reachedAt } = await crowd.awaitOrders(known + nth, broadcastMaxMs);
    await fetchServerMetrics(product);
    const sentAt = Date.now();
    await Promise.all(companyIds.map((companyId) => sendShopOrder(product.port, companyId)));
    const at = toQuantiles(await reachedAt);
    halves.push(at(0.5) - sentAt);
    lasts.push(at(1) - sentAt);
    delays.push((await fetchServerMetrics(product)).loopDelayMaxMs);
    say(`streams: broadcast ${nth} of ${broadcasts}, the last had it after ${at(1) - sentAt} ms`);
  }
  const worst = (values: number[]) => Math.max(...values);
  return [
    millis('broadcast to all, half have it', toQuantiles(halves)(0.5)),
    millis('broadcast to all, the last has it', toQuantiles(lasts)(0.5)),
    millis('broadcast to all, the last has it, worst', worst(lasts)),
    millis('broadcast to all, loop delay at most', worst(delays)),
  ];
}

/** Brings every company to the same number of orders, and tells it. */
async function equalizeOrderCounts(product: Northlight, companyIds: string[]): Promise<number> {
  const found = await product.client.query<{ company_id: string; orders: number }>(
    'SELECT company_id, orders::int AS orders FROM company_totals',
  );
  const counts = new Map(found.rows.map((row) => [row.company_id, row.orders]));
  const highest = Math.max(...counts.values());
  for (const companyId of companyIds) {
    for (let orders = counts.get(companyId) ?? 0; orders < highest; orders += 1)
      await sendShopOrder(product.port, companyId);
  }
  return highest;
}

async function makeTargets(product: Northlight, companyIds: string[], count: number) {
  const targets: { path: string; cookie: string }[] = [];
  for (const companyId of companyIds) {
    const viewer = await createViewerCookies(product, companyId);
    for (let nth = 0; nth < streamsPerCompany && targets.length < count; nth += 1)
      targets.push({ path: apiPaths.live(companyId), cookie: viewer() });
  }
  // Companies take turns, as their viewers would.
  return targets
    .map((_, index) => ({ index, order: index % streamsPerCompany }))
    .sort((one, other) => one.order - other.order)
    .flatMap(({ index }) => targets[index] ?? []);
}

/** What the first streams of a process bring with them is not the price of one more. */
async function warmUp(product: Northlight, targets: { path: string; cookie: string }[]): Promise<void> {
  for (const { path, cookie } of targets.slice(0, 100)) {
    const url = `http://127.0.0.1:${product.port}${path}`;
    const stream = await openStream({ url, cookie, onFrame: readOrderCount, onLost: () => {} });
    stream.close();
  }
}

function readRss({ pid }: Northlight): number {
  return (readMemory(pid)?.nowMb ?? Number.NaN) * 1e6;
}

function millis(name: string, value: number): Measurement {
  return { part, name, value, unit: 'ms' };
}
