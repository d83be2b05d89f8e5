import { AppError } from '../../platform/errors.ts';

/** How many queries may run, and how many may wait. A page sends a few in parallel. */
const ofSession = { underway: 4, waiting: 12 };
/** For all viewers of a company at one address: half of the limit for all its viewers. */
const ofAddress = { underway: 8, waiting: 32 };
const ofViewers = { underway: 16, waiting: 64 };
/** Separate from the viewers' limit, so that viewers cannot lock administrators out. */
const ofAdmins = { underway: 8, waiting: 32 };
const waitMaxMs = 2_000;

export interface QueryOwner {
  companyId: string;
  sessionId: string;
  isAdmin: boolean;
  /** The key that limits of the caller's address are counted under. */
  address: string;
}

interface Bound {
  name: string;
  underway: number;
  waiting: number;
}

interface Waiting {
  bounds: Bound[];
  admit: () => void;
  timer: NodeJS.Timeout;
}

/**
 * Limits the concurrent portal queries of one session, one address, and all viewers of one company. Further queries
 * wait in a queue for up to 2 seconds and are then rejected with a 429. A session or address at its own limit does not
 * block other requests in the queue.
 */
export class PortalQueryLimit {
  readonly #underway = new Map<string, number>();
  #waiting: Waiting[] = [];

  async run<Answer>(asker: QueryOwner, ask: () => Promise<Answer>): Promise<Answer> {
    const bounds = toBounds(asker);
    if (this.#hasRoom(bounds)) this.#change(bounds, 1);
    else await this.#wait(bounds);
    try {
      return await ask();
    } finally {
      this.#change(bounds, -1);
      this.#admitNext();
    }
  }

  #hasRoom(bounds: Bound[]): boolean {
    return bounds.every(({ name, underway }) => (this.#underway.get(name) ?? 0) < underway);
  }

  /** Resolves once the asker is counted as under way. */
  #wait(bounds: Bound[]): Promise<void> {
    const countWaiting = (name: string) =>
      this.#waiting.filter((each) => each.bounds.some((bound) => bound.name === name)).length;
    if (bounds.some(({ name, waiting }) => countWaiting(name) >= waiting))
      return Promise.reject(tooManyQuestions());
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        reject(tooManyQuestions());
      };
      const waiting: Waiting = { bounds, admit: resolve, timer: setTimeout(refuse, waitMaxMs).unref() };
      this.#waiting.push(waiting);
    });
  }

  #admitNext(): void {
    this.#waiting = this.#waiting.filter(({ bounds, admit, timer }) => {
      if (!this.#hasRoom(bounds)) return true;
      clearTimeout(timer);
      this.#change(bounds, 1);
      admit();
      return false;
    });
  }

  #change(bounds: Bound[], by: number): void {
    for (const { name } of bounds) {
      const count = (this.#underway.get(name) ?? 0) + by;
      if (count > 0) this.#underway.set(name, count);
      else this.#underway.delete(name);
    }
  }
}

function toBounds({ companyId, sessionId, isAdmin, address }: QueryOwner): Bound[] {
  const own = { name: `session ${sessionId}`, ...ofSession };
  if (isAdmin) return [own, { name: `administrators ${companyId}`, ...ofAdmins }];
  return [
    own,
    { name: `address ${companyId} ${address}`, ...ofAddress },
    { name: `viewers ${companyId}`, ...ofViewers },
  ];
}

function tooManyQuestions(): AppError {
  return new AppError(
    429,
    'too-many-requests',
    'Too many requests for this portal are under way. Please try again in a moment.',
    { headers: { 'retry-after': '2' } },
  );
}
