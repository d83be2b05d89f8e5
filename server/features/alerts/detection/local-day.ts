import { Temporal } from 'temporal-polyfill';
import { addDays } from '../../../../contract/rules/dates/calendar-days.ts';
import { startOfDay, toZoned } from '../../stats/period/time-range.ts';
import { hoursOfDay, hoursOfWeek, toWeekday } from './rules/history.ts';
import type { HourRates } from './rules/hour-rates.ts';
import { type Gap, lengthen, noGap } from './rules/silence.ts';

export const toPlainDate = (day: string): Temporal.PlainDate => Temporal.PlainDate.from(day);

/** A moment on the clock of a company. */
export interface LocalMoment {
  day: string;
  hour: number;
  minute: number;
}

export function toLocalMoment(at: Date, timeZone: string): LocalMoment {
  const zoned = toZoned(at.getTime(), timeZone);
  return { day: zoned.toPlainDate().toString(), hour: zoned.hour, minute: zoned.minute };
}

/**
 * The instant of an hour of a day, from 0 to 24, which is the end of the day. An hour that clocks skip is the next one; of a
 * repeated hour it is the first.
 */
export function toInstant(day: string, hour: number, timeZone: string): Date {
  if (hour === hoursOfDay) return endOfDay(day, timeZone);
  const date = toPlainDate(day);
  const zoned =
    hour === 0 ? startOfDay(date, timeZone) : date.toZonedDateTime({ timeZone, plainTime: { hour } });
  return new Date(zoned.epochMilliseconds);
}

export const endOfDay = (day: string, timeZone: string): Date =>
  new Date(startOfDay(toPlainDate(addDays(day, 1)), timeZone).epochMilliseconds);

const hourMs = 3_600_000;
/** Longer gaps are as improbable as they will be. */
const hoursMax = 3 * hoursOfWeek;

/** The gap from one instant to another by the rates of the local hours between them. */
export function measureGap(rates: HourRates, from: Date, to: Date, timeZone: string): Gap {
  const hours = (to.getTime() - from.getTime()) / hourMs;
  let gap = noGap;
  let at = from.getTime();
  for (let index = 0; at < to.getTime() && index < hoursMax; index += 1) {
    const zoned = toZoned(at, timeZone);
    const minutesLeft = 60 - zoned.minute - zoned.second / 60 - zoned.millisecond / 60_000;
    const end = Math.min(to.getTime(), at + minutesLeft * 60_000);
    const part = (end - at) / hourMs;
    const hour = toWeekday(zoned.toPlainDate().toString()) * hoursOfDay + zoned.hour;
    gap = lengthen(gap, part, (rates.hours[hour] ?? 0) * part, rates.dispersion);
    // A fraction of a millisecond would never be passed.
    at = Math.max(end, at + 1);
  }
  return { ...gap, hours };
}
