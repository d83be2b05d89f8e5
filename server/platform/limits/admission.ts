import { LRUCache } from 'lru-cache';
import { AppError, unavailable } from '../errors.ts';
import { type Requester, type Share, toShares } from './admission-shares.ts';

interface AdmissionOptions {
  /** How many pieces of work run at once. */
  slots: number;
  /** How many pieces of work wait. Beyond it, the newest of the company with the most is rejected. */
  waiting: number;
  /** How long a request may wait in all. */
  waitMaxMs: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/** A request that was admitted: it may ask for slots. */
export interface Turn {
  /** Runs work that needs a slot, such as a statement of DuckDB, when the requester's turn comes. Work may not ask for another slot. */
  use: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** The order of questions that wait: cards and charts, then lists, then everything else, then figures of many companies. */
const importances = ['figures', 'list', 'other', 'overview'] as const;
export type Importance = (typeof importances)[number];

interface Waiting {
  companyId: string;
  sessionId: string;
  importance: Importance;
  /** The shares that must have room before a request begins; undefined for work, which needs a slot. */
  shares: Share[] | undefined;
  start: () => void;
  reject: (error: AppError) => void;
}

type Asking = Pick<Waiting, 'companyId' | 'sessionId' | 'importance'>;

interface Held {
  companyId: string;
  sessionId: string;
  since: number;
}

interface Use {
  ms: number;
  at: number;
}

/** Usage this long ago counts about a third (1 / e). */
const forgetMs = 10_000;
/** A company that has used more than this lately leaves a slot to the others, also while none of them waits. */
const heavyMs = 2_000;
const requestersMax = 10_000;

/**
 * The queue of a process for questions about companies. A request begins while its session, its address and its company
 * run few others (`toShares`). Its work then gets one of few slots: how long work runs is known only afterwards, so the next
 * slot goes to the company that holds the fewest, then to that with the least time lately, and within it to such a session.
 * One that asks a lot delays others by about one piece of work, however much of it waits. See `FairQueue` for work whose
 * weight is known before. Of companies that hold the same number of slots, the more important question goes first.
 */
export class AdmissionQueue {
  readonly #options: AdmissionOptions;
  readonly #now: () => number;
  readonly #held = new Set<Held>();
  /** Requests that run, by the key of each of their shares. */
  readonly #running = new Map<string, number>();
  /** The waiting requests in the order of their calls. */
  #waiting: Waiting[] = [];
  readonly #uses = new LRUCache<string, Use>({ max: requestersMax });
  /** The turn of the product itself: work that no viewer waits for, such as a command. */
  readonly ownTurn: Turn;
  /**
   * The turn of figures of many companies. They count as one requester of the least importance, so that a portal never waits for
   * more than one piece of this work while the process has several slots.
   */
  readonly overviewTurn: Turn;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.ownTurn = this.#openTurn('', 'other');
    this.overviewTurn = this.#openTurn('overview', 'overview');
  }

  #openTurn(companyId: string, importance: Importance): Turn {
    const requester = { companyId, sessionId: '', importance };
    return { use: (work) => this.#use(requester, { waitMs: this.#options.waitMaxMs }, work) };
  }

