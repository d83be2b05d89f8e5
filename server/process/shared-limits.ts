import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { z } from 'zod';
import { unavailable } from '../platform/errors.ts';
import { type AttemptCount, SlidingWindows } from '../platform/limits/sliding-windows.ts';
import type { Channel } from './worker-channel.ts';

const askMaxMs = 1_000;

const attemptShape = z.object({ key: z.string(), max: z.number(), windowMs: z.number() });
const countShape = z.object({ current: z.number(), ttl: z.number() });

/** Counts attempts, the parent's side: one count for all workers. */
export class SharedLimits {
  readonly #windows = new SlidingWindows();

  count(question: unknown): AttemptCount {
    return this.#windows.count(attemptShape.parse(question));
  }
}

/**
 * The worker's side, as @fastify/rate-limit wants it. Several attempts of one address may arrive at
 * several workers: counted by each alone, every limit would be as many times higher.
 */
export function storeInParent(channel: Channel): FastifyRateLimitStoreCtor {
  // Each limited route has a store, told apart by its turn: every worker makes them in the same order.
  let stores = 0;
  return class Store implements FastifyRateLimitStore {
    readonly #turn = stores++;

    incr(
      key: string,
      callback: (error: Error | null, count?: AttemptCount) => void,
      windowMs: number,
      max: number,
    ): void {
      channel.ask('count-try', { key: `${this.#turn} ${key}`, max, windowMs }, askMaxMs).then(
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
