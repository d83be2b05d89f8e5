import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/client.ts';
import { countAttempt, tooManyAttempts } from './attempts.ts';

/** The bytes that are counted in the database at once, as one attempt. */
const unitBytes = 1_000_000;
const daySeconds = 24 * 3_600;

interface DailyBytesOptions {
  db: Db;
  /** The beginning of the names under which attempts are stored. */
  name: string;
  /** Units of a million bytes within 24 hours. */
  unitsMax: number;
  /** The first sentence of the error message. */
  reason: string;
}

/**
 * Limits the bytes that each key stores within 24 hours, across all processes. A process counts a million of them in the
 * database at once and uses them up in its memory, so most requests cost no statement. A restart loses what is left of
 * them.
 */
export class DailyBytes {
  readonly #options: DailyBytesOptions;
  readonly #left = new LRUCache<string, number>({ max: 10_000 });
  readonly #counting = new Map<string, Promise<void>>();

  constructor(options: DailyBytesOptions) {
    this.#options = options;
  }

  /** Counts bytes. Throws a 429 if there would be too many. */
  async consume(key: string, bytes: number): Promise<void> {
    // Simultaneous requests wait for the same unit, and look again: others may have used it up.
    while (this.#getLeft(key) < bytes) {
      const counting =
        this.#counting.get(key) ?? this.#countUnit(key).finally(() => this.#counting.delete(key));
      this.#counting.set(key, counting);
      await counting;
    }
    this.#left.set(key, this.#getLeft(key) - bytes);
  }

  async #countUnit(key: string): Promise<void> {
    const { db, name, unitsMax: max, reason } = this.#options;
    const waitSeconds = await countAttempt(db, { key: `${name}:${key}`, max, windowSeconds: daySeconds });
    if (waitSeconds > 0) throw tooManyAttempts(waitSeconds, reason);
    this.#left.set(key, this.#getLeft(key) + unitBytes);
  }

  #getLeft(key: string): number {
    return this.#left.get(key) ?? 0;
  }
}
