import type { StatsInterval, StatsPeriod } from '../../../../contract/stats/model/periods.ts';
import {
  addDays,
  addMonths,
  hour,
  minute,
  offsetAt,
  startOfDate,
  toFirstOfWeek,
  toInstant,
  toLocalDate,
  toWallTime,
} from './local-time.ts';

/** Two local dates (both included), or two local times (the second excluded). */
export interface GivenPeriod {
  from: string;
  to: string;
}

/** Instants in microseconds since 1970; `to` is excluded. */
export interface InstantRange {
  from: number;
  to: number;
}

interface PeriodContext {
  timeZone: string;
  now: number;
  /** The first local date with a hit; null without any. */
  firstDay: string | null;
}

/** Ends of a period on the wall clock: dates (the last included), or times (the end excluded). */
type WallPeriod = { firstDate: string; lastDate: string } | { fromWall: string; toWall: string };

const isDate = (text: string) => text.length === 10;
const midnight = 'T00:00:00.000000';
const dateOf = (wall: string) => wall.slice(0, 10);
const timeOf = (wall: string) => wall.slice(10);

function toWallPeriod(
  period: StatsPeriod | GivenPeriod,
  { timeZone, now, firstDay }: PeriodContext,
): WallPeriod {
  const today = toLocalDate(now, timeZone);
  const monthStart = `${today.slice(0, 8)}01`;
  const untilNow = (firstDate: string) => ({
    fromWall: firstDate + midnight,
    toWall: toWallTime(now, timeZone),
  });
  if (typeof period === 'object')
    return isDate(period.from)
      ? { firstDate: period.from, lastDate: period.to }
      : { fromWall: period.from, toWall: period.to };
  switch (period) {
    case 'today':
      return untilNow(today);
    case 'yesterday':
      return { firstDate: addDays(today, -1), lastDate: addDays(today, -1) };
    case '7d':
      return untilNow(addDays(today, -6));
    case '30d':
      return untilNow(addDays(today, -29));
    case 'this-month':
      return untilNow(monthStart);
    case 'last-month':
      return { firstDate: addMonths(monthStart, -1), lastDate: addDays(monthStart, -1) };
    case '12mo':
      return untilNow(addMonths(monthStart, -11));
    case 'all':
      return untilNow(firstDay === null || firstDay > today ? today : firstDay);
  }
}

const isUntilNow = (period: StatsPeriod | GivenPeriod) =>
  typeof period === 'string' && period !== 'yesterday' && period !== 'last-month';

export function toRange(period: StatsPeriod | GivenPeriod, context: PeriodContext): InstantRange {
  const range = toInstants(toWallPeriod(period, context), context.timeZone);
  // In a repeated hour the wall clock is ambiguous, and the instant is known.
  return isUntilNow(period) ? notEmpty({ ...range, to: context.now }) : range;
}

/** At midnight, today is one millisecond long. */
const notEmpty = ({ from, to }: InstantRange): InstantRange => ({ from, to: Math.max(to, from + 1_000) });

function toInstants(wall: WallPeriod, timeZone: string): InstantRange {
  if ('firstDate' in wall)
    return {
      from: startOfDate(wall.firstDate, timeZone),
      to: startOfDate(addDays(wall.lastDate, 1), timeZone),
    };
  const { fromWall, toWall } = wall;
  const from = timeOf(fromWall) === midnight ? startOfDate(dateOf(fromWall), timeZone) : undefined;
  return { from: from ?? toInstant(fromWall, timeZone), to: toInstant(toWall, timeZone) };
}

export interface Comparison {
  compare: 'previous' | 'year' | 'none';
  match: 'weekday' | 'date';
}

/** The period to compare with. Null without one. */
export function toComparedRange(
  period: StatsPeriod | GivenPeriod,
  { compare, match }: Comparison,
  context: PeriodContext,
): InstantRange | null {
  if (compare === 'none' || period === 'all') return null;
  const { timeZone, now } = context;
  const range = toRange(period, context);
  const wall = toWallPeriod(period, context);
  const isRunning = typeof period === 'object' && range.from < now && now < range.to;
  const move = (by: (date: string) => string) => {
    const moved = toInstants(shift(wall, by), timeZone);
    const nowOnWall = toWallTime(now, timeZone);
    const until = toInstant(by(dateOf(nowOnWall)) + timeOf(nowOnWall), timeZone);
    return notEmpty(isRunning ? { ...moved, to: until } : moved);
  };
  const days = match === 'weekday' ? countMatchedDays(period, wall) : undefined;
  if (days !== undefined) {
    let earlier = 7;
    while (earlier < days) earlier += 7;
    return move((date) => addDays(date, compare === 'year' ? -364 : -earlier));
  }
  if (compare === 'year')
    return move((date) => (period === 'last-month' ? moveMonthEnds(date, -12) : addMonths(date, -12)));
  if (typeof period === 'string') return move(previousOf[period]);
  if (isDate(period.from)) {
    const length = countDays(period);
    return move((date) => addDays(date, -length));
  }
  const length = range.to - range.from;
  return { from: range.from - length, to: (isRunning ? now : range.to) - length };
}

