/** The values of a statement. Text of a request reaches a statement only through `bind`. */
export class StatementValues {
  readonly list: (string | number)[] = [];
  readonly #placeholders = new Map<string | number, string>();

  /** The placeholder of a value, such as `$3`; the same for the same value. */
  bind(value: string | number): string {
    const known = this.#placeholders.get(value);
    if (known !== undefined) return known;
    this.list.push(value);
    const placeholder = `$${this.list.length}`;
    this.#placeholders.set(value, placeholder);
    return placeholder;
  }

  bindDay(day: string): string {
    return `${this.bind(day)}::DATE`;
  }

  /** Milliseconds since 1970, as a TIMESTAMP in UTC. */
  bindInstant(at: number): string {
    return `${this.bind(new Date(at).toISOString().slice(0, -1))}::TIMESTAMP`;
  }
}
