import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import { unavailable } from '../errors.ts';

export interface Attempt {
  key: string;
  max: number;
  windowMs: number;
}

/** In the format of @fastify/rate-limit: allowed while `current` is at most the limit. `ttl` is in milliseconds. */
export interface AttemptCount {
  current: number;
  ttl: number;
}

const keysMax = 20_000;
/** Attempts of all keys together. Limits the memory. */
const timesMax = 200_000;

/**
 * Allows at most `max` attempts in any span of `windowMs`. Stores only the times of allowed attempts, so a rejected
 * attempt does not extend the wait. Drops the least recently used keys first.
 */
export class SlidingWindows {
  readonly #allowed = new LRUCache<string, number[]>({
    max: keysMax,
    maxSize: timesMax,
    sizeCalculation: (times) => times.length,
  });

  /** The number of stored keys. */
  get size(): number {
    return this.#allowed.size;
  }

  count({ key, max, windowMs }: Attempt, now = performance.now()): AttemptCount {
    const recent = (this.#allowed.get(key) ?? []).filter((at) => at > now - windowMs);
    const isRejected = recent.length >= max;
    if (!isRejected) recent.push(now);
    if (recent.length > 0) this.#allowed.set(key, recent);
    const oldest = recent.at(-max) ?? recent[0] ?? now;
    return { current: isRejected ? max + 1 : recent.length, ttl: Math.ceil(windowMs - (now - oldest)) };
  }
}

/** Counts one attempt of a limited route. */
type CountAttempt = (attempt: Attempt) => Promise<AttemptCount> | AttemptCount;

/** A store for @fastify/rate-limit that counts in this process. Each limited route has its own counts. */
export const slidingWindowStore = (): FastifyRateLimitStoreCtor =>
  toRateLimitStore(() => {
    const windows = new SlidingWindows();
    return (attempt) => windows.count(attempt);
  });

/** A store for @fastify/rate-limit. `open` is called for each limited route. An attempt that cannot be counted is rejected. */
export function toRateLimitStore(open: () => CountAttempt): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    readonly #count = open();

    incr(
      key: string,
      callback: (error: Error | null, count?: AttemptCount) => void,
      windowMs: number,
      max: number,
    ): void {
      const counted = this.#count({ key, max, windowMs });
      if (counted instanceof Promise)
        counted.then(
          (count) => callback(null, count),
          (error) => callback(unavailable(error)),
        );
      else callback(null, counted);
    }

    child(): FastifyRateLimitStore {
      return new Store();
    }
  };
}
