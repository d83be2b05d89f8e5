import { findQuantile } from './negative-binomial.ts';
import { toMedian, toSpread } from './robust.ts';

/** Counts of consecutive days or of the same hours of consecutive days; null for a day that is not compared. */
export type Counted = readonly (number | null)[];

export interface Expected {
  /** The median of the same weekday, at the recent level. */
  count: number;
  /** The days before, the last first, each in relation to its weekday. */
  ratios: readonly (number | null)[];
}

export interface Limits {
  /** Counts outside of these are unusual. */
  lowest: number;
  highest: number;
  /** Between these are four of five days. */
  low: number;
  high: number;
}

/** How far from what is expected a count has to be. */
export interface Strictness {
  /** How improbable it is that a count is below the lowest. */
  below: number;
  /** How improbable it is that a count is above the highest. */
  above: number;
  /** Multiples of the spread. */
  spreads: number;
}

const comparedWeeks = 8;
export const comparedDays = 7 * comparedWeeks;
/** Days of the same weekday. */
const sameWeekdaysMin = 4;
/** The recent level is that of so many days. */
const recentDays = 10;
const recentDaysMin = 7;
const levelMin = 0.5;
const levelMax = 2;
/** Days on each side of a day that have its level. */
const levelDays = 3;
/** Days always differ by more than chance. */
const dispersionMin = 0.002;

const isCount = (value: number | null | undefined): value is number => typeof value === 'number';

/** The expected count of the day `at` by the eight weeks before it. Undefined with too few days to compare. */
export function findExpected(counts: Counted, at: number): Expected | undefined {
  const same = listSameWeekday(counts, at);
  if (same.length < sameWeekdaysMin) return undefined;
  const ratios = listRatios(counts, at);
  return { count: toMedian(same) * findLevel(ratios), ratios };
}

export function findLimits({ count: mean, ratios }: Expected, strictness: Strictness): Limits {
  const errors = listErrors(ratios);
  const sameErrors = errors.filter((_, index) => (index + 1) % 7 === 0).filter(isCount);
  const spread = strictness.spreads * toSpread(sameErrors) * mean;
  const usual = { mean, dispersion: findDispersion(errors.filter(isCount), mean) };
  return {
    lowest: Math.min(mean - spread, findQuantile(usual, strictness.below)),
    highest: Math.max(mean + spread, findQuantile(usual, 1 - strictness.above)),
    low: findQuantile(usual, 0.1),
    high: findQuantile(usual, 0.9),
  };
}

/** The counts of the weekday of `at` in the weeks before the examined day. */
function listSameWeekday(counts: Counted, at: number): number[] {
  return Array.from({ length: comparedWeeks }, (_, week) => counts[at - 7 * (week + 1)]).filter(isCount);
}

/**
 * The days before `at`, the last first, each in relation to the median of its weekday; null where that is not known. A day is no
 * part of what it is compared with: otherwise it would seem to differ by less than a new day does.
 */
function listRatios(counts: Counted, at: number): (number | null)[] {
  const weekdays = Array.from({ length: 7 }, (_, back) =>
    Array.from({ length: comparedWeeks }, (_, week) => counts[at - 1 - back - 7 * week] ?? null),
  );
  return Array.from({ length: comparedDays }, (_, index) => {
    const count = counts[at - 1 - index];
    if (!isCount(count)) return null;
    const own = Math.floor(index / 7);
    const others = (weekdays[index % 7] ?? []).filter((_, week) => week !== own).filter(isCount);
    const median = toMedian(others);
    return median > 0 ? count / median : null;
  });
}

/** The recent level in relation to the eight weeks. */
function findLevel(ratios: readonly (number | null)[]): number {
  const recent = ratios.slice(0, recentDays).filter(isCount);
  if (recent.length < recentDaysMin) return 1;
  return Math.min(levelMax, Math.max(levelMin, toMedian(recent)));
}

/** How much each day differed from its weekday at the level of the days around it, so that a trend is no error. */
function listErrors(ratios: readonly (number | null)[]): (number | null)[] {
  return ratios.map((ratio, index) => {
    const around = [
      ...ratios.slice(Math.max(0, index - levelDays), index),
      ...ratios.slice(index + 1, index + levelDays + 1),
    ].filter(isCount);
    const level = toMedian(around);
    return isCount(ratio) && level > 0 ? ratio / level - 1 : null;
  });
}

/** The median of squared errors is not moved by single far days. */
function findDispersion(errors: readonly number[], mean: number): number {
  if (mean <= 0 || errors.length === 0) return dispersionMin;
  const spread = toSpread([...errors, ...errors.map((error) => -error)]);
  return Math.max(dispersionMin, spread * spread - 1 / mean);
}
