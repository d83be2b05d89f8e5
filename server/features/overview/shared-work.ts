import { LRUCache } from 'lru-cache';
import { toAppError } from '../../platform/http/error-handler.ts';

/** Something to be computed, and the key under which everyone shares it. */
export interface Task<Value> {
  key: string;
  compute: () => Promise<Value>;
}

/** The result of a task. `later`: it was not ready in time, or could not be computed at the moment. */
export type Outcome<Value> = { is: 'known'; value: Value } | { is: 'failed' } | { is: 'later' };

interface SharedWorkOptions<Value> {
  /** How many tasks run at once. */
  runningMax: number;
  /** Characters of the values that are kept, as JSON. */
  keptCharactersMax: number;
  /** Whether a value stays right as long as its key. Others are kept for a moment. */
  isFinal: (value: Value) => boolean;
  onError: (error: unknown) => void;
}

interface Entry<Value> {
  task: Task<Value>;
  outcome: Promise<Outcome<Value>>;
  resolve: (outcome: Outcome<Value>) => void;
  isRunning: boolean;
  /** Requests that want it, with those that were answered without it: the next one is likely to ask again. */
  askers: number;
}

interface Asking {
  /** How long to wait for what is not known; undefined for as long as necessary. */
  waitMs?: number;
  /** Ends the work that no other request wants. */
  signal?: AbortSignal;
}

/** Tasks that wait. Beyond it, the ones that were asked for longest ago are dropped. */
const waitingMax = 6_000;
/** A value that is not final, such as one that lacks the newest events. */
const passingMs = 5_000;
/** After a failure, a task is not tried again for this long. */
const failedMs = 15_000;
const busyMs = 1_000;

/**
 * Computes what requests ask for, a few tasks at a time, and keeps it. A task is computed once for all who ask, those of the latest
 * request first, and continues when its request was answered without it.
 */
export class SharedWork<Value> {
  readonly #options: SharedWorkOptions<Value>;
  readonly #kept: LRUCache<string, Outcome<Value>>;
  readonly #entries = new Map<string, Entry<Value>>();
  /** The next task first. */
  #waiting: Entry<Value>[] = [];
  #running = 0;

  constructor(options: SharedWorkOptions<Value>) {
    this.#options = options;
    this.#kept = new LRUCache({ max: 20_000, maxSize: options.keptCharactersMax });
  }

  /** Tasks that run or wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  /** The outcomes of tasks, in their order. */
  async ask(tasks: readonly Task<Value>[], { waitMs, signal }: Asking = {}): Promise<Outcome<Value>[]> {
    const kept = tasks.map(({ key }) => this.#kept.get(key));
    const missing = tasks.filter((_, at) => !kept[at]);
    if (missing.length === 0) return kept.map((outcome) => outcome ?? { is: 'later' });
    const entries = this.#enqueue(missing);
    const isOver = await this.#settle([...entries.values()], waitMs, signal);
    if (signal?.aborted) for (const entry of entries.values()) this.#leave(entry);
    const found = new Map<string, Outcome<Value>>();
    if (isOver) for (const [key, { outcome }] of entries) found.set(key, await outcome);
    return tasks.map(({ key }, at) => kept[at] ?? found.get(key) ?? this.#kept.get(key) ?? { is: 'later' });
  }

  /** Drops everything that waits. */
  close(): void {
    for (const entry of this.#waiting.splice(0)) this.#finish(entry, { is: 'later' });
  }

  #enqueue(tasks: readonly Task<Value>[]): Map<string, Entry<Value>> {
    const asked = new Map<string, Entry<Value>>();
    for (const task of tasks) {
      if (asked.has(task.key)) continue;
      const entry = this.#entries.get(task.key) ?? createEntry(task);
      this.#entries.set(task.key, entry);
      entry.askers += 1;
      asked.set(task.key, entry);
    }
    const first = [...asked.values()].filter(({ isRunning }) => !isRunning);
    const isFirst = new Set(first);
    this.#waiting = [...first, ...this.#waiting.filter((entry) => !isFirst.has(entry))];
    for (const entry of this.#waiting.splice(waitingMax)) this.#finish(entry, { is: 'later' });
    this.#startNext();
    return asked;
  }

  /** Whether all are settled; false after the time, or once the request has ended. */
  async #settle(
    entries: readonly Entry<Value>[],
    waitMs: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const all = Promise.all(entries.map(({ outcome }) => outcome)).then(() => true);
    let stop = () => {};
    const given = new Promise<boolean>((resolve) => {
      const timer = waitMs === undefined ? undefined : setTimeout(() => resolve(false), waitMs);
      const onAbort = () => resolve(false);
      if (signal?.aborted) onAbort();
      signal?.addEventListener('abort', onAbort);
      stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
    });
    try {
      return await Promise.race([all, given]);
    } finally {
      stop();
    }
  }

  #leave(entry: Entry<Value>): void {
    entry.askers -= 1;
    if (entry.askers > 0 || entry.isRunning || this.#entries.get(entry.task.key) !== entry) return;
    this.#waiting = this.#waiting.filter((each) => each !== entry);
    this.#finish(entry, { is: 'later' });
  }

  #startNext(): void {
    while (this.#running < this.#options.runningMax) {
      const entry = this.#waiting.shift();
      if (!entry) return;
      entry.isRunning = true;
      this.#running += 1;
      void this.#run(entry).finally(() => {
        this.#running -= 1;
        this.#startNext();
      });
    }
  }

  async #run(entry: Entry<Value>): Promise<void> {
    const { key, compute } = entry.task;
    try {
      const value = await compute();
      const outcome = { is: 'known', value } as const;
      const size = key.length + JSON.stringify(value).length;
      this.#kept.set(key, outcome, { size, ttl: this.#options.isFinal(value) ? 0 : passingMs });
      this.#finish(entry, outcome);
    } catch (error) {
      const isBusy = toAppError(error).status === 503;
      if (!isBusy) this.#options.onError(error);
      const outcome = { is: isBusy ? 'later' : 'failed' } as const;
      this.#kept.set(key, outcome, { size: key.length, ttl: isBusy ? busyMs : failedMs });
      this.#finish(entry, outcome);
    }
  }

  #finish(entry: Entry<Value>, outcome: Outcome<Value>): void {
    this.#entries.delete(entry.task.key);
    entry.resolve(outcome);
  }
}

function createEntry<Value>(task: Task<Value>): Entry<Value> {
  let resolve: Entry<Value>['resolve'] = () => {};
  const outcome = new Promise<Outcome<Value>>((settle) => {
    resolve = settle;
  });
  return { task, outcome, resolve, isRunning: false, askers: 0 };
}
