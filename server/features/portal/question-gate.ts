import { AppError } from '../../platform/errors.ts';

const ofSessionMax = 4;
const ofCompanyMax = 16;
/** Most that wait: a page asks a few questions at once, and a few tabs open together. */
const waitingOfSessionMax = 12;
const waitingOfCompanyMax = 64;
const waitMaxMs = 2_000;

interface Asker {
  companyId: string;
  sessionId: string;
}

interface Waiting extends Asker {
  admit: () => void;
  timer: NodeJS.Timeout;
}

/**
 * Bounds the questions to the database that one session, and all viewers of one company, have under way.
 * More wait in turn for a moment and are then refused. A session at its own limit does not hold up those
 * behind it.
 */
export class QuestionGate {
  readonly #underway = new Map<string, number>();
  #waiting: Waiting[] = [];

  async run<Answer>(asker: Asker, ask: () => Promise<Answer>): Promise<Answer> {
    if (this.#hasRoom(asker)) this.#change(asker, 1);
    else await this.#wait(asker);
    try {
      return await ask();
    } finally {
      this.#change(asker, -1);
      this.#admitNext();
    }
  }

  #hasRoom({ companyId, sessionId }: Asker): boolean {
    return (
      this.#count(`session ${sessionId}`) < ofSessionMax && this.#count(`company ${companyId}`) < ofCompanyMax
    );
  }

  /** Resolves once the asker is counted as under way. */
  #wait(asker: Asker): Promise<void> {
    const { companyId, sessionId } = asker;
    const ofSession = this.#waiting.filter((each) => each.sessionId === sessionId).length;
    const ofCompany = this.#waiting.filter((each) => each.companyId === companyId).length;
    if (ofSession >= waitingOfSessionMax || ofCompany >= waitingOfCompanyMax)
      return Promise.reject(tooManyQuestions());
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        reject(tooManyQuestions());
      };
      const waiting: Waiting = {
        ...asker,
        admit: resolve,

        timer: setTimeout(refuse, waitMaxMs).unref(),
      };
      this.#waiting.push(waiting);
    });
  }

  #admitNext(): void {
    this.#waiting = this.#waiting.filter((waiting) => {
      if (!this.#hasRoom(waiting)) return true;
      clearTimeout(waiting.timer);
      this.#change(waiting, 1);
      waiting.admit();
      return false;
    });
  }

  #count(name: string): number {
    return this.#underway.get(name) ?? 0;
  }

  #change({ companyId, sessionId }: Asker, by: number): void {
    for (const name of [`company ${companyId}`, `session ${sessionId}`]) {
      const count = this.#count(name) + by;
      if (count > 0) this.#underway.set(name, count);
      else this.#underway.delete(name);
    }
  }
}

function tooManyQuestions(): AppError {
  return new AppError(
    429,
    'too-many-requests',
    'Too many requests for this portal are under way. Please try again in a moment.',
    { headers: { 'retry-after': '2' } },
  );
}
