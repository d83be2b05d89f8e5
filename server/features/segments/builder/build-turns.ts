/** Days that are being written at once: their exported rows are on the disk. */
const openDaysMax = 4;

interface Waiting {
  /** Whether it begins with days that are not exported yet. */
  opens: boolean;
  start: () => void;
}

/**
 * The turns of the datasets that are built in one pass. They share a connection and the builder's memory, so one works at a time;
 * after each slice the next one continues, so that a large dataset delays another by about one slice.
 */
export class BuildTurns {
  readonly #waiting: Waiting[] = [];
  #isTaken = false;
  #openDays = 0;
  #takenAtMs = 0;
  #takenMs = 0;

  /** How long turns lasted. */
  get takenMs(): number {
    return this.#takenMs;
  }

  /** Resolves when it is the caller's turn. */
  async take(): Promise<void> {
    await this.#wait(false);
  }

  /** Ends the caller's turn. */
  release(): void {
    this.#isTaken = false;
    this.#takenMs += performance.now() - this.#takenAtMs;
    this.#startNext();
  }

  /** Lets the others continue first. Nothing may be under way on the shared connection. */
  async pass(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const turn = this.#wait(false);
    this.release();
    await turn;
  }

  /** Runs `work`, which exports days and writes them slice by slice, once there is room for them. In the caller's turn. */
  async openDays<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#openDays >= openDaysMax) {
      const turn = this.#wait(true);
      this.release();
      await turn;
    } else this.#openDays += 1;
    try {
      return await work();
    } finally {
      this.#openDays -= 1;
    }
  }

  #wait(opens: boolean): Promise<void> {
    const turn = new Promise<void>((start) => {
      this.#waiting.push({ opens, start });
    });
    if (!this.#isTaken) this.#startNext();
    return turn;
  }

  #startNext(): void {
    const index = this.#waiting.findIndex(({ opens }) => !opens || this.#openDays < openDaysMax);
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (!next) return;
    this.#isTaken = true;
    this.#takenAtMs = performance.now();
    if (next.opens) this.#openDays += 1;
    next.start();
  }
}
