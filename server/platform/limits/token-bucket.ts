import { LRUCache } from 'lru-cache';

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * Token buckets by key: `perSecond` tokens flow in, at most `burst` are held. Memory is bounded by
 * `keysMax`; a forgotten key starts full again.
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

  /** Takes `count` tokens and returns 0, or takes none and returns the seconds until there are enough. */
  take(key: string, count: number, nowMs: number): number {
    const bucket = this.#fill(key, nowMs);
    if (bucket.tokens < count) return (count - bucket.tokens) / this.#perSecond;
    bucket.tokens -= count;
    return 0;
  }

  /** The seconds until there are `count` tokens, or 0. Takes none. */
  findWait(key: string, count: number, nowMs: number): number {
    return Math.max(0, count - this.left(key, nowMs)) / this.#perSecond;
  }

  /** How many tokens a key has now. */
  left(key: string, nowMs: number): number {
    return this.#fill(key, nowMs).tokens;
  }

  #fill(key: string, nowMs: number): Bucket {
    const bucket = this.#buckets.get(key) ?? { tokens: this.#burst, filledAt: nowMs };
    const elapsedSeconds = Math.max(0, nowMs - bucket.filledAt) / 1000;
    bucket.tokens = Math.min(this.#burst, bucket.tokens + elapsedSeconds * this.#perSecond);
    bucket.filledAt = nowMs;
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
