/**
 * A bounded cache that keeps at least the `max` keys used last, at most twice as many. Unlike a linked list, a look-up
 * of a key that was used recently changes nothing, which makes it several times faster in a busy process.
 */
export class RecentMap<Value> {
  readonly #max: number;
  #recent = new Map<string, Value>();
  #earlier = new Map<string, Value>();

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#recent.size + this.#earlier.size;
  }

  get(key: string): Value | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const earlier = this.#earlier.get(key);
    if (earlier === undefined) return undefined;
    this.#earlier.delete(key);
    this.set(key, earlier);
    return earlier;
  }

  set(key: string, value: Value): void {
    if (this.#recent.size >= this.#max && !this.#recent.has(key)) {
      this.#earlier = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
  }

  clear(): void {
    this.#recent = new Map();
    this.#earlier = new Map();
  }
}
