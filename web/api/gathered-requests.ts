interface Waiting<Answer> {
  name: string;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

type Ask<Answer, Name extends string> = (names: Name[]) => Promise<Answer[]>;

/** Questions of one kind that are asked in the same moment are one request, whose answer has an answer to each. */
export class GatheredRequests<Answer, Name extends string = string> {
  readonly #open = new Map<string, Waiting<Answer>[]>();

  /** The answer to a question. `id`: the same for questions that one request may ask. `ask` answers several, in order. */
  ask<Asked extends Name>(id: string, name: Asked, ask: Ask<Answer, Asked>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = { name, resolve, reject };
      const open = this.#open.get(id);
      if (open) {
        open.push(waiting);
        return;
      }
      const gathered = [waiting];
      this.#open.set(id, gathered);
      // Components that appear together ask in one task.
      setTimeout(() => {
        this.#open.delete(id);
        const names = [...new Set(gathered.map((each) => each.name as Asked))];
        ask(names).then(
          (answers) => {
            for (const each of gathered) {
              const answer = answers[names.indexOf(each.name as Asked)];
              if (answer === undefined) each.reject(new Error('a question has no answer'));
              else each.resolve(answer);
            }
          },
          (error: unknown) => {
            for (const each of gathered) each.reject(error);
          },
        );
      });
    });
  }
}
