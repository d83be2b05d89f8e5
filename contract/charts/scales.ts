export type ChartKind = 'line' | 'bars';

export interface ValueScale {
  low: number;
  high: number;
  /** The values that have a grid line and a label, ascending. */
  ticks: number[];
}

/** More labels would be too close to each other in a chart of 300 px. */
const ticksMax = 5;

/** Steps for which one decimal is enough in the labels: the axis begins at zero. */
const anySteps = Array.from({ length: 16 }, (_, power) => [1, 2, 5].map((n) => n * 10 ** (power - 1))).flat();

/** Every value is measured from zero: what a bucket has is an amount. Refunds may make it negative. */
export function toValueScale(
  values: readonly (number | null)[],
  steps: readonly number[] = anySteps,
): ValueScale {
  // Not with spread arguments: there may be thousands of values.
  const lowest = values.reduce((low: number, value) => Math.min(low, value ?? 0), 0);
  const highest = values.reduce((high: number, value) => Math.max(high, value ?? 0), 0);
  const low = lowest * 1.125;
  const high = highest * 1.125 || (low < 0 ? 0 : 1);
  const step = steps.find((length) => (high - low) / length <= ticksMax) ?? high - low;
  const first = Math.ceil(low / step);
  const ticks = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) =>
    // Without the remainder of binary fractions, and without −0.
    Number(((first + index) * step).toPrecision(12)),
  );
  return { low, high, ticks: ticks.map((tick) => tick + 0) };
}

const labelSteps = [1, 2, 3, 4, 6, 7, 8, 12, 14, 24, 28, 48, 56, 84, 168, 336, 672, 1344];

/** The buckets that have a label: at most `max`, evenly spread, and where possible those something larger begins with. */
export function pickLabelled(count: number, max: number, isMajor: (index: number) => boolean): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (count <= max) return all;
  const majors = all.filter(isMajor);
  const candidates = majors.length >= 3 ? majors : all;
  const step = labelSteps.find((length) => candidates.length / length <= max) ?? Math.ceil(count / max);
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
