import { Temporal } from 'temporal-polyfill';
import {
  type StatsComparison,
  type StatsMatch,
  type StatsPeriod,
  weekdaysMatchedUpTo,
} from '../../../../contract/stats/model/periods.ts';
import { AppError } from '../../../platform/errors.ts';
import { startOfDay, type TimeRange, toTimeRange, toZoned } from './time-range.ts';

/** A named period, or two local dates (the last included) or local times (the last excluded). */
export interface PeriodQuery {
  period?: StatsPeriod | undefined;
  from?: string | undefined;
  to?: string | undefined;
  compare: StatsComparison;
  /** Default: weekday. */
  match?: StatsMatch | undefined;
}

export interface PeriodContext {
  timeZone: string;
  /** Milliseconds since 1970. Periods that include today end here. */
  now: number;
  /** The local date of the first event; null before it. */
  firstDay: string | null;
}

export interface ResolvedPeriod {
  range: TimeRange;
  /** Null without a comparison, and for `all`, which has nothing before it. */
  compared: TimeRange | null;
}

/** The ends of a range on the wall clock. `lastDate` is included, `toTime` is not. */
type WallRange =
  | { firstDate: Temporal.PlainDate; lastDate: Temporal.PlainDate }
  | { fromTime: Temporal.PlainDateTime; toTime: Temporal.PlainDateTime };

/**
 * The instants of a period. Days, weeks and months begin in the company's time zone, whatever their length.
 * Throws a 400 for a range that is empty because the zone skipped or repeated its ends.
 */
export function resolvePeriod(query: PeriodQuery, context: PeriodContext): ResolvedPeriod {
  const { timeZone, now } = context;
  const given = toGivenRange(query);
  if (given) {
    const range = toRange(given, timeZone);
    return { range, compared: compareGiven(given, range, query, now) };
  }
  const period = query.period ?? '30d';
  const today = toZoned(now, timeZone).toPlainDate();
  const { first, last } = toDates(period, today, context.firstDay);
  const start = startOfDay(first, timeZone).epochMilliseconds;
  const range = last
    ? toRange({ firstDate: first, lastDate: last }, timeZone)
    : // At midnight today is a moment long: no range is empty.
      toTimeRange(start, Math.max(now, start + 1), timeZone);
  return { range, compared: comparePeriod(period, { first, last }, range, query) };
}

interface PeriodDates {
  first: Temporal.PlainDate;
  /** Undefined for a period that ends now. */
  last?: Temporal.PlainDate | undefined;
}

function toDates(period: StatsPeriod, today: Temporal.PlainDate, firstDay: string | null): PeriodDates {
  const monthStart = today.with({ day: 1 });
  switch (period) {
    case 'today':
      return { first: today };
    case 'yesterday': {
      const yesterday = today.subtract({ days: 1 });
      return { first: yesterday, last: yesterday };
    }
    case '7d':
      return { first: today.subtract({ days: 6 }) };
    case '30d':
      return { first: today.subtract({ days: 29 }) };
    case 'this-month':
      return { first: monthStart };
    case 'last-month':
      return { first: monthStart.subtract({ months: 1 }), last: monthStart.subtract({ days: 1 }) };
    case '12mo':
      return { first: monthStart.subtract({ months: 11 }) };
    case 'all': {
      const first = firstDay === null ? today : Temporal.PlainDate.from(firstDay);
      // The first event of a clock that was ahead may be of tomorrow.
      return { first: Temporal.PlainDate.compare(first, today) > 0 ? today : first };
    }
  }
}

function comparePeriod(
  period: StatsPeriod,
  { first, last }: PeriodDates,
  range: TimeRange,
  { compare, match }: PeriodQuery,
): TimeRange | null {
  if (compare === 'none' || period === 'all') return null;
  const { timeZone } = range;
  const days = period.endsWith('-month') ? first.daysInMonth : matchedDays[period];
  const calendarStep = compare === 'year' ? { years: 1 } : previousSteps[period];
  const step = match === 'date' || days === undefined ? calendarStep : toWeeks(days, compare);
  const from = startOfDay(first.subtract(step), timeZone).epochMilliseconds;
  const to = last ? endOfShifted(period, last, step, timeZone) : toZoned(range.to, timeZone).subtract(step);
  return toTimeRange(from, Math.max(to.epochMilliseconds, from + 1), timeZone);
}

