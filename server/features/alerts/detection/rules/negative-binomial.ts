/** Counts whose variance is `mean + dispersion × mean²`. Without dispersion: a Poisson distribution. */
export interface Counts {
  mean: number;
  dispersion: number;
}

/** Above this mean, quantiles are those of this mean with the same relative spread, scaled. The error is below 1 in 1,000. */
const summedMax = 20_000;
/** Below the mean by this many standard deviations, nothing is left to be summed. */
const negligibleDeviations = 40;

/** The smallest count that is exceeded with a probability of at most `1 - probability`. */
export function findQuantile({ mean, dispersion }: Counts, probability: number): number {
  if (mean <= 0) return 0;
  if (mean > summedMax) {
    const relative = Math.max(0, dispersion + 1 / mean - 1 / summedMax);
    return (findQuantile({ mean: summedMax, dispersion: relative }, probability) * mean) / summedMax;
  }
  const deviation = Math.sqrt(mean + dispersion * mean * mean);
  let count = Math.max(0, Math.floor(mean - negligibleDeviations * deviation));
  let logOfTerm = toLogProbability({ mean, dispersion }, count);
  let sum = Math.exp(logOfTerm);
  while (sum < probability && count < mean + negligibleDeviations * deviation) {
    count += 1;
    logOfTerm += Math.log((mean * (1 + dispersion * (count - 1))) / ((1 + dispersion * mean) * count));
    sum += Math.exp(logOfTerm);
  }
  return count;
}

/** The logarithm of the probability of exactly this count. */
function toLogProbability({ mean, dispersion }: Counts, count: number): number {
  // The limit of the formula below: differences of large logarithms would lose their digits.
  if (dispersion < 1e-9) return count * Math.log(mean) - mean - logGamma(count + 1);
  const shape = 1 / dispersion;
  return (
    logGamma(count + shape) -
    logGamma(shape) -
    logGamma(count + 1) -
    shape * Math.log1p(dispersion * mean) +
    count * Math.log((dispersion * mean) / (1 + dispersion * mean))
  );
}

/** Stirling's series, after moving the argument to where it is exact to 12 digits. */
function logGamma(value: number): number {
  let shift = 0;
  let moved = value;
  while (moved < 10) {
    shift -= Math.log(moved);
    moved += 1;
  }
  const square = 1 / (moved * moved);
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / moved;
  return shift + (moved - 0.5) * Math.log(moved) - moved + 0.5 * Math.log(2 * Math.PI) + series;
}
