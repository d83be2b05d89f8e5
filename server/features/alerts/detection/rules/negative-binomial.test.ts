import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findQuantile } from './negative-binomial.ts';

/** The probabilities of 0, 1, 2 and so on: each by the one before, from the closed form of the first. */
function listProbabilities(mean: number, dispersion: number, max: number): number[] {
  const first = dispersion === 0 ? Math.exp(-mean) : (1 + dispersion * mean) ** (-1 / dispersion);
  const all = [first];
  for (let count = 1; count <= max; count += 1)
    all.push(((all.at(-1) ?? 0) * mean * (1 + dispersion * (count - 1))) / ((1 + dispersion * mean) * count));
  return all;
}

test('a quantile is the first count whose summed probabilities reach the wanted one', () => {
  const means = fc.double({ min: 0.05, max: 300, noNaN: true });
  const dispersions = fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 2, noNaN: true }));
  const wanted = fc.constantFrom(1e-5, 0.001, 0.1, 0.5, 0.9, 0.999, 0.99999);
  fc.assert(
    fc.property(means, dispersions, wanted, (mean, dispersion, probability) => {
      const quantile = findQuantile({ mean, dispersion }, probability);
      const all = listProbabilities(mean, dispersion, quantile);
      const upTo = all.reduce((sum, each) => sum + each, 0);
      // Sums of many terms differ in their last digits.
      expect(upTo).toBeGreaterThan(probability - 1e-9);
      expect(upTo - (all.at(-1) ?? 0)).toBeLessThan(probability + 1e-9);
    }),
    { numRuns: 300 },
  );
});

test('quantiles of large means are proportional', () => {
  const small = findQuantile({ mean: 19_000, dispersion: 0.01 }, 0.001) / 19_000;
  const large = findQuantile({ mean: 1_900_000, dispersion: 0.01 }, 0.001) / 1_900_000;
  expect(large / small).toBeCloseTo(1, 2);
  expect(findQuantile({ mean: 0, dispersion: 1 }, 0.999)).toBe(0);
});
