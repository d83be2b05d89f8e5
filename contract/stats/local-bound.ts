import { toDayNumber } from '../rules/dates/calendar-days.ts';

const localTime = /^(?:19[7-9]\d|20\d\d)-\d\d-\d\d(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?$/;

/** Whether a text is a date of the years 1970 to 2099, or a date and time without a zone. Without zod. */
export const isLocalBound = (text: string): boolean =>
  localTime.test(text) && isCalendarDate(text.slice(0, 10));

function isCalendarDate(date: string): boolean {
  const day = toDayNumber(date);
  // Some engines read 30 February as 2 March.
  return Number.isFinite(day) && new Date(day * 86_400_000).toISOString().startsWith(date);
}
