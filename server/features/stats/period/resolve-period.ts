import { Temporal } from 'temporal-polyfill';
import type { StatsComparison, StatsPeriod } from '../../../../contract/stats/model/periods.ts';
import { AppError } from '../../../platform/errors.ts';
import { startOfDay, type TimeRange, toTimeRange, toZoned } from './time-range.ts';

/** A named period, or two local dates (the last included) or local times (the last excluded). */
export interface PeriodQuery {
  period?: StatsPeriod | undefined;
  from?: string | undefined;
  to?: string | undefined;
  compare: StatsComparison;
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
    return { range, compared: compareGiven(given, range, query.compare) };
  }
  const period = query.period ?? '30d';
  const today = toZoned(now, timeZone).toPlainDate();
  const { first, last } = toDates(period, today, context.firstDay);
  const start = startOfDay(first, timeZone).epochMilliseconds;
  const range = last
    ? toRange({ firstDate: first, lastDate: last }, timeZone)
    : // At midnight today is a moment long: no range is empty.
      toTimeRange(start, Math.max(now, start + 1), timeZone);
  return { range, compared: comparePeriod(period, { first, last }, range, query.compare) };
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
  compare: StatsComparison,
): TimeRange | null {
  if (compare === 'none' || period === 'all') return null;
  const { timeZone } = range;
  const step = compare === 'year' ? { years: 1 } : previousSteps[period];
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

function toGivenRange({ from, to }: PeriodQuery): WallRange | undefined {
  if (from === undefined || to === undefined) return undefined;
  if (from.includes('T'))
    return { fromTime: Temporal.PlainDateTime.from(from), toTime: Temporal.PlainDateTime.from(to) };
  return { firstDate: Temporal.PlainDate.from(from), lastDate: Temporal.PlainDate.from(to) };
}

function compareGiven(given: WallRange, range: TimeRange, compare: StatsComparison): TimeRange | null {
  const { from, to, timeZone } = range;
  if (compare === 'none') return null;
  if (compare === 'year') return toRange(shiftWall(given, { years: 1 }), timeZone);
  if ('fromTime' in given) return toTimeRange(from - (to - from), from, timeZone);
  const days = given.firstDate.until(given.lastDate).days + 1;
  return toRange(shiftWall(given, { days }), timeZone);
}

function shiftWall(wall: WallRange, by: Temporal.DurationLike): WallRange {
  if ('firstDate' in wall)
    return { firstDate: wall.firstDate.subtract(by), lastDate: wall.lastDate.subtract(by) };
  return { fromTime: wall.fromTime.subtract(by), toTime: wall.toTime.subtract(by) };
}

function toRange(wall: WallRange, timeZone: string): TimeRange {
  const [from, to] =
    'firstDate' in wall
      ? [startOfDay(wall.firstDate, timeZone), startOfDay(wall.lastDate.add({ days: 1 }), timeZone)]
      : [toInstant(wall.fromTime, timeZone), toInstant(wall.toTime, timeZone)];
  if (to.epochMilliseconds <= from.epochMilliseconds) {
    const message = 'The range is empty in the time zone of the company.';
    throw new AppError(400, 'invalid-request', message, { field: 'to' });
  }
  return toTimeRange(from.epochMilliseconds, to.epochMilliseconds, timeZone);
}

/** Midnight is the start of its day, also where clocks skip it. */
function toInstant(time: Temporal.PlainDateTime, timeZone: string): Temporal.ZonedDateTime {
  const isMidnight = Temporal.PlainTime.compare(time.toPlainTime(), new Temporal.PlainTime()) === 0;
  return isMidnight ? startOfDay(time.toPlainDate(), timeZone) : time.toZonedDateTime(timeZone);
}
