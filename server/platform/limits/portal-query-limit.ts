import { AppError } from '../errors.ts';

/** How many queries of one session may run and wait. An opened portal sends about twelve at once; two tabs fit. */
const sessionLimit = { running: 4, waiting: 24 };
/** For all viewers of a company at one address: half of the limit for all its viewers. */
const addressLimit = { running: 8, waiting: 32 };
const viewersLimit = { running: 16, waiting: 64 };
/** Separate from the viewers' limit, so that viewers cannot lock administrators out. */
const adminsLimit = { running: 8, waiting: 32 };
/** Longer than a page's twelve questions take on a busy machine, shorter than a browser waits for an answer. */
const waitMaxMs = 8_000;

export interface QueryOwner {
  companyId: string;
  sessionId: string;
  isAdmin: boolean;
  /** The key that limits of the caller's address are counted under. */
  address: string;
}

interface CountedLimit {
  name: string;
  running: number;
  waiting: number;
}

interface QueuedQuery {
  limits: CountedLimit[];
  admit: () => void;
  timer: NodeJS.Timeout;
}

/**
 * Limits the concurrent portal queries of one session, one address, and all viewers of one company. Further queries
 * wait in a queue for up to 8 seconds and are then rejected with a 429. A session or address at its own limit does not
 * block other requests in the queue.
 */
export class PortalQueryLimit {
  readonly #running = new Map<string, number>();
  #waiting: QueuedQuery[] = [];

  async run<Result>(owner: QueryOwner, query: () => Promise<Result>): Promise<Result> {
    const limits = toLimits(owner);
    if (this.#hasRoom(limits)) this.#change(limits, 1);
    else await this.#wait(limits);
    try {
      return await query();
    } finally {
      this.#change(limits, -1);
      this.#admitNext();
    }
  }

  #hasRoom(limits: CountedLimit[]): boolean {
    return limits.every(({ name, running }) => (this.#running.get(name) ?? 0) < running);
  }

  /** Resolves when the query may run and is counted as running. */
  #wait(limits: CountedLimit[]): Promise<void> {
    const countWaiting = (name: string) =>
      this.#waiting.filter((each) => each.limits.some((limit) => limit.name === name)).length;
    if (limits.some(({ name, waiting }) => countWaiting(name) >= waiting))
      return Promise.reject(tooManyQueries());
    return new Promise((resolve, reject) => {
      const timeOut = () => {
        this.#waiting = this.#waiting.filter((each) => each !== queued);
        reject(tooManyQueries());
      };
      const queued: QueuedQuery = { limits, admit: resolve, timer: setTimeout(timeOut, waitMaxMs).unref() };
      this.#waiting.push(queued);
    });
  }

  #admitNext(): void {
    this.#waiting = this.#waiting.filter(({ limits, admit, timer }) => {
      if (!this.#hasRoom(limits)) return true;
      clearTimeout(timer);
      this.#change(limits, 1);
      admit();
      return false;
    });
  }

  #change(limits: CountedLimit[], by: number): void {
    for (const { name } of limits) {
      const count = (this.#running.get(name) ?? 0) + by;
      if (count > 0) this.#running.set(name, count);
      else this.#running.delete(name);
    }
  }
}

function toLimits({ companyId, sessionId, isAdmin, address }: QueryOwner): CountedLimit[] {
  const own = { name: `session ${sessionId}`, ...sessionLimit };
  if (isAdmin) return [own, { name: `administrators ${companyId}`, ...adminsLimit }];
  return [
    own,
    { name: `address ${companyId} ${address}`, ...addressLimit },
    { name: `viewers ${companyId}`, ...viewersLimit },
  ];
}

function tooManyQueries(): AppError {
  return new AppError(
    429,
    'too-many-requests',
    'Too many requests for this portal are under way. Please try again in a moment.',
    { headers: { 'retry-after': '2' } },
  );
}
