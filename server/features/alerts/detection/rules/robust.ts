/** The middle value; of an even number the mean of the two in the middle. Zero without any. */
export function toMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Makes a median absolute deviation comparable to a standard deviation, if the values are distributed normally. */
const toNormal = 1.4826;

/** The spread of values around their median, on which single far values have no influence. */
export function toSpread(values: readonly number[]): number {
  const median = toMedian(values);
  return toNormal * toMedian(values.map((value) => Math.abs(value - median)));
}

/** The mean without a share of the values at each end. Zero without any. */
export function toTrimmedMean(values: readonly number[], share: number): number {
  const cut = Math.floor(values.length * share);
  const kept = values.toSorted((a, b) => a - b).slice(cut, values.length - cut);
  return kept.length === 0 ? 0 : kept.reduce((sum, value) => sum + value, 0) / kept.length;
}
