import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { apiPaths } from '../../contract/paths.ts';
import type { TrackingEventInput } from '../../contract/tracking.ts';
import { makeEventId } from '../../server/features/tracking/tracking.ts';
import type { Figure } from '../figures.ts';
import { type Product, startProduct } from '../product.ts';
import { toQuantiles } from '../quantiles.ts';
import type { Run } from '../run.ts';
import { openStream } from '../sse-client.ts';
import { makeViewers } from '../viewers.ts';
import { userAgents } from '../workload.ts';

const portals = 200;
const probes = 200;
const probesPerSecond = 20;
const backgroundPerSecond = 1_000;
const lastFrameMaxMs = 10_000;

/** From sending an event until a portal has the number it makes, with 200 portals open on the company. */
export async function live(run: Run): Promise<Figure[]> {
  const product = await startProduct(run);
  const companyId = await product.createCompany('Bench');
  const viewer = await makeViewers(product, companyId);
  const watch = new Watch();
  run.say(`live: opening ${portals} portals`);
  const url = `http://127.0.0.1:${product.port}${apiPaths.live(companyId)}`;
  const streams = await Promise.all(
    Array.from({ length: portals }, (_, index) =>
      openStream({
        url,
        cookie: viewer(),
        onFrame: (frame) => watch.see(index, frame),
        onLost: (error) => watch.fail(error),
      }),
    ),
  );

  run.say('live: alone');
  const figures = toFigures('', await watch.probe(product, companyId));
  run.say(`live: beside ${backgroundPerSecond} events a second`);
  const durationMs = (probes / probesPerSecond) * 1000 + 2_000;
  const background = run.load.run({
    port: product.port,
    path: apiPaths.trackAnalytics,
    connections: 20,
    durationMs,
    ratePerSecond: backgroundPerSecond,
    workload: { companyIds: [companyId], eventsPerRequest: 1 },
  });
  const beside = await watch.probe(product, companyId);
  await background;
  figures.push(...toFigures(`, beside ${backgroundPerSecond} events/s`, beside));
  for (const stream of streams) stream.close();
  await product.stop();
  return figures;
}

/** Sends orders, the one number the background leaves alone, and notes when each portal shows them. */
class Watch {
  readonly #sentAt: number[] = [];
  readonly #seen = new Array<number>(portals).fill(0);
  #latencies: number[] = [];
  #failure: Error | undefined;

  see(portal: number, frame: string): void {
    const orders = Number(/"orders":\[[\d.]+,(\d+)/.exec(frame)?.[1] ?? 0);
    const now = performance.now();
    for (let order = this.#seen[portal] ?? 0; order < orders; order += 1) {
      this.#latencies.push(now - (this.#sentAt[order] ?? now));
    }
    this.#seen[portal] = Math.max(orders, this.#seen[portal] ?? 0);
  }

  fail(error: Error): void {
    this.#failure ??= error;
  }

  /** How long each portal waited for each of `probes` orders. */
  async probe(product: Product, companyId: string): Promise<number[]> {
    this.#latencies = [];
    const answers: Promise<void>[] = [];
    const first = this.#sentAt.length;
    const started = performance.now();
    let dueMs = 0;
    for (let sent = 0; sent < probes; sent += 1) {
      // Irregular, so that they do not fall into step with the server's own rhythm.
      dueMs += (Math.random() * 2 * 1000) / probesPerSecond;
      await delay(Math.max(0, started + dueMs - performance.now()));
      this.#sentAt.push(performance.now());
      answers.push(sendOrder(product.port, companyId));
    }
    await Promise.all(answers);
    const deadline = performance.now() + lastFrameMaxMs;
    while (this.#seen.some((orders) => orders < first + probes)) {
      if (this.#failure) throw this.#failure;
      if (performance.now() > deadline) throw new Error('live: some portal never saw the last order');
      await delay(20);
    }
    return this.#latencies;
  }
}

async function sendOrder(port: number, companyId: string): Promise<void> {
  const order: TrackingEventInput = {
    id: makeEventId(new Date()),
    companyId,
    eventType: 'order',
    metadata: { orderId: randomUUID(), amount: 19.9 },
  };
  const answer = await fetch(`http://127.0.0.1:${port}${apiPaths.trackAnalytics}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': userAgents[0] ?? '' },
    body: JSON.stringify(order),
  });
  if (!answer.ok) throw new Error(`live: an order was refused with ${answer.status}`);
  await answer.arrayBuffer();
}

function toFigures(circumstances: string, latencies: number[]): Figure[] {
  const at = toQuantiles(latencies);
  const millis = (share: number): Figure => ({
    part: 'live',
    name: `event to ${portals} portals, p${share * 100}${circumstances}`,
    value: at(share),
    unit: 'ms',
  });
  return [millis(0.5), { ...millis(0.95), budget: { atMost: 300 } }, millis(0.99)];
}
