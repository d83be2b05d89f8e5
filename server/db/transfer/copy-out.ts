import { Readable } from 'node:stream';
import type pg from 'pg';

const blockBytes = 64 * 1024;

/**
 * The output of `COPY … TO STDOUT` as a stream with backpressure. `pg` parses this part of the protocol, but leaves the
 * data to a query object such as this one.
 */
class CopyOut extends Readable implements pg.Submittable {
  /** Rows that have arrived so far. */
  rows = 0;
  readonly #statement: string;
  readonly #isByRow: boolean;
  #connection: pg.Connection | undefined;
  #block: Buffer[] = [];
  #blockBytes = 0;
  #isOver = false;

  constructor(statement: string, isByRow: boolean) {
    super(isByRow ? { objectMode: true, highWaterMark: 4 } : { highWaterMark: 4 * blockBytes });
    this.#statement = statement;
    this.#isByRow = isByRow;
    // A connection can end before the stream is read. Without a listener that would end the process. The reader gets
    // the same error from the destroyed stream.
    this.on('error', () => {});
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.rows += 1;
    // Copied, because the connection reuses the memory of the chunk.
    this.#block.push(Buffer.from(chunk));
    this.#blockBytes += chunk.length;
    if (this.#blockBytes >= blockBytes) this.#pushBlock();
  }

  handleCommandComplete(): void {
    this.#pushBlock();
  }

  handleReadyForQuery(): void {
    this.#isOver = true;
    this.push(null);
  }

  handleError(error: Error): void {
    this.#isOver = true;
    this.destroy(error);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // The reader stopped early. Only closing the connection stops the server from sending the rest.
    if (!this.#isOver) this.#connection?.stream.destroy();
    else this.#connection?.stream.resume();
    done(error);
  }

  #pushBlock(): void {
    if (this.#blockBytes === 0) return;
    const hasRoom = this.push(this.#isByRow ? this.#block : Buffer.concat(this.#block, this.#blockBytes));
    this.#block = [];
    this.#blockBytes = 0;
    if (!hasRoom) this.#connection?.stream.pause();
  }
}

export type { CopyOut };

export function copyOut(client: pg.ClientBase, statement: string): CopyOut {
  return client.query(new CopyOut(statement, false));
}

/** As `copyOut`, in arrays of whole rows: the protocol sends each row as one message, so that none has to be searched for. */
export function copyRowsOut(client: pg.ClientBase, statement: string): AsyncIterable<Buffer[]> {
  return client.query(new CopyOut(statement, true));
}
