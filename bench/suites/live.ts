import { setTimeout as delay } from 'node:timers/promises';
import { apiPaths } from '../../contract/paths.ts';
import { startBrowser } from '../browser/browser.ts';
import { openStream } from '../load/sse-client.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import { type OrderCountChange, openPortal, type PortalPage } from '../portal-page.ts';
import { toQuantiles } from '../quantiles.ts';
import { readOrderCount, sendShopOrder } from '../shop-orders.ts';
import type { SuiteContext } from '../suite.ts';

/** All that the server lets watch one company; the last of them is a browser. */
const portals = 200;
const streamsOpen = portals - 1;
const orderCount = 200;
const ordersPerSecond = 20;
const backgroundPerSecond = 1_000;
const lastFrameMaxMs = 10_000;

/** From sending an event until a portal has the number it makes, with 200 portals open on the company. */
export async function live(run: SuiteContext): Promise<Measurement[]> {
  const product = await startNorthlight(run);
  const companyId = await product.createCompany('Bench');
  const viewer = await createViewerCookies(product, companyId);
  const watch = new LatencyProbe();
  await watch.send(product, companyId);
  run.log(`live: opening ${portals} portals, one of them in a browser`);
  const url = `http://127.0.0.1:${product.port}${apiPaths.live(companyId)}`;
  const streams = await Promise.all(
    Array.from({ length: streamsOpen }, (_, index) =>
      openStream({
        url,
        cookie: viewer(),
        ...(process.platform === 'linux' ? { localAddress: `127.0.0.${2 + (index % 20)}` } : {}),
        onFrame: (frame) => watch.recordFrame(index, frame),
        onLost: (error) => watch.fail(error),
      }),
    ),
  );

  const browser = await startBrowser();
  watch.page = await openPortal(browser, product, { companyId, cookie: viewer() });

  run.log('live: alone');
  const figures = toFigures('', await watch.measure(product, companyId));
  run.log(`live: beside ${backgroundPerSecond} events a second`);
  const durationMs = (orderCount / ordersPerSecond) * 1000 + 2_000;
  const background = run.load.run({
    port: product.port,
    path: apiPaths.trackAnalytics,
    connections: 20,
    durationMs,
    ratePerSecond: backgroundPerSecond,
    workload: { companyIds: [companyId], eventsPerRequest: 1 },
  });
  const beside = await watch.measure(product, companyId);
  await background;
  figures.push(...toFigures(`, beside ${backgroundPerSecond} events/s`, beside));
  for (const stream of streams) stream.close();
  await browser.context.close();
  await product.stop();
  return figures;
}

interface Latencies {
  streams: number[];
  browser: number[];
}

/** Sends orders, the one number the background leaves alone, and notes when each portal shows them. */
class LatencyProbe {
  page: PortalPage | undefined;
  /** Of each order, since 1970: the browser's clock is compared with ours. */
  readonly #sentAt: number[] = [];
  readonly #seen = new Array<number>(streamsOpen).fill(0);
  #latencies: number[] = [];
  #failure: Error | undefined;

  recordFrame(stream: number, frame: string): void {
    const orders = readOrderCount(frame) ?? 0;
    const now = Date.now();
    for (let order = this.#seen[stream] ?? 0; order < orders; order += 1) {
      this.#latencies.push(now - (this.#sentAt[order] ?? now));
    }
    this.#seen[stream] = Math.max(orders, this.#seen[stream] ?? 0);
  }

  fail(error: Error): void {
    this.#failure ??= error;
  }

  send(product: Northlight, companyId: string): Promise<void> {
    this.#sentAt.push(Date.now());
    return sendShopOrder(product.port, companyId);
  }

  /** How long each portal waited for each of `probes` orders. */
  async measure(product: Northlight, companyId: string): Promise<Latencies> {
    this.#latencies = [];
    const answers: Promise<void>[] = [];
    const first = this.#sentAt.length;
    const started = performance.now();
    let dueMs = 0;
    for (let sent = 0; sent < orderCount; sent += 1) {
      // Irregular, so that they do not fall into step with the server's own rhythm.
      dueMs += (Math.random() * 2 * 1000) / ordersPerSecond;
      await delay(Math.max(0, started + dueMs - performance.now()));
      answers.push(this.send(product, companyId));
    }
    await Promise.all(answers);
    const deadline = performance.now() + lastFrameMaxMs;
    while (this.#seen.some((orders) => orders < first + orderCount)) {
      this.#requireTime(deadline);
      await delay(20);
    }
    const notes = await this.#readPage(first + orderCount, deadline);
    const shownAt = (order: number) => notes.find((note) => note.orders > order)?.at ?? Number.NaN;
    return {
      streams: this.#latencies,
      browser: this.#sentAt.slice(first).map((sentAt, nth) => shownAt(first + nth) - sentAt),
    };
  }

  async #readPage(orders: number, deadline: number): Promise<OrderCountChange[]> {
    for (;;) {
      const notes = (await this.page?.readOrderCounts()) ?? [];
      if ((notes.at(-1)?.orders ?? 0) >= orders) return notes;
      this.#requireTime(deadline);
      await delay(20);
    }
  }

  #requireTime(deadline: number): void {
    if (this.#failure) throw this.#failure;
    if (performance.now() > deadline) throw new Error('live: some portal never saw the last order');
  }
}

function toFigures(circumstances: string, { streams, browser }: Latencies): Measurement[] {
  const toMillis = (name: string, latencies: number[]) => {
    const at = toQuantiles(latencies);
    return (share: number): Measurement => ({
      part: 'live',
      name: `${name}, p${share * 100}${circumstances}`,
      value: at(share),
      unit: 'ms',
    });
  };
  const onWire = toMillis(`event to ${streamsOpen} streams`, streams);
  const onScreen = toMillis('event to the number in a browser', browser);
  const budget = { atMost: 300 };
  return [
    onWire(0.5),
    { ...onWire(0.95), budget },
    onWire(0.99),
    onScreen(0.5),
    { ...onScreen(0.95), budget },
    onScreen(0.99),
  ];
}
