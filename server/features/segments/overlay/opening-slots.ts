import { unavailable } from '../../../platform/errors.ts';

/** Each opening holds a connection of the pool, and memory of DuckDB for up to 100,000 rows. */
const runningMax = 2;
const waitingMax = 100;
/** As long as a question may take. */
const waitMaxMs = 5_000;

/** Lets few datasets be opened at once. Further ones wait in the order of their calls, and are rejected with a 503 after a while. */
export class OpeningSlots {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  async run<Result>(open: () => Promise<Result>): Promise<Result> {
    if (this.#running < runningMax) this.#running += 1;
    else await this.#wait();
    try {
      return await open();
    } finally {
      const next = this.#waiting.shift();
      // The next one takes over the slot.
      if (next) next();
      else this.#running -= 1;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= waitingMax) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(unavailable());
      }, waitMaxMs);
      this.#waiting.push(start);
    });
  }
}
