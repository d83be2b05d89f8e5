import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

export interface Attempt {
  key: string;
  max: number;
  windowMs: number;
}

/** As @fastify/rate-limit counts: allowed while `current` is not above the limit. `ttl` are the milliseconds to wait. */
export interface AttemptCount {
  current: number;
  ttl: number;
}

const keysMax = 20_000;
/** Of all keys together, which are the memory this may need. */
const timesMax = 200_000;

/**
 * Counts attempts so that at most `max` pass in any span of `windowMs`, wherever the span begins. It keeps the times of
 * those that passed, so an attempt that is refused prolongs nothing. The keys used longest ago are forgotten first.
 */
export class SlidingWindows {
  readonly #passed = new LRUCache<string, number[]>({
    max: keysMax,
    maxSize: timesMax,
    sizeCalculation: (times) => times.length,
  });

  /** How many keys are remembered. */
  get size(): number {
    return this.#passed.size;
  }

  count({ key, max, windowMs }: Attempt, now = performance.now()): AttemptCount {
    const recent = (this.#passed.get(key) ?? []).filter((at) => at > now - windowMs);
    const isRefused = recent.length >= max;
    if (!isRefused) recent.push(now);
    if (recent.length > 0) this.#passed.set(key, recent);
    const oldest = recent.at(-max) ?? recent[0] ?? now;
    return { current: isRefused ? max + 1 : recent.length, ttl: Math.ceil(windowMs - (now - oldest)) };
  }
}

/** The store of @fastify/rate-limit for one process. Each limited route counts apart from the others. */
export function slidingStore(): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    readonly #windows = new SlidingWindows();

    incr(
      key: string,
      callback: (error: Error | null, count?: AttemptCount) => void,
      windowMs: number,
      max: number,
    ): void {
      callback(null, this.#windows.count({ key, max, windowMs }));
    }

    child(): FastifyRateLimitStore {
      return new Store();
    }
  };
}
