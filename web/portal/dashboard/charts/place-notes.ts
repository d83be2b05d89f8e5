import type { PlacedNote } from '../../../charts/chart-series.ts';
import type { Buckets } from './bucket-series.ts';
import type { ChartNote } from './use-chart-notes.ts';

/** The notes within the range, each at the bucket that contains it, ascending. */
export function placeNotes(notes: readonly ChartNote[], { points, from, to }: Buckets): PlacedNote[] {
  return notes
    .map(({ id, at, text }) => ({ id, text, time: Date.parse(at) }))
    .filter(({ time }) => time >= Date.parse(from) && time < Date.parse(to))
    .sort((a, b) => a.time - b.time)
    .map(({ id, text, time }) => ({
      id,
      text,
      index: Math.max(
        0,
        points.findLastIndex(({ at }) => Date.parse(at) <= time),
      ),
    }));
}