  /** Work that runs or waits for a slot. */
  get load(): { running: number; waiting: number } {
    return { running: this.#held.size, waiting: this.#countWork() };
  }

  /**
   * Answers a request. Throws a 429 if too many of its session, address or company wait already or it waited too long for
   * them, and a 503 if its work waited too long for a slot or exceeds the queue.
   */
  async run<Result>(
    given: Requester,
    answer: (turn: Turn) => Promise<Result>,
    importance: Importance = 'other',
  ): Promise<Result> {
    const requester = { ...given, importance };
    const shares = toShares(requester);
    const budget = { waitMs: this.#options.waitMaxMs };
    if (this.#hasRoom(shares)) this.#count(shares, 1);
    else await this.#waitForRoom(requester, shares, budget);
    try {
      return await answer({ use: (work) => this.#use(requester, budget, work) });
    } finally {
      this.#count(shares, -1);
      this.#startWaiting();
    }
  }

  /** Rejects everything that waits. */
  rejectWaiting(): void {
    for (const waiting of this.#waiting.splice(0)) waiting.reject(unavailable());
  }

  async #waitForRoom(requester: Asking, shares: Share[], budget: { waitMs: number }): Promise<void> {
    const countWaiting = (key: string) =>
      this.#waiting.filter((waiting) => waiting.shares?.some((share) => share.key === key)).length;
    if (shares.some(({ key, waiting }) => countWaiting(key) >= waiting)) throw tooManyRequests();
    // Counted when it starts, so that no other request begins in between.
    await this.#wait({ ...requester, shares }, budget, tooManyRequests, () => this.#count(shares, 1));
  }

  async #use<Result>(
    { companyId, sessionId, importance }: Asking,
    budget: { waitMs: number },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const held: Held = { companyId, sessionId, since: 0 };
    await this.#wait({ companyId, sessionId, importance, shares: undefined }, budget, unavailable, () => {
      held.since = this.#now();
      this.#held.add(held);
    });
    try {
      return await work();
    } finally {
      const now = this.#now();
      this.#held.delete(held);
      for (const key of [toCompanyKey(held), toSessionKey(held)])
        this.#uses.set(key, { ms: this.#countUsed(key, now) + now - held.since, at: now });
      this.#startWaiting();
    }
  }

  /** Resolves when its turn comes, after `onStart`. What it waited is taken from the request's budget. */
  #wait(
    { companyId, sessionId, importance, shares }: Pick<Waiting, keyof Asking | 'shares'>,
    budget: { waitMs: number },
    toTimeout: () => AppError,
    onStart: () => void,
  ): Promise<void> {
    const { waitMs } = budget;
    const since = this.#now();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...{ companyId, sessionId, importance, shares },
        start: () => {
          clearTimeout(timer);
          // Several pieces of work of a request may wait at the same time.
          budget.waitMs = Math.min(budget.waitMs, waitMs - (this.#now() - since));
          onStart();
          resolve();
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        this.#remove(waiting);
        waiting.reject(toTimeout());
      }, waitMs);
      this.#waiting.push(waiting);
      this.#startWaiting();
      if (this.#countWork() > this.#options.waiting) this.#rejectFromLongest();
    });
  }

  #startWaiting(): void {
    // Starting one may take the room of the next.
    for (const waiting of this.#waiting.toSorted((a, b) => rankOf(a) - rankOf(b)))
      if (waiting.shares && this.#hasRoom(waiting.shares)) this.#start(waiting);
    while (this.#held.size < this.#options.slots) {
      const next = this.#findNextWork();
      if (!next) return;
      this.#start(next);
    }
  }

  #start(waiting: Waiting): void {
    this.#remove(waiting);
    waiting.start();
  }

  #findNextWork(): Waiting | undefined {
    const now = this.#now();
    let best: { waiting: Waiting; rank: number[] } | undefined;
    for (const waiting of this.#waiting) {
      if (waiting.shares) continue;
      const company = this.#toLoad(toCompanyKey(waiting), toCompanyKey, now);
      // A single slot cannot be left to others.
      const isOwnShare = company.held === 0 || company.held < this.#options.slots - 1;
      if (!isOwnShare && company.usedMs > heavyMs) continue;
      const session = this.#toLoad(toSessionKey(waiting), toSessionKey, now);
      const rank = [company.held, rankOf(waiting), company.usedMs, session.held, session.usedMs];
      if (!best || isBefore(rank, best.rank)) best = { waiting, rank };
    }
    return best?.waiting;
  }

  /** The slots that a company or session holds, and the time it used lately, with that of what runs. */
  #toLoad(key: string, toKey: (held: Held) => string, now: number): { held: number; usedMs: number } {
    let count = 0;
    let usedMs = this.#countUsed(key, now);
    for (const held of this.#held) {
      if (toKey(held) !== key) continue;
      count += 1;
      usedMs += now - held.since;
    }
    return { held: count, usedMs };
  }

  #countUsed(key: string, now: number): number {
    const use = this.#uses.get(key);
    return use ? use.ms * Math.exp((use.at - now) / forgetMs) : 0;
  }

  #countWork(): number {
    return this.#waiting.filter(({ shares }) => !shares).length;
  }

  #rejectFromLongest(): void {
    const work = this.#waiting.filter(({ shares }) => !shares);
    const counts = new Map<string, number>();
    for (const { companyId } of work) counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
    const longest = Math.max(...counts.values());
    const rejected = work.findLast(({ companyId }) => counts.get(companyId) === longest);
    if (!rejected) return;
    this.#remove(rejected);
    rejected.reject(unavailable());
  }

  #hasRoom(shares: Share[]): boolean {
    return shares.every(({ key, running }) => (this.#running.get(key) ?? 0) < running);
  }

  #count(shares: Share[], by: number): void {
    for (const { key } of shares) {
      const count = (this.#running.get(key) ?? 0) + by;
      if (count > 0) this.#running.set(key, count);
      else this.#running.delete(key);
    }
  }

  #remove(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((each) => each !== waiting);
  }
}

const rankOf = ({ importance }: Pick<Waiting, 'importance'>) => importances.indexOf(importance);
const toCompanyKey = ({ companyId }: Pick<Held, 'companyId'>) => companyId;
const toSessionKey = ({ companyId, sessionId }: Pick<Held, 'companyId' | 'sessionId'>) =>
  `${companyId} ${sessionId}`;

/** Whether the first number that differs is smaller. */
function isBefore(rank: readonly number[], other: readonly number[]): boolean {
  const index = rank.findIndex((value, place) => value !== other[place]);
  return index >= 0 && (rank[index] ?? 0) < (other[index] ?? 0);
}

function tooManyRequests(): AppError {
  return new AppError(
    429,
    'too-many-requests',
    'Too many requests for this portal are under way. Please try again in a moment.',
    { headers: { 'retry-after': '2' } },
  );
}
