import { LRUCache } from 'lru-cache';

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * Token buckets by key. Each is refilled with `perSecond` tokens and holds at most `burst`. Above `keysMax` keys the
 * least recently used bucket is dropped; it starts full again.
 */
export class TokenBuckets {
  readonly #buckets: LRUCache<string, Bucket>;
  readonly #perSecond: number;
  readonly #burst: number;

  constructor(options: { perSecond: number; burst: number; keysMax?: number }) {
    this.#perSecond = options.perSecond;
    this.#burst = options.burst;
    this.#buckets = new LRUCache({ max: options.keysMax ?? 50_000 });
  }

  /** Removes `count` tokens and returns 0, or removes none and returns the seconds until there are enough. */
  consume(key: string, count: number, nowMs: number): number {
    const bucket = this.#refill(key, nowMs);
    if (bucket.tokens < count) return (count - bucket.tokens) / this.#perSecond;
    bucket.tokens -= count;
    return 0;
  }

  /** The seconds until there are `count` tokens, or 0. Removes none. */
  getWaitSeconds(key: string, count: number, nowMs: number): number {
    return Math.max(0, count - this.countTokens(key, nowMs)) / this.#perSecond;
  }

  /** The tokens that are left now. */
  countTokens(key: string, nowMs: number): number {
    return this.#refill(key, nowMs).tokens;
  }

  #refill(key: string, nowMs: number): Bucket {
    const known = this.#buckets.get(key);
    if (!known) {
      const bucket = { tokens: this.#burst, filledAt: nowMs };
      this.#buckets.set(key, bucket);
      return bucket;
    }
    const elapsedSeconds = Math.max(0, nowMs - known.filledAt) / 1000;
    known.tokens = Math.min(this.#burst, known.tokens + elapsedSeconds * this.#perSecond);
    known.filledAt = nowMs;
    return known;
  }
}
