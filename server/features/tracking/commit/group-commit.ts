import { AppError, unavailable } from '../../../platform/errors.ts';
import { isDatabaseUnavailable } from '../../../platform/http/error-handler.ts';
import { FairQueue } from './fair-queue.ts';

export interface GroupCommitOptions<Item> {
  /** Stores the items for good; resolves after COMMIT. */
  commit: (items: Item[]) => Promise<void>;
  /** Most items in one commit. */
  batchMax: number;
  /** Most items waiting; beyond it the caller is told to come back. */
  queueMax: number;
  /** Most items of one company waiting; by default a quarter of the queue. */
  companyMax?: number;
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
 * up may still be stored, which is why each carries an id. Companies take turns in a batch, so that the
 * flood of one does not delay the events of another.
 */
export class GroupCommit<Item> {
  readonly #options: GroupCommitOptions<Item>;
  readonly #queue = new FairQueue<Waiting<Item>>();
  #underway: Waiting<Item>[] = [];
  #isCommitting = false;
  #watch: NodeJS.Timeout | undefined;
  #idle: (() => void)[] = [];

  constructor(options: GroupCommitOptions<Item>) {
    this.#options = options;
  }

  get queuedItems(): number {
    return this.#queue.size;
  }

  add(companyId: string, items: Item[]): Promise<void> {
    const { queueMax, companyMax = Math.max(1, Math.floor(queueMax / 4)) } = this.#options;
    const ofCompany = this.#queue.sizeOf(companyId);
    if (ofCompany > 0 && ofCompany + items.length > companyMax) return Promise.reject(tooManyWaiting());
    while (this.#queue.size + items.length > queueMax) {
      // Room is made only at the cost of a company that has more waiting than this one would have.
      const dropped = this.#queue.dropFromLongest(ofCompany + items.length);
      if (!dropped) return Promise.reject(unavailable());
      dropped.reject(tooManyWaiting());
    }
    return new Promise((resolve, reject) => {
      this.#queue.push(companyId, { items, since: performance.now(), resolve, reject }, items.length);
      if (!this.#isCommitting) void this.#run();
    });
  }

  /** Resolves when nothing waits any more. */
  drained(): Promise<void> {
    if (!this.#isCommitting && this.#queue.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  async #run(): Promise<void> {
    this.#isCommitting = true;
    this.#watch ??= setInterval(() => this.#giveUpOnLate(), 100);
    // What arrives in this turn of the event loop travels together.
    await new Promise(setImmediate);
    while (this.#queue.size > 0) {
      this.#underway = this.#queue.dequeue(this.#options.batchMax);
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
    for (const late of this.#queue.dropWhile((waiting) => waiting.since < latest)) late.reject(unavailable());
  }
}

function tooManyWaiting(): AppError {
  return new AppError(429, 'too-many-requests', 'Too many events of this company are waiting to be stored.', {
    headers: { 'retry-after': '2' },
  });
}
