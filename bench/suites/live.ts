import { setTimeout as delay } from 'node:timers/promises';
import { apiPaths } from '../../contract/paths.ts';
import { startBrowser } from '../browser/browser.ts';
import { openStream } from '../load/sse-client.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import { type OrderCountChange, openPortal, type PortalPage } from '../portal-page.ts';
import { toQuantiles } from '../quantiles.ts';
import { readRevision, sendShopOrder } from '../shop-orders.ts';
import type { SuiteContext } from '../suite.ts';

const ordersPerSecond = 20;
const lastFrameMaxMs = 10_000;

/** The time from sending an event until a portal has the resulting number, with 200 portals open on the company. */
export async function live(context: SuiteContext): Promise<Measurement[]> {
  // 200 is the server's limit of streams per company; the last one is a browser.
  const portals = context.pick({ smallest: 5, usual: 200 });
  const streamsOpen = portals - 1;
  const orderCount = context.pick({ smallest: 10, usual: 200 });
  const backgroundPerSecond = context.pick({ smallest: 50, usual: 1_000 });
  const northlight = await startNorthlight(context);
  const companyId = await northlight.createCompany('Bench');
  const nextCookie = await createViewerCookies(northlight, companyId);
  const probe = new LatencyProbe(streamsOpen, orderCount);
  await probe.send(northlight, companyId);
  context.log(`live: opening ${portals} portals, one of them in a browser`);
  const url = `http://127.0.0.1:${northlight.port}${apiPaths.live(companyId)}`;
  const streams = await Promise.all(
    Array.from({ length: streamsOpen }, (_, index) =>
      openStream({
        url,
        cookie: nextCookie(),
        ...(process.platform === 'linux' ? { localAddress: `127.0.0.${2 + (index % 20)}` } : {}),
        onFrame: (frame) => probe.recordFrame(index, frame),
        onLost: (error) => probe.fail(error),
      }),
    ),
  );

  const browser = await startBrowser();
  probe.page = await openPortal(browser, northlight, { companyId, cookie: nextCookie() });

  context.log('live: without other load');
  const measurements = toFigures(streamsOpen, '', await probe.measure(northlight, companyId));
  context.log(`live: with ${backgroundPerSecond} events a second`);
  const durationMs = (orderCount / ordersPerSecond) * 1000 + 2_000;
  const background = context.load.run({
    port: northlight.port,
    path: apiPaths.trackAnalytics,
    connections: 20,
    durationMs,
    ratePerSecond: backgroundPerSecond,
    workload: { companyIds: [companyId], eventsPerRequest: 1 },
  });
  const withLoad = await probe.measure(northlight, companyId);
  await background;
  measurements.push(...toFigures(streamsOpen, `, with ${backgroundPerSecond} events/s`, withLoad));
  for (const stream of streams) stream.close();
  await browser.context.close();
  await northlight.stop();
  return measurements;
}

interface Latencies {
  streams: number[];
  browser: number[];
}

interface SentOrder {
  /** In milliseconds since 1970, to compare with the browser's clock. */
  sentAt: number;
  /** The revision that counts it: a portal has received it with a frame of this or a later one. */
  revision: number;
}

/** Sends orders, also while other events arrive, and records when each portal receives and shows them. */
class LatencyProbe {
  page: PortalPage | undefined;
  readonly #orderCount: number;
  readonly #frames: { revision: number; at: number }[][];
  #sent: SentOrder[] = [];
  #failure: Error | undefined;

  constructor(streamsOpen: number, orderCount: number) {
    this.#frames = Array.from({ length: streamsOpen }, () => []);
    this.#orderCount = orderCount;
  }

  recordFrame(stream: number, frame: string): void {
    const revision = readRevision(frame);
    if (revision !== undefined) this.#frames[stream]?.push({ revision, at: Date.now() });
  }

  fail(error: Error): void {
    this.#failure ??= error;
  }

  async send({ port, client }: Northlight, companyId: string): Promise<void> {
    const sentAt = Date.now();
    const id = await sendShopOrder(port, companyId);
    const found = await client.query<{ revision: string }>(
      `SELECT revision FROM event_changes WHERE company_id = $1 AND $2 = ANY (event_ids)
       ORDER BY revision DESC LIMIT 1`,
      [companyId, id],
    );
    this.#sent.push({ sentAt, revision: Number(found.rows[0]?.revision) });
  }

  /** Measures how long each portal waits for each order. */
  async measure(northlight: Northlight, companyId: string): Promise<Latencies> {
    const orderCount = this.#orderCount;
    const answers: Promise<void>[] = [];
    const first = this.#sent.length;
    for (const frames of this.#frames) frames.splice(0, frames.length - 1);
    const started = performance.now();
    let dueMs = 0;
    for (let sent = 0; sent < orderCount; sent += 1) {
      // At irregular intervals, so that they do not synchronize with the server's interval.
      dueMs += (Math.random() * 2 * 1000) / ordersPerSecond;
      await delay(Math.max(0, started + dueMs - performance.now()));
      answers.push(this.send(northlight, companyId));
    }
    await Promise.all(answers);
    this.#sent.sort((one, other) => one.sentAt - other.sentAt);
    const sent = this.#sent.slice(first);
    const deadline = performance.now() + lastFrameMaxMs;
    const last = Math.max(...sent.map(({ revision }) => revision));
    while (this.#frames.some((frames) => (frames.at(-1)?.revision ?? 0) < last)) {
      this.#assertBefore(deadline);
      await delay(20);
    }
    const changes = await this.#readPage(first + orderCount, deadline);
    const shownAt = (order: number) => changes.find((change) => change.orders > order)?.at ?? Number.NaN;
    return {
      streams: this.#frames.flatMap((frames) => sent.map((order) => toLatency(order, frames))),
      browser: sent.map(({ sentAt }, nth) => shownAt(first + nth) - sentAt),
    };
  }

  async #readPage(orders: number, deadline: number): Promise<OrderCountChange[]> {
    for (;;) {
      const changes = (await this.page?.readOrderCounts()) ?? [];
      if ((changes.at(-1)?.orders ?? 0) >= orders) return changes;
      this.#assertBefore(deadline);
      await delay(20);
    }
  }

  #assertBefore(deadline: number): void {
    if (this.#failure) throw this.#failure;
    if (performance.now() > deadline) throw new Error('live: a portal did not receive the last order');
  }
}

function toLatency(
  { sentAt, revision }: SentOrder,
  frames: readonly { revision: number; at: number }[],
): number {
  return (frames.find((frame) => frame.revision >= revision)?.at ?? Number.NaN) - sentAt;
}

function toFigures(
  streamsOpen: number,
  circumstances: string,
  { streams, browser }: Latencies,
): Measurement[] {
  const toMillis = (name: string, latencies: number[]) => {
    const at = toQuantiles(latencies);
    return (share: number): Measurement => ({
      suite: 'live',
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
