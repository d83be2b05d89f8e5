import { z } from 'zod';

/** One end of the IPC connection between the parent and a worker. */
interface Port {
  send: (message: object, done: (error: Error | null) => void) => void;
  onMessage: (listener: (message: unknown) => void) => void;
}

type Handler = (payload: unknown) => unknown;

// `payload` and `result` are optional: JSON leaves out keys whose value is undefined.
const message = z.union([
  z.object({ request: z.string(), id: z.number(), payload: z.unknown().optional() }),
  z.object({ replyTo: z.number(), error: z.string() }),
  z.object({ replyTo: z.number(), result: z.unknown().optional() }),
]);

interface PendingRequest {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** Requests and responses between the parent and a worker, in both directions. */
export class IpcChannel {
  readonly #port: Port;
  readonly #handlers: Record<string, Handler>;
  readonly #pending = new Map<number, PendingRequest>();
  #requestCount = 0;

  constructor(port: Port, handlers: Record<string, Handler>) {
    this.#port = port;
    this.#handlers = handlers;
    port.onMessage((received) => {
      // Node itself also sends messages over this connection.
      const parsed = message.safeParse(received);
      if (parsed.success) void this.#onMessage(parsed.data);
    });
  }

  /**
   * Resolves with the result of the other end's handler. Rejects when the handler fails or does not respond in time.
   */
  request(name: string, payload: unknown, timeoutMs: number): Promise<unknown> {
    this.#requestCount += 1;
    const id = this.#requestCount;
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        this.#pending.delete(id);
      };
      const pending: PendingRequest = {
        resolve: (result) => {
          settle();
          resolve(result);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      };
      const timer = setTimeout(() => pending.reject(new Error(`no response in time: ${name}`)), timeoutMs);
      this.#pending.set(id, pending);
      this.#send({ request: name, id, payload }, pending.reject);
    });
  }

  async #onMessage(received: z.infer<typeof message>): Promise<void> {
    if ('request' in received) {
      const { request, id: replyTo, payload } = received;
      try {
        const result = await this.#handlers[request]?.(payload);
        this.#send({ replyTo, result });
      } catch (error) {
        this.#send({ replyTo, error: error instanceof Error ? error.message : String(error) });
      }
      return;
    }
    const pending = this.#pending.get(received.replyTo);
    if ('error' in received) pending?.reject(new Error(received.error));
    else pending?.resolve(received.result);
  }

  /** A message that could not be sent fails its request at once; a lost one fails it when its time is over. */
  #send(text: object, onFailure: (error: Error) => void = () => {}): void {
    this.#port.send(text, (error) => {
      if (error) onFailure(error);
    });
  }
}
