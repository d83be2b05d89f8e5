/** Closes resources in reverse order of opening, on shutdown and after a failed start. */
export class Closers {
  readonly #closers: (() => Promise<unknown>)[] = [];
  isClosing = false;

  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  async closeAll(): Promise<void> {
    this.isClosing = true;
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) await close();
  }
}
