import type { DayRange } from '../export.queries.ts';

/** Ascending, without overlaps. */
export function mergeDays(ranges: readonly DayRange[]): DayRange[] {
  const merged: DayRange[] = [];
  for (const { first, last } of ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const previous = merged.at(-1);
    if (previous && first <= previous.last) previous.last = last > previous.last ? last : previous.last;
    else merged.push({ first, last });
  }
  return merged;
}
