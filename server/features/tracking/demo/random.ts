/** Numbers from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** The same numbers for the same seed (Mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Items with how often they are picked, relative to each other. */
export type Weighted<Item> = readonly (readonly [item: Item, weight: number])[];

export function pickWeighted<Item>(random: Random, items: Weighted<Item>): Item {
  let rest = random() * items.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [item, weight] of items) {
    rest -= weight;
    if (rest < 0) return item;
  }
  const last = items.at(-1);
  if (!last) throw new Error('nothing to pick from');
  return last[0];
}

/** A log-normal number with the given median: most are near it, few are several times as large. */
export function pickAround(random: Random, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(spread * normal);
}

/** A signed 64-bit number, like the hash of a visitor. */
export function pickHash(random: Random): bigint {
  const half = () => BigInt(Math.floor(random() * 4_294_967_296));
  return BigInt.asIntN(64, (half() << 32n) | half());
}

/** A UUIDv7 (RFC 9562) of this time. */
export function pickEventId(random: Random, ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  const digits = (count: number) =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, '0');
  const variant = (8 + Math.floor(random() * 4)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-${variant}${digits(3)}-${digits(6)}${digits(6)}`;
}
