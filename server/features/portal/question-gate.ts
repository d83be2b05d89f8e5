import { AppError } from '../../platform/errors.ts';

/** How many questions may be under way, and how many may wait: a page asks a few at once. */
const ofSession = { underway: 4, waiting: 12 };
/** Of all viewers of a company at one address: half of what all of them have. */
const ofAddress = { underway: 8, waiting: 32 };
const ofViewers = { underway: 16, waiting: 64 };
/** Apart from the viewers, who so cannot lock them out. */
const ofAdmins = { underway: 8, waiting: 32 };
const waitMaxMs = 2_000;

export interface Asker {
  companyId: string;
  sessionId: string;
  isAdmin: boolean;
  /** What the caller's address is limited by. */
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
 * Bounds the questions to the database that one session, one address, and all viewers of one company have
 * under way. More wait in turn for a moment and are then refused. One at its own limit does not hold up those
 * behind it.
 */
export class QuestionGate {
  readonly #underway = new Map<string, number>();
  #waiting: Waiting[] = [];

  async run<Answer>(asker: Asker, ask: () => Promise<Answer>): Promise<Answer> {
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

function toBounds({ companyId, sessionId, isAdmin, address }: Asker): Bound[] {
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
