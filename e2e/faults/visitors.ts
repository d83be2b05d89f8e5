import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { apiPaths } from '../../contract/paths.ts';

export interface Visitors {
  /** Ids of the events whose answer was 200. */
  acknowledged: Set<string>;
  /** Answers other than 200 since the last call, by status ("none" where none came), and the slowest in ms. */
  refusals: () => { statuses: Record<string, number>; slowestMs: number };
  /** Stops sending and waits for the answers under way. */
  stop: () => Promise<void>;
}

/** Before a refused event is sent again. */
const retryMs = 20;

/**
 * Visitors that each send page views one after another, as their browsers would: an event that got
 * no answer is sent again with the same id until it is answered or everything stops.
 */
export function startVisitors(url: () => string, companyId: string, count: number): Visitors {
  const acknowledged = new Set<string>();
  let refused: ReturnType<Visitors['refusals']> = { statuses: {}, slowestMs: 0 };
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
    const refuse = (status: string) => {
      refused.statuses[status] = (refused.statuses[status] ?? 0) + 1;
      refused.slowestMs = Math.max(refused.slowestMs, performance.now() - began);
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
      else refuse(String(answer.status));
      return answer.status === 200;
    } catch {
      // The server is away: the next try carries the same id.
      refuse('none');
      return false;
    }
  }

  const running = Promise.all(Array.from({ length: count }, (_, visitor) => run(visitor)));
  return {
    acknowledged,
    refusals: () => {
      const seen = refused;
      refused = { statuses: {}, slowestMs: 0 };
      return seen;
    },
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
}

/** A UUIDv7 of now. */
function makeId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const random = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-a${random.slice(3, 6)}-${random.slice(6, 18)}`;
}
