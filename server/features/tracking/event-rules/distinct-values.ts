import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

interface DistinctValuesOptions {
  /** Most different values of one key in one window. */
  max: number;
  /** Maximum that one address may add. The maximum is much lower once most of the values are used. */
  addressMax: number;
  windowMs: number;
}

interface Window {
  number: number;
  /** Hashes, because the values themselves can be long. */
  seen: Set<number>;
  /** How many of them came from which address; addresses by a hash with few values. */
  addedBy: Map<number, number>;
}

/** Most hashes kept in all, some 20 MB; the least recently used keys are forgotten first. */
const hashesMax = 500_000;
const keysMax = 10_000;
/** Addresses are counted by hash in this many slots. */
const addressSlots = 65_536;
/** Once the fraction `from` of `max` is used, an address may add only `share` of `addressMax`, at least `scarceMin`. */
const scarcity = [
  { from: 3 / 4, share: 1 / 40 },
  { from: 1 / 2, share: 1 / 10 },
];
const scarceMin = 5;
/** Small integers take less memory than other numbers. */
const hashMask = 0x3fff_ffff;

/**
 * Limits how many different values a key (a company) gets in a window of time. Each process counts alone
 * and starts at zero, so the bound is approximate: with several processes, or after a restart, more values
 * get through, never fewer. A value that was admitted stays admitted until its window ends.
 */
export class DistinctValues {
  readonly #options: DistinctValuesOptions;
  #hashes = 0;
  readonly #windows = new LRUCache<string, Window>({
    max: keysMax,
    dispose: ({ seen }) => {
      this.#hashes -= seen.size;
    },
  });
  // Unknown outside, so that nobody can compute values that share a hash.
  readonly #seed = randomBytes(4).readUInt32LE();

  constructor(options: DistinctValuesOptions) {
    this.#options = options;
  }

  /** How many values are remembered, of all keys. */
  get remembered(): number {
    return this.#hashes;
  }

  /** Whether a value is one of those admitted, or may become one. */
  admit(key: string, value: string, address: string, nowMs: number): boolean {
    const window = this.#open(key, Math.floor(nowMs / this.#options.windowMs));
    const hash = this.#hash(value);
    if (window.seen.has(hash)) return true;
    const slot = this.#hash(address) % addressSlots;
    const added = window.addedBy.get(slot) ?? 0;
    if (window.seen.size >= this.#options.max || added >= this.#findShare(window.seen.size)) return false;
    window.seen.add(hash);
    window.addedBy.set(slot, added + 1);
    this.#hashes += 1;
    // Never the one just used, unless it alone is over the bound.
    while (this.#hashes > hashesMax && this.#windows.size > 1) this.#windows.pop();
    return true;
  }

  /** The more values are used, the fewer one address may add, so that a few addresses cannot use up all of them. */
  #findShare(taken: number): number {
    const { max, addressMax } = this.#options;
    const stage = scarcity.find(({ from }) => taken >= max * from);
    return stage ? Math.min(addressMax, Math.max(scarceMin, addressMax * stage.share)) : addressMax;
  }

  #open(key: string, number: number): Window {
    const known = this.#windows.get(key);
    if (known?.number === number) return known;
    const opened = { number, seen: new Set<number>(), addedBy: new Map<number, number>() };
    this.#windows.set(key, opened);
    return opened;
  }

  /** FNV-1a with a final mix. */
  #hash(text: string): number {
    let hash = this.#seed;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
    return (hash ^ (hash >>> 13)) & hashMask;
  }
}
