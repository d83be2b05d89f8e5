import { LRUCache } from 'lru-cache';
import { unavailable } from '../errors.ts';

/** Whom work is done for. */
export interface SlotUser {
  companyId: string;
  sessionId: string;
}

/** The product itself: work that no viewer waits for, such as a command. */
const ownWork: SlotUser = { companyId: '', sessionId: '' };

interface FairSlotsOptions {
  /** How many run at once. */
  running: number;
  /** How many wait. Beyond it, the newest of the company with the most is refused. */
  waiting: number;
  waitMaxMs: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

interface Running {
  user: SlotUser;
  since: number;
}

interface Waiting {
  user: SlotUser;
  start: () => void;
  refuse: () => void;
}

interface Use {
  ms: number;
  at: number;
}

/** What was used this long ago counts about a third (1 / e). */
const forgetMs = 10_000;
/** A company that has used more than this lately leaves a slot to the others, also while none of them waits. */
const heavyMs = 2_000;
const usersMax = 10_000;

/**
 * Lets few pieces of work run at once. How long each takes is known only afterwards, so the next slot goes to the
 * company that holds the fewest, then to that with the least time lately, and within it to such a session. One
 * that asks a lot delays others by about one piece of work, however much of it waits. Work that waited too long, or
 * exceeds the queue, is refused with a 503. See `FairQueue` for work whose weight is known before.
 */
export class FairSlots {
  readonly #options: FairSlotsOptions;
  readonly #now: () => number;
  readonly #running = new Set<Running>();
  /** In the order of their calls. */
  #waiting: Waiting[] = [];
  readonly #uses = new LRUCache<string, Use>({ max: usersMax });

  constructor(options: FairSlotsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get load(): { running: number; waiting: number } {
    return { running: this.#running.size, waiting: this.#waiting.length };
  }

  async run<Result>(user: SlotUser | undefined, work: () => Promise<Result>): Promise<Result> {
    const slot = await this.#acquire(user ?? ownWork);
    try {
      return await work();
    } finally {
      this.#release(slot);
    }
  }

  /** Refuses everything that waits. */
  refuseWaiting(): void {
    for (const waiting of this.#waiting.splice(0)) waiting.refuse();
  }

  #acquire(user: SlotUser): Promise<Running> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        user,
        start: () => {
          clearTimeout(timer);
          const slot = { user, since: this.#now() };
          this.#running.add(slot);
          resolve(slot);
        },
        refuse: () => {
          clearTimeout(timer);
          reject(unavailable());
        },
      };
      const timer = setTimeout(() => {
        this.#remove(waiting);
        waiting.refuse();
      }, this.#options.waitMaxMs);
      this.#waiting.push(waiting);
      this.#startNext();
      if (this.#waiting.length > this.#options.waiting) this.#refuseFromLongest();
    });
  }

  #release(slot: Running): void {
    const now = this.#now();
    this.#running.delete(slot);
    for (const key of [toCompanyKey(slot.user), toSessionKey(slot.user)])
      this.#uses.set(key, { ms: this.#countUsed(key, now) + now - slot.since, at: now });
    this.#startNext();
  }

  #startNext(): void {
    while (this.#running.size < this.#options.running) {
      const next = this.#findNext();
      if (!next) return;
      this.#remove(next);
      next.start();
    }
  }

  #findNext(): Waiting | undefined {
    const now = this.#now();
    let best: { waiting: Waiting; rank: number[] } | undefined;
    for (const waiting of this.#waiting) {
      const company = this.#toLoad(toCompanyKey(waiting.user), toCompanyKey, now);
      // A single slot cannot be left to others.
      const isOwnShare = company.held === 0 || company.held < this.#options.running - 1;
      if (!isOwnShare && company.usedMs > heavyMs) continue;
      const session = this.#toLoad(toSessionKey(waiting.user), toSessionKey, now);
      const rank = [company.held, company.usedMs, session.held, session.usedMs];
      if (!best || isBefore(rank, best.rank)) best = { waiting, rank };
    }
    return best?.waiting;
  }

  /** The slots that a company or session holds, and the time it used lately, with that of what runs. */
  #toLoad(key: string, toKey: (user: SlotUser) => string, now: number): { held: number; usedMs: number } {
    let held = 0;
    let usedMs = this.#countUsed(key, now);
    for (const { user, since } of this.#running) {
      if (toKey(user) !== key) continue;
      held += 1;
      usedMs += now - since;
    }
    return { held, usedMs };
  }

  #countUsed(key: string, now: number): number {
    const use = this.#uses.get(key);
    return use ? use.ms * Math.exp((use.at - now) / forgetMs) : 0;
  }

  #refuseFromLongest(): void {
    const counts = new Map<string, number>();
    for (const { user } of this.#waiting) counts.set(user.companyId, (counts.get(user.companyId) ?? 0) + 1);
    const longest = Math.max(...counts.values());
    const refused = this.#waiting.findLast(({ user }) => counts.get(user.companyId) === longest);
    if (!refused) return;
    this.#remove(refused);
    refused.refuse();
  }

  #remove(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((each) => each !== waiting);
  }
}

const toCompanyKey = ({ companyId }: SlotUser) => companyId;
const toSessionKey = ({ companyId, sessionId }: SlotUser) => `${companyId} ${sessionId}`;

/** Whether the first number that differs is smaller. */
function isBefore(rank: readonly number[], other: readonly number[]): boolean {
  const index = rank.findIndex((value, place) => value !== other[place]);
  return index >= 0 && (rank[index] ?? 0) < (other[index] ?? 0);
}
