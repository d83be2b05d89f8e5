/** A value that is set once, later; others can already wait for it. */
export class Later<Value> {
  readonly value: Promise<Value>;
  #set: (value: Value) => void = () => undefined;

  constructor() {
    this.value = new Promise((resolve) => {
      this.#set = resolve;
    });
  }

  set(value: Value): void {
    this.#set(value);
  }
}
