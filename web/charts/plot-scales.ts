export type PlotKind = 'line' | 'bars';
type Bounds = [low: number, high: number];

/** Every value is measured from zero: what a bucket has is an amount. Refunds may make it negative. */
export function valueBounds(low: number, high: number): Bounds {
  const bottom = Math.min(0, low) * 1.125;
  return [bottom, Math.max(0, high) * 1.125 || (bottom < 0 ? 0 : 1)];
}

/** Every bucket has the same width, with room for the whole first and last one. */
export const indexBounds = (count: number): Bounds => [-0.5, Math.max(count, 1) - 0.5];

const steps = [1, 2, 3, 4, 6, 7, 8, 12, 14, 24, 28, 48, 56, 84, 168, 336, 672, 1344];

/** The buckets that have a label: at most `max`, evenly spread, and where possible those something larger begins with. */
export function pickLabelled(count: number, max: number, isMajor: (index: number) => boolean): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (count <= max) return all;
  const majors = all.filter(isMajor);
  const candidates = majors.length >= 3 ? majors : all;
  const step = steps.find((length) => candidates.length / length <= max) ?? Math.ceil(count / max);
  return candidates.filter((_, index) => index % step === 0);
}

/** Steps 1, 2, 5, 10 … of the value axis for counts, which are integers. */
export const integerSteps = Array.from({ length: 14 }, (_, power) =>
  [1, 2, 5].map((n) => n * 10 ** power),
).flat();

/** Steps of the value axis for seconds. */
export const durationSteps = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800],
  ...[1, 2, 3, 6, 12, 24, 48, 120, 240].map((hours) => hours * 3600),
];
