import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

interface DistinctValuesOptions {
  /** Maximum number of different values of one key in one window. */
  max: number;
  /** Maximum number that one address may add. Much lower once most values are used. */
  addressMax: number;
  windowMs: number;
  /** Maximum number of hashes in memory, by default half a million (20 MB). The least recently used keys go first. */
  hashesMax?: number;
}

interface Window {
  number: number;
  /** Hashes, because the values themselves can be long. */
  seen: Set<number>;
  /** Number of values added, by a hash of the sender's address. Has at most as many entries as `seen`. */
  addedBy: Map<number, number>;
}

const hashesMaxDefault = 500_000;
const keysMax = 10_000;
/** Once the fraction `from` of `max` is used, an address may add only `share` of `addressMax`, at least `scarceMin`. */
const scarcity = [
  { from: 3 / 4, share: 1 / 40 },
  { from: 1 / 2, share: 1 / 10 },
];
const scarceMin = 5;
/** Small integers take less memory than other numbers. */
const hashMask = 0x3fff_ffff;

/**
 * Limits how many different values a key (a company) gets in a time window. Each process counts separately
 * and starts at zero, so with several processes, or after a restart, more values than the maximum are admitted,
 * never fewer. An admitted value stays admitted until its window ends.
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
  // Secret, so that no sender can compute values that share a hash.
  readonly #seed = randomBytes(4).readUInt32LE();

  constructor(options: DistinctValuesOptions) {
    this.#options = options;
  }

  /** Number of values in memory, of all keys. */
  get remembered(): number {
    return this.#hashes;
  }

  /** Whether the value is admitted. Adds it while the maximum is not reached. */
  admit(key: string, value: string, address: string, nowMs: number): boolean {
    const window = this.#open(key, Math.floor(nowMs / this.#options.windowMs));
    const hash = this.#hash(value);
    if (window.seen.has(hash)) return true;
    const sender = this.#hash(address);
    const added = window.addedBy.get(sender) ?? 0;
    if (window.seen.size >= this.#options.max || added >= this.#toAddressMax(window.seen.size)) return false;
    window.seen.add(hash);
    window.addedBy.set(sender, added + 1);
    this.#hashes += 1;
    // Keeps at least one: the window just used is the last to be removed.
    const { hashesMax = hashesMaxDefault } = this.#options;
    while (this.#hashes > hashesMax && this.#windows.size > 1) this.#windows.pop();
    return true;
  }

  /** The more values are used, the fewer one address may add, so that a few addresses cannot use up all of them. */
  #toAddressMax(used: number): number {
    const { max, addressMax } = this.#options;
    const level = scarcity.find(({ from }) => used >= max * from);
    return level ? Math.min(addressMax, Math.max(scarceMin, addressMax * level.share)) : addressMax;
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
