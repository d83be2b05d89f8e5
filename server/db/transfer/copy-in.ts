import type pg from 'pg';

/** Enough for the largest table of a transfer. */
const transferMaxMs = 86_400_000;

/** Sends data to `COPY … FROM STDIN`, waiting whenever the socket's buffer is full. */
class CopyIn implements pg.Submittable {
  /** Read by `pg` instead of the connection's value, which is meant for short answers. */
  readonly query_timeout: number;
  /** Replaced by `pg`, which clears the timer of `query_timeout` in it. */
  callback: (error?: Error) => void = () => {};
  readonly #statement: string;
  #connection: pg.Connection | undefined;
  #rows = 0;
  #failure: Error | undefined;
  /** Ends the wait for `drain`, which never comes if the server rejects the data. */
  #stopWaiting: () => void = () => {};
  readonly #ready = createDeferred<void>();
  readonly #done = createDeferred<number>();

  constructor(statement: string, maxMs: number) {
    this.#statement = statement;
    this.query_timeout = maxMs;
    // Avoids unhandled rejections before `feed` awaits these promises; it then still gets the error.
    this.#ready.promise.catch(() => {});
    this.#done.promise.catch(() => {});
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  handleCopyInResponse(): void {
    this.#ready.resolve();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1]);
  }

  handleReadyForQuery(): void {
    this.callback();
    this.#done.resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.callback(error);
    this.#failure = error;
    this.#ready.reject(error);
    this.#done.reject(error);
    this.#stopWaiting();
  }

  /** Sends all chunks and returns the number of stored rows. */
  async feed(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<number> {
    await this.#ready.promise;
    try {
      for await (const chunk of chunks) await this.#send('d', chunk);
    } catch (error) {
      await this.#send('f', Buffer.from('the data ended early\0')).catch(() => {});
      await this.#done.promise.catch(() => {});
      throw error;
    }
    await this.#send('c', Buffer.alloc(0));
    return this.#done.promise;
  }

  /** Sends one message of the protocol: its type, length and content. */
  async #send(type: 'd' | 'c' | 'f', content: Buffer): Promise<void> {
    if (this.#failure) throw this.#failure;
    const stream = this.#connection?.stream;
    if (!stream?.writable) throw new Error('The connection to the database was lost.');
    const head = Buffer.alloc(5);
    head.write(type, 'latin1');
    head.writeUInt32BE(content.length + 4, 1);
    stream.cork();
    stream.write(head);
    const hasRoom = stream.write(content);
    stream.uncork();
    if (hasRoom) return;
    await new Promise<void>((resolve) => {
      this.#stopWaiting = resolve;
      stream.once('drain', resolve);
    });
  }
}

interface Deferred<Value> {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: Error) => void;
}

function createDeferred<Value>(): Deferred<Value> {
  let settle: Omit<Deferred<Value>, 'promise'> = { resolve: () => {}, reject: () => {} };
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

/**
 * Loads the chunks with `COPY … FROM STDIN` and returns the number of stored rows. After `maxMs` it rejects, and the
 * connection must be closed, because the server still expects data.
 */
export function copyIn(
  client: pg.ClientBase,
  statement: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  maxMs = transferMaxMs,
): Promise<number> {
  return client.query(new CopyIn(statement, maxMs)).feed(chunks);
}
