const newline = 0x0a;
/** Far more than any row. Without a limit a damaged file could fill the memory. */
const lineMaxBytes = 16 * 1024 * 1024;

/** Reads a stream of bytes line by line, or many lines as blocks. Throws if it ends too early. */
export class LineReader {
  readonly #chunks: AsyncIterator<Buffer>;
  /** Bytes that were received but not read yet. They begin at the start of a line. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async readLine(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(newline);
      if (end !== -1) {
        const line = this.#rest.toString('utf8', 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      await this.#readMore();
    }
  }

  /** Yields blocks of lines up to the line `last`, and skips that line. */
  async *readLinesUntil(last: Buffer): AsyncGenerator<Buffer> {
    const lastAfterOthers = Buffer.concat([Buffer.of(newline), last]);
    for (;;) {
      if (this.#rest.subarray(0, last.length).equals(last)) {
        this.#rest = this.#rest.subarray(last.length);
        return;
      }
      const found = this.#rest.indexOf(lastAfterOthers);
      const end = found === -1 ? this.#rest.lastIndexOf(newline) : found;
      if (end === -1) {
        await this.#readMore();
        continue;
      }
      const lines = this.#rest.subarray(0, end + 1);
      this.#rest = this.#rest.subarray(end + 1);
      yield lines;
    }
  }

  /** Throws if there is more to read. */
  async requireEnd(): Promise<void> {
    if (this.#rest.length > 0 || !(await this.#chunks.next()).done)
      throw new Error('it continues after its end');
  }

  async #readMore(): Promise<void> {
    if (this.#rest.length > lineMaxBytes) throw new Error('it has a line without an end');
    const next = await this.#chunks.next();
    if (next.done) throw new Error('it ends too early');
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
  }
}
