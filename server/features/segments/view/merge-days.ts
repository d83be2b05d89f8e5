import type { DayRange } from '../export.queries.ts';

/** Ascending, without overlaps. */
export function mergeDays(ranges: readonly DayRange[]): DayRange[] {
  const merged: DayRange[] = [];
  for (const { first, last } of ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const previous = merged.at(-1);
    if (!previous || first > previous.last) merged.push({ first, last });
    else if (last > previous.last) previous.last = last;
  }
  return merged;
}
