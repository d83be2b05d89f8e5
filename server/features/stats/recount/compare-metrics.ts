import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import type { RecountMetrics } from './tally.ts';

/** Rates are computed in floating point, in whichever order. Too small to hide a difference of one in a count. */
const tolerance = 1e-9;

function isSame(expected: number | string | null, found: number | string | null | undefined): boolean {
  if (typeof expected !== 'number' || typeof found !== 'number') return expected === found;
  return Math.abs(expected - found) <= tolerance * Math.abs(expected);
}

/** A line for each metric that differs: counts and money exactly, rates except for rounding. */
export function listDifferences(
  subject: string,
  expected: RecountMetrics,
  found: Partial<Record<StatsMetric, number | string | null | undefined>>,
): string[] {
  return Object.entries(expected).flatMap(([metric, value]) => {
    const given = Object.entries(found).find(([name]) => name === metric)?.[1];
    // Goals are part of an answer only when one was asked for.
    if (value === null && given === undefined) return [];
    return isSame(value, given) ? [] : [`${subject}: ${metric} is ${given}, counted ${value}`];
  });
}
