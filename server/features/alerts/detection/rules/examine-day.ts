import { type History, type HistoryDay, toSum } from './history.ts';
import { findQuantile } from './negative-binomial.ts';
import { toMedian, toTrimmedMean } from './robust.ts';
import { comparedDays, findExpected, findLimits, type Strictness } from './usual-count.ts';

/** The count of a day or of two hours of it, and what is usual. */
export interface Unusual {
  kind: 'drop' | 'spike' | 'refunds' | 'revenue-drop' | 'rejected-events';
  /** The first of two hours; null for a whole day. */
  firstHour: number | null;
  observed: number;
  low: number;
  high: number;
}

/** The days that nothing is compared with: those with a note, silent ones and unusual ones. */
export type ExcludedDays = ReadonlySet<string>;

/** Counts of busy days are farther from the median than those of quiet ones: what is above has the stricter limit. */
const ofDays: Strictness = { below: 1 / 1_000, above: 1 / 10_000, spreads: 3 };
/**
 * A day has 23 windows of two hours, which are examined as soon as they are over: with the limits of days, a busy site would have
 * a wrong alert every week.
 */
const ofHours: Strictness = { below: 1 / 100_000, above: 1 / 1_000_000, spreads: 5 };
/** Fewer are not judged. */
export const hourlyMin = 20;
const expectedMin = hourlyMin;
/** Smaller differences are not worth an alert, however improbable. */
const differenceMin = 20;
const differenceShareMin = 0.25;
/** Days before the examined one that are looked at: the days of eight weeks have seven days before them. */
const windowDays = comparedDays + 7;

/** Days that are known to be unusual before one is examined. */
export interface KnownDays {
  excluded: ExcludedDays;
  /** The excluded days with a note or a silence. A day without visitors has no revenue either, and its note or silence is the reason. */
  explained: ExcludedDays;
}

/**
 * Everything that is unusual about the complete day `at`. The visitors of an excluded day are not judged: what is unusual about them is
 * known. Its refunds and rejected events are, because they are often the reason: a site whose events are all rejected is silent.
 */
export function examineDay(history: History, at: number, { excluded, explained }: KnownDays): Unusual[] {
  const day = history[at];
  if (!day) return [];
  return [
    judge(
      toWindow(history, at, excluded, ({ visitors }) => visitors),
      null,
      ofDays,
    ),
    explained.has(day.day) ? null : findRevenueDrop(history, at, excluded),
    findRefunds(history, at),
    findRejected(history, at),
  ].filter((found) => found !== null);
}

/** Whether two complete hours of the day `at` had an unusual number of visits. */
export function examineHours(
  history: History,
  at: number,
  { firstHour, excluded }: { firstHour: number; excluded: ExcludedDays },
): Unusual | null {
  const day = history[at];
  if (!day || excluded.has(day.day)) return null;
  const count = ({ visits }: HistoryDay) => (visits[firstHour] ?? 0) + (visits[firstHour + 1] ?? 0);
  return judge(toWindow(history, at, excluded, count), firstHour, ofHours);
}

/** The counts of the days up to `at`. */
function toWindow(
  history: History,
  at: number,
  excluded: ExcludedDays,
  count: (day: HistoryDay) => number,
): (number | null)[] {
  return history
    .slice(Math.max(0, at - windowDays), at + 1)
    .map((day) => (excluded.has(day.day) ? null : count(day)));
}

/** Judges the last of some counts. */
function judge(
  counts: readonly (number | null)[],
  firstHour: number | null,
  strictness: Strictness,
): Unusual | null {
  const observed = counts.at(-1);
  const expected = findExpected(counts, counts.length - 1);
  if (typeof observed !== 'number' || !expected || !isWorthAnAlert(observed, expected.count)) return null;
  const { lowest, highest, low, high } = findLimits(expected, strictness);
  if (observed >= lowest && observed <= highest) return null;
  return { kind: observed < lowest ? 'drop' : 'spike', firstHour, observed, low, high };
}

function isWorthAnAlert(observed: number, expected: number): boolean {
  const difference = Math.abs(observed - expected);
  return (
    expected >= expectedMin && difference >= differenceMin && difference >= differenceShareMin * expected
  );
}

/** Revenue is judged as a number of average orders. */
function findRevenueDrop(history: History, at: number, excluded: ExcludedDays): Unusual | null {
  const before = history.slice(Math.max(0, at - comparedDays), at);
  const orders = toSum(before.map((day) => toSum(day.orders)));
  const average = orders > 0 ? toSum(before.map(({ revenue }) => revenue)) / orders : 0;
  if (average <= 0) return null;
  const toOrders = ({ revenue }: HistoryDay) => revenue / average;
  // The examined day counts, although an alert about its visitors excludes it: whether fewer of them bought less is not known yet.
  const examined = history.slice(at, at + 1).map(toOrders);
  const window = [...toWindow(history, at, excluded, toOrders).slice(0, -1), ...examined];
  const found = judge(window, null, ofDays);
  if (found?.kind !== 'drop') return null;
  const { observed, low, high } = found;
  return {
    ...{ kind: 'revenue-drop', firstHour: null },
    ...{ observed: observed * average, low: low * average, high: high * average },
  };
}

const refundsMin = 5;
/** Refunds are rare: more than this multiple of the usual, and more than chance has in 10,000 days. */
const refundsFactor = 3;
const refundsProbability = 1 / 10_000;
/** Refunds come in bursts, such as after a holiday. */
const refundsDispersion = 0.5;

function findRefunds(history: History, at: number): Unusual | null {
  const observed = history[at]?.refunds ?? 0;
  const before = history.slice(Math.max(0, at - comparedDays), at).map(({ refunds }) => refunds);
  if (observed < refundsMin || before.length < comparedDays / 2) return null;
  const usual = {
    mean: Math.max(toTrimmedMean(before, 0.05), 1 / comparedDays),
    dispersion: refundsDispersion,
  };
  if (observed <= refundsFactor * usual.mean) return null;
  if (observed <= findQuantile(usual, 1 - refundsProbability)) return null;
  return {
    ...{ kind: 'refunds', firstHour: null, observed },
    ...{ low: findQuantile(usual, 0.1), high: findQuantile(usual, 0.9) },
  };
}

const rejectedMin = 20;
const rejectedFactor = 5;
const rejectedShareMin = 0.05;
const rejectedDays = 28;

function findRejected(history: History, at: number): Unusual | null {
  const { rejected: observed = 0, hits = 0 } = history[at] ?? {};
  const before = history.slice(Math.max(0, at - rejectedDays), at).map(({ rejected }) => rejected);
  const most = Math.max(0, ...before.toSorted((a, b) => a - b).slice(0, -1));
  if (observed < rejectedMin || observed <= rejectedShareMin * (observed + hits)) return null;
  if (observed <= rejectedFactor * toMedian(before) || observed <= 2 * most) return null;
  return { kind: 'rejected-events', firstHour: null, observed, low: 0, high: most };
}
