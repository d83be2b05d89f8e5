import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Channel } from './channel.ts';
import { unavailable } from './errors.ts';

const keysMax = 20_000;
const askMaxMs = 1_000;

const tryShape = z.object({ key: z.string(), windowMs: z.number() });
const countShape = z.object({ current: z.number(), ttl: z.number() });
type Count = z.infer<typeof countShape>;

/** Counts tries in fixed windows of time, the parent's side: one count for all workers. */
export class SharedLimits {
  readonly #windows = new LRUCache<string, { tries: number; endsAt: number }>({ max: keysMax });

  count(question: unknown, now = Date.now()): Count {
    const { key, windowMs } = tryShape.parse(question);
    const known = this.#windows.get(key);
    const window = known && known.endsAt > now ? known : { tries: 0, endsAt: now + windowMs };
    window.tries += 1;
    this.#windows.set(key, window);
    return { current: window.tries, ttl: window.endsAt - now };
  }
}

/**
 * The worker's side, as @fastify/rate-limit wants it. Several tries of one address may arrive at
 * several workers: counted by each alone, every limit would be as many times higher.
 */
export function storeInParent(channel: Channel): FastifyRateLimitStoreCtor {
  // Each limited route has a store, told apart by its turn: every worker makes them in the same order.
  let stores = 0;
  return class Store implements FastifyRateLimitStore {
    readonly #turn = stores++;

    incr(key: string, callback: (error: Error | null, count?: Count) => void, windowMs: number): void {
      channel.ask('count-try', { key: `${this.#turn} ${key}`, windowMs }, askMaxMs).then(
        (answer) => callback(null, countShape.parse(answer)),
        // Refused rather than let through uncounted.
        (error) => callback(unavailable(error)),
      );
    }

    child(): FastifyRateLimitStore {
      return new Store();
    }
  };
}
