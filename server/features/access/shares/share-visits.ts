import type { Db } from '../../../db/client.ts';
import { type OpenedShareRow, recordShareOpenings } from '../openings/openings.ts';

/**
 * Counts how often share links are opened. Those that arrive while one link is being counted are counted together afterwards:
 * hundreds may open a page that embeds it at the same time, and each would wait for the row with a connection.
 */
export class ShareVisits {
  readonly #db: Db;
  readonly #counting = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, { count: number; counted: Promise<void> }>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns once the visit is stored. */
  add(share: OpenedShareRow): Promise<void> {
    const waiting = this.#waiting.get(share.access_id);
    if (waiting) {
      waiting.count += 1;
      return waiting.counted;
    }
    const next = { count: 1, counted: Promise.resolve() };
    this.#waiting.set(share.access_id, next);
    next.counted = this.#countNext(share, next);
    return next.counted;
  }

  async #countNext(share: OpenedShareRow, next: { count: number }): Promise<void> {
    const { access_id: id } = share;
    await this.#counting.get(id)?.catch(() => {});
    this.#waiting.delete(id);
    const counting = recordShareOpenings(this.#db, share, next.count, new Date());
    this.#counting.set(id, counting);
    try {
      await counting;
    } finally {
      if (this.#counting.get(id) === counting) this.#counting.delete(id);
    }
  }
}