function endOfShifted(
  period: StatsPeriod,
  last: Temporal.PlainDate,
  step: Temporal.DurationLike,
  timeZone: string,
): Temporal.ZonedDateTime {
  const end = last.add({ days: 1 });
  // The end of a whole month stays the end of a month, however long it is.
  if (period === 'last-month') return startOfDay(end.subtract(step), timeZone);
  return startOfDay(last.subtract(step).add({ days: 1 }), timeZone);
}

const previousSteps: Record<Exclude<StatsPeriod, 'all'>, Temporal.DurationLike> = {
  today: { days: 1 },
  yesterday: { days: 1 },
  '7d': { days: 7 },
  '30d': { days: 30 },
  'this-month': { months: 1 },
  'last-month': { months: 1 },
  '12mo': { months: 12 },
};

/** The days of periods that are compared with the same weekdays; months have those of the calendar. */
const matchedDays: Partial<Record<StatsPeriod, number>> = { today: 1, yesterday: 1, '7d': 7, '30d': 30 };

/** Whole weeks, so that weekdays are the same: as few as keep two ranges of so many days apart, or about a year. */
const toWeeks = (days: number, compare: StatsComparison): Temporal.DurationLike => ({
  days: compare === 'year' ? 52 * 7 : Math.ceil(days / 7) * 7,
});

function toGivenRange({ from, to }: PeriodQuery): WallRange | undefined {
  if (from === undefined || to === undefined) return undefined;
  if (from.includes('T'))
    return { fromTime: Temporal.PlainDateTime.from(from), toTime: Temporal.PlainDateTime.from(to) };
  return { firstDate: Temporal.PlainDate.from(from), lastDate: Temporal.PlainDate.from(to) };
}

/** A range that is not over is compared up to the same time. */
function compareGiven(
  given: WallRange,
  range: TimeRange,
  { compare, match }: PeriodQuery,
  now: number,
): TimeRange | null {
  if (compare === 'none') return null;
  const { from, to, timeZone } = range;
  const isRunning = from < now && now < to;
  const step = toGivenStep(given, compare, match);
  if (!step) return toTimeRange(from - (to - from), isRunning ? now - (to - from) : from, timeZone);
  const shifted = toInstants(shiftWall(given, step), timeZone);
  const end = isRunning ? toZoned(now, timeZone).subtract(step) : shifted.to;
  // Clocks that skip the ends of the compared range leave a moment of it.
  const start = shifted.from.epochMilliseconds;
  return toTimeRange(start, Math.max(end.epochMilliseconds, start + 1), timeZone);
}

/** How much earlier the compared range is; undefined for times compared with those before them. */
function toGivenStep(
  given: WallRange,
  compare: StatsComparison,
  match: StatsMatch | undefined,
): Temporal.DurationLike | undefined {
  const isByDate = 'firstDate' in given;
  const days = isByDate
    ? given.firstDate.until(given.lastDate).days + 1
    : given.fromTime.until(given.toTime).total('days');
  if (match !== 'date' && days <= weekdaysMatchedUpTo) return toWeeks(days, compare);
  if (compare === 'year') return { years: 1 };
  return isByDate ? { days } : undefined;
}

function shiftWall(wall: WallRange, by: Temporal.DurationLike): WallRange {
  if ('firstDate' in wall)
    return { firstDate: wall.firstDate.subtract(by), lastDate: wall.lastDate.subtract(by) };
  return { fromTime: wall.fromTime.subtract(by), toTime: wall.toTime.subtract(by) };
}

function toRange(wall: WallRange, timeZone: string): TimeRange {
  const { from, to } = toInstants(wall, timeZone);
  if (to.epochMilliseconds <= from.epochMilliseconds) {
    const message = 'The range is empty in the time zone of the company.';
    throw new AppError(400, 'invalid-request', message, { field: 'to' });
  }
  return toTimeRange(from.epochMilliseconds, to.epochMilliseconds, timeZone);
}

function toInstants(wall: WallRange, timeZone: string) {
  return 'firstDate' in wall
    ? {
        from: startOfDay(wall.firstDate, timeZone),
        to: startOfDay(wall.lastDate.add({ days: 1 }), timeZone),
      }
    : { from: toInstant(wall.fromTime, timeZone), to: toInstant(wall.toTime, timeZone) };
}

/** Midnight is the start of its day, also where clocks skip it. */
function toInstant(time: Temporal.PlainDateTime, timeZone: string): Temporal.ZonedDateTime {
  const isMidnight = Temporal.PlainTime.compare(time.toPlainTime(), new Temporal.PlainTime()) === 0;
  return isMidnight ? startOfDay(time.toPlainDate(), timeZone) : time.toZonedDateTime(timeZone);
}
