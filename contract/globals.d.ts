/** Both browsers and Node.js have these, and nothing else of either is used here. */
declare class URLSearchParams {
  constructor(init?: string | URLSearchParams);
  get(name: string): string | null;
  getAll(name: string): string[];
  set(name: string, value: string): void;
  append(name: string, value: string): void;
  delete(name: string): void;
  toString(): string;
}

declare class URL {
  constructor(address: string, base?: string);
  readonly hostname: string;
}
