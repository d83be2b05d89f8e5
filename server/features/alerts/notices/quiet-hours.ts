import { addDays } from '../../../../contract/rules/dates/calendar-days.ts';
import { endOfDay, toInstant, toLocalMoment } from '../detection/local-day.ts';

/** The hours without mails, on the clock of the zone. `to` may be before `from`: over midnight. */
export interface QuietHours {
  from: number;
  to: number;
  timeZone: string;
}

/** When a notice may be sent that is found now: at once, or at the end of the quiet hours. */
export function toDueAt(now: Date, quiet: QuietHours | null): Date {
  if (quiet === null) return now;
  const { from, to, timeZone } = quiet;
  const { day, hour } = toLocalMoment(now, timeZone);
  const isQuiet = from < to ? hour >= from && hour < to : hour >= from || hour < to;
  if (!isQuiet) return now;
  return toInstant(hour < to ? day : addDays(day, 1), to, timeZone);
}

/** The first instant of the local day, and of the next. */
export function toDayRange(now: Date, timeZone: string): { from: Date; to: Date } {
  const { day } = toLocalMoment(now, timeZone);
  return { from: toInstant(day, 0, timeZone), to: endOfDay(day, timeZone) };
}
