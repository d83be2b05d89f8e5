interface Options {
  /** How long further lists are waited for. */
  delayMs: number;
  /** Lists that are asked together. */
  listsMax: number;
  /** Whether an error means that fewer lists at once can be answered. */
  isTooLarge: (error: unknown) => boolean;
}

type Ask<List, Answer> = (lists: readonly List[]) => Promise<Answer[]>;

interface Waiting<List, Answer> {
  list: List;
  ask: Ask<List, Answer>;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** Lists of one question that arrive within a moment of each other are asked together, and each gets its answer. */
export class GatheredLists<List, Answer> {
  readonly #options: Options;
  readonly #open = new Map<string, Waiting<List, Answer>[]>();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * The answer to a list. `id`: the same for lists that can be asked together. `ask` answers several lists, in their order; that of
   * one of the lists is called.
   */
  ask(id: string, list: List, ask: Ask<List, Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = { list, ask, resolve, reject };
      const open = this.#open.get(id);
      if (open) {
        open.push(waiting);
        if (open.length >= this.#options.listsMax) this.#open.delete(id);
        return;
      }
      const gathered = [waiting];
      this.#open.set(id, gathered);
      setTimeout(() => {
        if (this.#open.get(id) === gathered) this.#open.delete(id);
        void this.#answer(gathered);
      }, this.#options.delayMs);
    });
  }

  async #answer(gathered: readonly Waiting<List, Answer>[]): Promise<void> {
    try {
      const answers = (await gathered[0]?.ask(gathered.map(({ list }) => list))) ?? [];
      for (const [index, { resolve, reject }] of gathered.entries()) {
        const answer = answers[index];
        if (answer === undefined) reject(new Error('a list has no answer'));
        else resolve(answer);
      }
    } catch (error) {
      if (gathered.length > 1 && this.#options.isTooLarge(error))
        for (const each of gathered) await this.#answer([each]);
      else for (const { reject } of gathered) reject(error);
    }
  }
}
