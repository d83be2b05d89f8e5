import { statsLimits } from '../../../../contract/stats/model/limits.ts';
import type { StatsInterval } from '../../../../contract/stats/model/periods.ts';
import { AppError } from '../../../platform/errors.ts';
import { startOfDay, type TimeRange, toZoned } from './time-range.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Lengths of the shortest bucket of each interval, except for changes of clocks. */
const intervalMs = { minute: minuteMs, hour: hourMs, day: dayMs, week: 7 * dayMs, month: 28 * dayMs };

export type ClockInterval = 'minute' | 'hour';
export const isClockInterval = (interval: StatsInterval): interval is ClockInterval =>
  interval === 'minute' || interval === 'hour';

/** The interval of a timeseries that names none: some dozens of points. */
export function chooseInterval({ from, to }: TimeRange): StatsInterval {
  const length = to - from;
  if (length <= 2 * hourMs) return 'minute';
  // Two days and the hour that the end of daylight saving time adds.
  if (length <= 49 * hourMs) return 'hour';
  if (length <= 100 * dayMs) return 'day';
  return length <= 300 * dayMs ? 'week' : 'month';
}

/** A stretch of time in which the zone's offset from UTC is the same. All in milliseconds. */
export interface OffsetSpan {
  /** The change of clocks at which it begins, which may be before the range; `-Infinity` without one. */
  begin: number;
  /** The end of the range, or the next change of clocks. */
  end: number;
  offset: number;
}

/** The spans that contain an instant of the range, ascending. */
export function listOffsetSpans({ from, to, timeZone }: TimeRange): OffsetSpan[] {
  // A change of clocks at `from` itself counts as before.
  const before = toZoned(from + 1, timeZone).getTimeZoneTransition('previous');
  const spans: OffsetSpan[] = [];
  let start = toZoned(from, timeZone);
  let begin = before?.epochMilliseconds ?? Number.NEGATIVE_INFINITY;
  for (;;) {
    const next = start.getTimeZoneTransition('next');
    const end = next === null ? to : Math.min(next.epochMilliseconds, to);
    spans.push({ begin, end, offset: start.offsetNanoseconds / 1e6 });
    if (next === null || end >= to) return spans;
    begin = end;
    start = next;
  }
}

export interface Bucket {
  /** The instant it begins, in milliseconds since 1970; the first may begin before the range. */
  at: number;
  /** How the statement names it: its first local date, or of an hour or minute `at`. */
  key: string;
}

/**
 * All buckets that contain an instant of the range, ascending. Hours are those of the wall clock, cut where clocks are
 * changed: a repeated hour is two buckets, a skipped one none. Weeks begin on the day `weekStart` (1 is Monday, 7 is
 * Sunday). Throws a 400 if there are too many.
 */
export function listBuckets(range: TimeRange, interval: StatsInterval, weekStart = 1): Bucket[] {
  if ((range.to - range.from) / intervalMs[interval] > statsLimits.points) {
    const message = `The range is too long for this interval (at most ${statsLimits.points} points).`;
    throw new AppError(400, 'invalid-request', message, { field: 'interval' });
  }
  return isClockInterval(interval)
    ? listClockBuckets(range, interval)
    : listDateBuckets(range, interval, weekStart);
}

function listClockBuckets(range: TimeRange, interval: ClockInterval): Bucket[] {
  const length = intervalMs[interval];
  return listOffsetSpans(range).flatMap(({ begin, end, offset }) => {
    const from = Math.max(begin, range.from);
    const buckets: Bucket[] = [];
    for (let start = Math.floor((from + offset) / length) * length - offset; start < end; start += length) {
      const at = Math.max(start, begin);
      buckets.push({ at, key: String(at) });
    }
    return buckets;
  });
}

/** Buckets of dates, however many there are. */
export function listDateBuckets(
  { from, to, timeZone }: TimeRange,
  interval: 'day' | 'week' | 'month',
  weekStart: number,
): Bucket[] {
  let date = toZoned(from, timeZone).toPlainDate();
  if (interval === 'week') date = date.subtract({ days: (date.dayOfWeek - weekStart + 7) % 7 });
  if (interval === 'month') date = date.with({ day: 1 });
  const buckets: Bucket[] = [];
  for (;;) {
    const at = startOfDay(date, timeZone).epochMilliseconds;
    if (at >= to) return buckets;
    // A date that the zone skipped has no instant: the next one begins with it.
    if (buckets.at(-1)?.at === at) buckets.pop();
    buckets.push({ at, key: date.toString() });
    date = date.add({ [`${interval}s`]: 1 });
  }
}
