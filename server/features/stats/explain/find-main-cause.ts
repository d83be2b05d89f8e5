import type { ChangeCause } from '../../../../contract/reports/report-content.ts';
import { noneValue, unknownValue } from '../../../../contract/stats/model/dimensions.ts';

/**
 * The dimensions that can explain a change, the most specific first. Every visit has one value of each, so the changes of its
 * values are parts of the whole. Pages are entry pages for that reason: a visit sees several pages, and most see the first one.
 */
export const causeDimensions = ['utm-campaign', 'source', 'entry-page', 'country'] as const;
export type CauseDimension = (typeof causeDimensions)[number];

/** The metric of a whole, or of one value, before and now. Either may be the average of several days. */
export interface Change {
  before: number;
  now: number;
}

/** The metric of a value of a dimension. */
export interface CountedValue {
  value: string;
  count: number;
}

/** The values of a dimension with what they have now, and what they had before. A value that is not listed has none. */
export interface CountedValues {
  dimension: CauseDimension;
  now: readonly CountedValue[];
  before: readonly CountedValue[];
}

interface MainCause extends ChangeCause {
  dimension: CauseDimension;
}

/** The part of a change that its main cause covers at least. */
const leastShare = 0.5;
/** Without the value, the others changed at most this part as strongly as the whole, compared with what they had. */
const mostChangeOfOthers = 0.5;
/** A dimension that covers nearly as much of a change as a less specific one is preferred to it. */
const nearlyEqual = 0.9;

/**
 * The value that explains most of a change: at least half of it, in its direction, and more than its size alone would explain.
 * When every country grows by a third, the largest has most of the growth and is still no cause. Null for no single cause.
 */
export function findMainCause(change: Change, lists: readonly CountedValues[]): MainCause | null {
  const whole = change.now - change.before;
  if (whole === 0) return null;
  const causes = causeDimensions.flatMap((dimension) =>
    lists
      .filter((list) => list.dimension === dimension)
      .flatMap(toCauses)
      .filter((cause) => isCause(cause, change))
      .toSorted((a, b) => toShare(b, whole) - toShare(a, whole) || (a.value < b.value ? -1 : 1))
      .slice(0, 1),
  );
  const covered = (cause: MainCause) => Math.min(1, toShare(cause, whole));
  const most = Math.max(...causes.map(covered));
  return causes.find((cause) => covered(cause) >= most * nearlyEqual) ?? null;
}

const toShare = ({ before, now }: Change, whole: number) => (now - before) / whole;

function toCauses({ dimension, now, before }: CountedValues): MainCause[] {
  const counts = new Map<string, Change>();
  const of = (value: string) => {
    const found = counts.get(value) ?? { before: 0, now: 0 };
    counts.set(value, found);
    return found;
  };
  for (const { value, count } of now) of(value).now += count;
  for (const { value, count } of before) of(value).before += count;
  return [...counts]
    .filter(([value]) => value !== '' && value !== noneValue && value !== unknownValue)
    .map(([value, { before, now }]) => ({ dimension, value, before, now }));
}

function isCause(part: Change, whole: Change): boolean {
  const change = whole.now - whole.before;
  if (toShare(part, change) < leastShare) return false;
  // Without a value before, there is no rate at which the whole would have grown.
  if (whole.before <= 0) return true;
  const others = { before: whole.before - part.before, now: whole.now - part.now };
  // The value has everything: that names no part of the whole.
  if (others.before <= 0 && others.now <= 0) return false;
  const changeOfOthers = (others.now - others.before) * Math.sign(change);
  return (
    changeOfOthers <= (mostChangeOfOthers * Math.abs(change) * Math.max(0, others.before)) / whole.before
  );
}
