import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { apiPaths } from '../../contract/paths.ts';

export interface Visitors {
  /** Ids of the events that were answered with 200. */
  acknowledged: Set<string>;
  /** Failed requests since the last call, by status ("none" for no response), and the slowest in ms. */
  takeFailures: () => { statuses: Record<string, number>; slowestMs: number };
  /** Stops sending and waits for the requests under way. */
  stop: () => Promise<void>;
}

/** Pause before a failed event is sent again. */
const retryMs = 20;

/**
 * Simulates visitors that send page views one after another. Like the tracking script, each sends an event
 * again with the same id until it is answered with 200.
 */
export function startVisitors(url: () => string, companyId: string, count: number): Visitors {
  const acknowledged = new Set<string>();
  let failures: ReturnType<Visitors['takeFailures']> = { statuses: {}, slowestMs: 0 };
  let isStopping = false;

  async function run(visitor: number): Promise<void> {
    while (!isStopping) {
      const id = makeId();
      while (!isStopping && !(await send(id, visitor))) await pause(retryMs);
    }
  }

  async function send(id: string, visitor: number): Promise<boolean> {
    const event = {
      id,
      companyId,
      eventType: 'pageview',
      metadata: { url: `http://localhost/${visitor % 7}`, sessionId: `visitor-${visitor}` },
    };
    const began = performance.now();
    const countFailure = (status: string) => {
      failures.statuses[status] = (failures.statuses[status] ?? 0) + 1;
      failures.slowestMs = Math.max(failures.slowestMs, performance.now() - began);
    };
    try {
      const answer = await fetch(url() + apiPaths.trackAnalytics, {
        method: 'POST',
        headers: {
          'content-type': 'text/plain',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/145.0',
        },
        body: JSON.stringify(event),
        signal: AbortSignal.timeout(5_000),
      });
      await answer.arrayBuffer();
      if (answer.status === 200) acknowledged.add(id);
      else countFailure(String(answer.status));
      return answer.status === 200;
    } catch {
      // No response: the next attempt has the same id.
      countFailure('none');
      return false;
    }
  }

  const running = Promise.all(Array.from({ length: count }, (_, visitor) => run(visitor)));
  return {
    acknowledged,
    takeFailures: () => {
      const taken = failures;
      failures = { statuses: {}, slowestMs: 0 };
      return taken;
    },
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
}

/** A UUIDv7 with the current time. */
function makeId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const random = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-a${random.slice(3, 6)}-${random.slice(6, 18)}`;
}
