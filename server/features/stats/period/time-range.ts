import { Temporal } from 'temporal-polyfill';

/** A stretch of time in a company's time zone. Instants are milliseconds since 1970; `to` is excluded. */
export interface TimeRange {
  from: number;
  to: number;
  timeZone: string;
  /** The local date of `from`. */
  firstDay: string;
  /** The local date of the last instant. */
  lastDay: string;
  /** Whether the range has all of its first day up to `to`, and all of its last day from `from` on. */
  beginsWithDay: boolean;
  endsWithDay: boolean;
}

export const toZoned = (at: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

/** The first instant of a date: not midnight where clocks skip it. */
export const startOfDay = (date: Temporal.PlainDate, timeZone: string): Temporal.ZonedDateTime =>
  date.toZonedDateTime(timeZone);

/** Throws a RangeError if the range is empty, which a wall time that a zone skips can cause. */
export function toTimeRange(from: number, to: number, timeZone: string): TimeRange {
  if (to <= from) throw new RangeError('the range is empty');
  const first = toZoned(from, timeZone).toPlainDate();
  const last = toZoned(to - 1, timeZone).toPlainDate();
  const endOfLast = startOfDay(last.add({ days: 1 }), timeZone);
  return {
    from,
    to,
    timeZone,
    firstDay: first.toString(),
    lastDay: last.toString(),
    beginsWithDay: startOfDay(first, timeZone).epochMilliseconds === from,
    endsWithDay: endOfLast.epochMilliseconds === to,
  };
}

/** Days that follow each other, all of which are completely in a range or all only in part. */
export interface DaySpan {
  first: string;
  last: string;
  isWhole: boolean;
}

/** The days of a range, ascending: its first and last day are separate spans if the range has only a part of them. */
export function listDaySpans({ firstDay, lastDay, beginsWithDay, endsWithDay }: TimeRange): DaySpan[] {
  const nextDay = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();
  const isFirstPartial = !beginsWithDay || (firstDay === lastDay && !endsWithDay);
  const isLastPartial = !endsWithDay && lastDay !== firstDay;
  const first = isFirstPartial ? nextDay(firstDay, 1) : firstDay;
  const last = isLastPartial ? nextDay(lastDay, -1) : lastDay;
  return [
    ...(isFirstPartial ? [{ first: firstDay, last: firstDay, isWhole: false }] : []),
    ...(first <= last ? [{ first, last, isWhole: true }] : []),
    ...(isLastPartial ? [{ first: lastDay, last: lastDay, isWhole: false }] : []),
  ];
}
