/** Returns a function from a share to its quantile of the samples; NaN without samples. */
export function toQuantiles(samples: number[]): (share: number) => number {
  const sorted = Float64Array.from(samples).sort();
  return (share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
