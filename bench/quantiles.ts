/** Looks values up by the share of samples at or below them; NaN when there are none. */
export function toQuantiles(samples: number[]): (share: number) => number {
  const sorted = Float64Array.from(samples).sort();
  return (share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