/** The days whose weekdays are matched, begun ones included; undefined for a period that is compared by date. */
function countMatchedDays(period: StatsPeriod | GivenPeriod, wall: WallPeriod): number | undefined {
  if (period === '12mo' || period === 'all') return undefined;
  const first = 'firstDate' in wall ? wall.firstDate : dateOf(wall.fromWall);
  if (period === 'this-month' || period === 'last-month')
    return countDays({ from: first, to: addDays(addMonths(first, 1), -1) });
  if ('firstDate' in wall || typeof period === 'string') {
    const last = 'firstDate' in wall ? wall.lastDate : dateOf(wall.toWall);
    const days = countDays({ from: first, to: last });
    return days <= 100 ? days : undefined;
  }
  let days = 1;
  while (days <= 100 && addDays(first, days) + timeOf(wall.fromWall) < wall.toWall) days += 1;
  return days <= 100 ? days : undefined;
}

const previousOf: Record<Exclude<StatsPeriod, 'all'>, (date: string) => string> = {
  today: (date) => addDays(date, -1),
  yesterday: (date) => addDays(date, -1),
  '7d': (date) => addDays(date, -7),
  '30d': (date) => addDays(date, -30),
  'this-month': (date) => addMonths(date, -1),
  'last-month': (date) => moveMonthEnds(date, -1),
  '12mo': (date) => addMonths(date, -12),
};

/** The first day of a month becomes that of another month, any other day the last. */
const moveMonthEnds = (date: string, months: number) =>
  date.endsWith('-01')
    ? addMonths(date, months)
    : addDays(addMonths(`${date.slice(0, 8)}01`, months + 1), -1);

function shift(wall: WallPeriod, move: (date: string) => string): WallPeriod {
  if ('firstDate' in wall) return { firstDate: move(wall.firstDate), lastDate: move(wall.lastDate) };
  const moveWall = (text: string) => move(dateOf(text)) + timeOf(text);
  return { fromWall: moveWall(wall.fromWall), toWall: moveWall(wall.toWall) };
}

function countDays({ from, to }: GivenPeriod): number {
  let days = 1;
  for (let date = from; date < to; date = addDays(date, 1)) days += 1;
  return days;
}

/** The instant at which the bucket of an instant begins. */
export function toBucketStart(
  at: number,
  interval: StatsInterval,
  timeZone: string,
  weekStart: number,
): number {
  if (interval === 'minute') return Math.floor(at / minute) * minute;
  if (interval === 'hour') {
    // An hour of the wall clock, cut where the clock was moved: the repeated hour is a separate bucket.
    let start = Math.floor(at / minute) * minute;
    while (hourOf(start - minute, timeZone) === hourOf(at, timeZone)) start -= minute;
    return start;
  }
  return startOfDate(toBucketDate(toLocalDate(at, timeZone), interval, weekStart), timeZone);
}

function hourOf(at: number, timeZone: string): string {
  const offset = offsetAt(at, timeZone);
  return `${Math.floor((at + offset) / hour)} ${offset}`;
}

function toBucketDate(date: string, interval: 'day' | 'week' | 'month', weekStart: number): string {
  if (interval === 'week') return toFirstOfWeek(date, weekStart);
  return interval === 'month' ? `${date.slice(0, 8)}01` : date;
}

/** The starts of all buckets that contain an instant of the range, in order. */
export function listBuckets(
  { from, to }: InstantRange,
  interval: StatsInterval,
  timeZone: string,
  weekStart = 1,
): number[] {
  const starts: number[] = [];
  // Shorter than any bucket, so that none is missed.
  const step = { minute, hour: 15 * minute, day: 12 * hour, week: 12 * hour, month: 12 * hour }[interval];
  for (let at = from; at < to; at += step) {
    const start = toBucketStart(at, interval, timeZone, weekStart);
    if (starts.at(-1) !== start) starts.push(start);
  }
  const last = toBucketStart(to - 1, interval, timeZone, weekStart);
  if (to > from && starts.at(-1) !== last) starts.push(last);
  return starts;
}
