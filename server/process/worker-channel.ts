import { z } from 'zod';

/** One end of the connection between the parent and a worker. */
interface Port {
  send: (message: object, done: (error: Error | null) => void) => void;
  onMessage: (listener: (message: unknown) => void) => void;
}

type Answerer = (question: unknown) => unknown;

// Nothing asked and nothing answered arrive as no key at all.
const message = z.union([
  z.object({ ask: z.string(), id: z.number(), question: z.unknown().optional() }),
  z.object({ reply: z.number(), failure: z.string() }),
  z.object({ reply: z.number(), answer: z.unknown().optional() }),
]);

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** Questions and answers between the parent and a worker, in both directions. */
export class Channel {
  readonly #port: Port;
  readonly #answerers: Record<string, Answerer>;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(port: Port, answerers: Record<string, Answerer>) {
    this.#port = port;
    this.#answerers = answerers;
    port.onMessage((received) => {
      // The runtime itself sends messages here too.
      const parsed = message.safeParse(received);
      if (parsed.success) void this.#take(parsed.data);
    });
  }

  /** The other end's answer. Fails when it has none, or none in time. */
  ask(what: string, question: unknown, maxMs: number): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(id);
      };
      const waiting: Waiting = {
        resolve: (answer) => {
          end();
          resolve(answer);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      };
      const timer = setTimeout(() => waiting.reject(new Error(`no answer in time: ${what}`)), maxMs);
      this.#waiting.set(id, waiting);
      this.#send({ ask: what, id, question }, waiting.reject);
    });
  }

  async #take(received: z.infer<typeof message>): Promise<void> {
    if ('ask' in received) {
      const { ask, id: reply, question } = received;
      try {
        const answer = await this.#answerers[ask]?.(question);
        this.#send({ reply, answer });
      } catch (error) {
        this.#send({ reply, failure: error instanceof Error ? error.message : String(error) });
      }
      return;
    }
    const waiting = this.#waiting.get(received.reply);
    if ('failure' in received) waiting?.reject(new Error(received.failure));
    else waiting?.resolve(received.answer);
  }

  /** An other end that has gone answers nothing; whoever waits is told by the clock at the latest. */
  #send(text: object, onFailure: (error: Error) => void = () => {}): void {
    this.#port.send(text, (error) => {
      if (error) onFailure(error);
    });
  }
}
