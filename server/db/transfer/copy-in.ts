import type pg from 'pg';

/** Feeds `COPY … FROM STDIN`, at the pace the server takes it. */
class CopyIn implements pg.Submittable {
  readonly #statement: string;
  #connection: pg.Connection | undefined;
  #rows = 0;
  #failure: Error | undefined;
  /** Ends the wait for room, which a server that refuses the data never makes. */
  #wake: () => void = () => {};
  readonly #ready = promised<void>();
  readonly #done = promised<number>();

  constructor(statement: string) {
    this.#statement = statement;
    // A failure that nobody waits for yet is told to who feeds next.
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
    this.#done.resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#failure = error;
    this.#ready.reject(error);
    this.#done.reject(error);
    this.#wake();
  }

  /** Sends everything and gives the number of rows stored. */
  async feed(chunks: AsyncIterable<Buffer>): Promise<number> {
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

  /** One message of the protocol: its letter, its length, its contents. */
  async #send(letter: 'd' | 'c' | 'f', contents: Buffer): Promise<void> {
    if (this.#failure) throw this.#failure;
    const stream = this.#connection?.stream;
    if (!stream?.writable) throw new Error('The connection to the database was lost.');
    const head = Buffer.alloc(5);
    head.write(letter, 'latin1');
    head.writeUInt32BE(contents.length + 4, 1);
    stream.cork();
    stream.write(head);
    const wantsMore = stream.write(contents);
    stream.uncork();
    if (wantsMore) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      stream.once('drain', resolve);
    });
  }
}

interface Promised<Value> {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: Error) => void;
}

function promised<Value>(): Promised<Value> {
  let settle: Omit<Promised<Value>, 'promise'> = { resolve: () => {}, reject: () => {} };
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

/** Loads the chunks through `COPY … FROM STDIN` and gives the number of rows stored. */
export function copyIn(client: pg.Client, statement: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  return client.query(new CopyIn(statement)).feed(chunks);
}
