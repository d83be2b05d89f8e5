import { AppError, unavailable } from '../../../platform/errors.ts';
import { isDatabaseUnavailable } from '../../../platform/http/error-handler.ts';
import { FairQueue } from './fair-queue.ts';

export interface GroupCommitOptions<Item> {
  /** Stores the items durably; resolves after COMMIT. */
  commit: (items: Item[]) => Promise<void>;
  /** Maximum number of items in one commit. */
  batchMax: number;
  /** Maximum number of queued items. Beyond it, `add` rejects with 503. */
  queueMax: number;
  /** Maximum number of queued items of one company; by default a quarter of the queue. */
  companyMax?: number;
  /** Maximum time until a caller gets its answer. */
  waitMaxMs: number;
  onFailure: (error: unknown, items: number) => void;
}

interface Entry<Item> {
  items: Item[];
  since: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

/**
 * Collects the items that arrive during a commit and stores them together in the next one. Without a timer, an idle
 * server answers at once, and a busy one writes many items per disk flush. A caller is answered after its items are
 * committed, or with 503 when that takes too long. Items whose caller got a 503 may still be stored, which is why each
 * has an id. Companies alternate within a batch, so that a flood from one does not delay the events of another.
 */
export class GroupCommit<Item> {
  readonly #options: GroupCommitOptions<Item>;
  readonly #queue = new FairQueue<Entry<Item>>();
  #committing: Entry<Item>[] = [];
  #isCommitting = false;
  #timeoutCheck: NodeJS.Timeout | undefined;
  #idle: (() => void)[] = [];

  constructor(options: GroupCommitOptions<Item>) {
    this.#options = options;
  }

  get queuedItems(): number {
    return this.#queue.size;
  }

  add(companyId: string, items: Item[]): Promise<void> {
    const { queueMax, companyMax = Math.max(1, Math.floor(queueMax / 4)) } = this.#options;
    const queuedOfCompany = this.#queue.sizeOf(companyId);
    if (queuedOfCompany > 0 && queuedOfCompany + items.length > companyMax)
      return Promise.reject(tooManyQueued());
    while (this.#queue.size + items.length > queueMax) {
      // A company loses items only if it has more queued than this one would have.
      const dropped = this.#queue.dropFromLongest(queuedOfCompany + items.length);
      if (!dropped) return Promise.reject(unavailable());
      dropped.reject(tooManyQueued());
    }
    return new Promise((resolve, reject) => {
      this.#queue.push(companyId, { items, since: performance.now(), resolve, reject }, items.length);
      if (!this.#isCommitting) void this.#run();
    });
  }

  /** Resolves when no item is queued or being committed. */
  drained(): Promise<void> {
    if (!this.#isCommitting && this.#queue.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  async #run(): Promise<void> {
    this.#isCommitting = true;
    this.#timeoutCheck ??= setInterval(() => this.#rejectLate(), 100);
    // Items that arrive in this turn of the event loop are committed together.
    await new Promise(setImmediate);
    while (this.#queue.size > 0) {
      this.#committing = this.#queue.dequeue(this.#options.batchMax);
      await this.#commit(this.#committing);
      this.#committing = [];
    }
    clearInterval(this.#timeoutCheck);
    this.#timeoutCheck = undefined;
    this.#isCommitting = false;
    setImmediate(() => {
      if (this.#isCommitting) return;
      for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  async #commit(batch: Entry<Item>[]): Promise<void> {
    const items = batch.flatMap((entry) => entry.items);
    try {
      await this.#options.commit(items);
      // Resolved a turn later, when the next commit is already sent, so that the database works while the answers are
      // written.
      setImmediate(() => {
        for (const entry of batch) entry.resolve();
      });
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        this.#options.onFailure(error, items.length);
        for (const entry of batch) entry.reject(unavailable(error));
      } else if (batch.length > 1) {
        // The database rejects one of the items. Splitting the batch finds it, and the others are stored.
        const half = batch.length >> 1;
        await this.#commit(batch.slice(0, half));
        await this.#commit(batch.slice(half));
      } else {
        this.#options.onFailure(error, items.length);
        batch[0]?.reject(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  /** Rejects callers that waited too long. Rejecting twice, or after the commit resolved, has no effect. */
  #rejectLate(): void {
    const latest = performance.now() - this.#options.waitMaxMs;
    for (const entry of this.#committing) {
      if (entry.since < latest) entry.reject(unavailable());
    }
    for (const late of this.#queue.dropWhile((entry) => entry.since < latest)) late.reject(unavailable());
  }
}

function tooManyQueued(): AppError {
  return new AppError(429, 'too-many-requests', 'Too many events of this company are waiting to be stored.', {
    headers: { 'retry-after': '2' },
  });
}
