import type { BucketRange } from '../../../charts/use-gestures.ts';
import { toLocalDate, toLocalTime } from '../../../period/local-time.ts';
import type { Buckets } from './bucket-series.ts';

const hourMs = 3_600_000;

/**
 * The dates or times of buckets on the company's wall clock, without what is outside of the range of the answer, so that
 * the figures of the zoomed view are those of the buckets. Undefined for minutes, which are not zoomed further.
 */
export function toZoomPeriod(
  { points, interval, timeZone, from, to }: Buckets,
  { first, last }: BucketRange,
  unfinished: number | null,
): { from: string; to: string } | undefined {
  const start = points[first];
  const end = points[last];
  if (interval === 'minute' || !start || !end) return undefined;
  const startAt = Math.max(Date.parse(start.at), Date.parse(from));
  const next = points[last + 1];
  const nextAt = next ? Date.parse(next.at) : undefined;
  if (interval !== 'hour') {
    const endAt = nextAt ?? Date.parse(to);
    return { from: toLocalDate(startAt, timeZone), to: toLocalDate(endAt - 1, timeZone) };
  }
  // An hour that is not over is zoomed into as a whole, so that it continues.
  const wholeHourEnd = Date.parse(end.at) + hourMs;
  let endAt = nextAt ?? (last === unfinished ? wholeHourEnd : Math.min(wholeHourEnd, Date.parse(to)));
  const fromTime = toLocalTime(startAt, timeZone);
  // An hour that clocks repeat ends at the time it began at: it is zoomed into with its repetition.
  while (toLocalTime(endAt, timeZone) <= fromTime) endAt += hourMs;
  return { from: fromTime, to: toLocalTime(endAt, timeZone) };
}
