// Local time from the tables of `Intl` alone, so that it is independent of the libraries the engine uses.

export const minute = 60_000_000;
export const hour = 60 * minute;
const dayHours = 24 * hour;
/** Since 1972 every change of an offset falls on a quarter of an hour in UTC. */
const quarter = 15 * minute;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, Map<number, number>>();

/** Microseconds that the zone's wall clock is ahead of UTC at an instant (microseconds since 1970). */
export function offsetAt(at: number, timeZone: string): number {
  const slot = Math.floor(at / quarter);
  const known = offsets.get(timeZone) ?? new Map<number, number>();
  offsets.set(timeZone, known);
  const found = known.get(slot);
  if (found !== undefined) return found;
  const start = slot * quarter;
  const offset = readWallClock(start, timeZone) - start;
  known.set(slot, offset);
  return offset;
}

/** The wall clock of an instant, written as if it were UTC. */
function readWallClock(at: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(at / 1000).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? Number.NaN;
  const [year, month, day] = [part('year'), part('month'), part('day')];
  return Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second')) * 1000;
}

/** The local date of an instant, such as `2026-03-29`. */
export function toLocalDate(at: number, timeZone: string): string {
  return toDate(at + offsetAt(at, timeZone));
}

/** Microseconds of a wall clock reading (`2026-03-29`, `2026-03-29T14:00` or with seconds) as if it were UTC. */
export function parseWallTime(text: string): number {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?)?$/.exec(text);
  if (!parts) throw new Error(`${text} is not a local time`);
  const [year, month, day, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const fraction = Number((parts[7] ?? '').padEnd(6, '0'));
  return Date.UTC(year ?? 0, (month ?? 0) - 1, day, hours, minutes, seconds) * 1000 + fraction;
}

const toDate = (wall: number) => new Date(wall / 1000).toISOString().slice(0, 10);

/** The wall clock of an instant as `2026-03-29T14:00:00.123456`. */
export function toWallTime(at: number, timeZone: string): string {
  const wall = at + offsetAt(at, timeZone);
  const micros = String(((wall % 1_000_000) + 1_000_000) % 1_000_000).padStart(6, '0');
  return `${new Date(wall / 1000).toISOString().slice(0, 19)}.${micros}`;
}

/**
 * The instant of a wall clock reading. One that occurs twice is the earlier; one that is skipped is as much later as
 * clocks were moved (as `compatible` of Temporal).
 */
export function toInstant(wallTime: string, timeZone: string): number {
  const wall = parseWallTime(wallTime);
  const before = offsetAt(wall - dayHours, timeZone);
  const after = offsetAt(wall + dayHours, timeZone);
  const fitting = [wall - before, wall - after].filter((at) => at + offsetAt(at, timeZone) === wall);
  return fitting.length > 0 ? Math.min(...fitting) : wall - before;
}

const dateStarts = new Map<string, number>();

/** The first instant of a local date; of a date that the zone skipped, the first after it. */
export function startOfDate(date: string, timeZone: string): number {
  const known = dateStarts.get(date + timeZone);
  if (known !== undefined) return known;
  const start = findStartOfDate(date, timeZone);
  dateStarts.set(date + timeZone, start);
  return start;
}

function findStartOfDate(date: string, timeZone: string): number {
  const noon = parseWallTime(date) + 12 * hour;
  let slot = Math.floor((noon - 40 * hour) / quarter);
  while (toLocalDate(slot * quarter, timeZone) < date) slot += 1;
  return slot * quarter;
}

export function addDays(date: string, days: number): string {
  return toDate(parseWallTime(date) + days * dayHours);
}

/** The same day of another month, or the last day of a month that is shorter. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

/** The first day of the week of a date, for weeks that begin on a Monday (1) to Sunday (7). */
export function toFirstOfWeek(date: string, weekStart: number): string {
  let day = date;
  // Sunday is 0 here.
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== weekStart % 7) day = addDays(day, -1);
  return day;
}
