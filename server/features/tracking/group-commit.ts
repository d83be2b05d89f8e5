import { isDatabaseUnavailable } from '../../platform/error-handler.ts';
import { unavailable } from '../../platform/errors.ts';

export interface GroupCommitOptions<Item> {
  /** Stores the items for good; resolves after COMMIT. */
  commit: (items: Item[]) => Promise<void>;
  /** Most items in one commit. */
  batchMax: number;
  /** Most items waiting; beyond it the caller is told to come back. */
  queueMax: number;
  /** Longest a caller waits for its answer. */
  waitMaxMs: number;
  onFailure: (error: unknown, items: number) => void;
}

interface Waiting<Item> {
  items: Item[];
  since: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

/**
 * Gathers what arrives while a commit is under way into the next commit: no timer, so an idle server
 * answers at once, and a busy one shares the cost of the disk among many. A caller is answered only
 * after its own items are committed, or with 503 when that takes too long; items whose caller gave
 * up may still be stored, which is why each carries an id.
 */
export class GroupCommit<Item> {
  readonly #options: GroupCommitOptions<Item>;
  #queue: Waiting<Item>[] = [];
  #queuedItems = 0;
  #underway: Waiting<Item>[] = [];
  #isCommitting = false;
  #watch: NodeJS.Timeout | undefined;
  #idle: (() => void)[] = [];

  constructor(options: GroupCommitOptions<Item>) {
    this.#options = options;
  }

  get queuedItems(): number {
    return this.#queuedItems;
  }

  add(items: Item[]): Promise<void> {
    if (this.#queuedItems + items.length > this.#options.queueMax) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      this.#queue.push({ items, since: performance.now(), resolve, reject });
      this.#queuedItems += items.length;
      if (!this.#isCommitting) void this.#run();
    });
  }

  /** Resolves when nothing waits any more. */
  drained(): Promise<void> {
    if (!this.#isCommitting && this.#queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  async #run(): Promise<void> {
    this.#isCommitting = true;
    this.#watch ??= setInterval(() => this.#giveUpOnLate(), 100);
    // What arrives in this turn of the event loop travels together.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      this.#underway = this.#takeBatch();
      await this.#commit(this.#underway);
      this.#underway = [];
    }
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#isCommitting = false;
    setImmediate(() => {
      if (this.#isCommitting) return;
      for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  #takeBatch(): Waiting<Item>[] {
    let items = 0;
    let count = 0;
    for (const waiting of this.#queue) {
      if (count > 0 && items + waiting.items.length > this.#options.batchMax) break;
      items += waiting.items.length;
      count += 1;
    }
    this.#queuedItems -= items;
    return this.#queue.splice(0, count);
  }

  async #commit(batch: Waiting<Item>[]): Promise<void> {
    const items = batch.flatMap((waiting) => waiting.items);
    try {
      await this.#options.commit(items);
      // Answered a turn later: by then the next commit is on its way, and the database works while
      // the answers are written instead of after.
      setImmediate(() => {
        for (const waiting of batch) waiting.resolve();
      });
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        this.#options.onFailure(error, items.length);
        for (const waiting of batch) waiting.reject(unavailable(error));
      } else if (batch.length > 1) {
        // Something in here the database will not take: halving finds it, and spares its neighbours.
        const half = batch.length >> 1;
        await this.#commit(batch.slice(0, half));
        await this.#commit(batch.slice(half));
      } else {
        this.#options.onFailure(error, items.length);
        batch[0]?.reject(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  /** Answers those whose time is up. Rejecting twice, or after the commit resolved, does nothing. */
  #giveUpOnLate(): void {
    const latest = performance.now() - this.#options.waitMaxMs;
    for (const waiting of this.#underway) {
      if (waiting.since < latest) waiting.reject(unavailable());
    }
    while (this.#queue[0] && this.#queue[0].since < latest) {
      const late = this.#queue.shift();
      this.#queuedItems -= late?.items.length ?? 0;
      late?.reject(unavailable());
    }
  }
}
