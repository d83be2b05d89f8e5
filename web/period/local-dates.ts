import { addDays } from '../../contract/rules/dates/calendar-days.ts';

/** The first day of the month `months` later. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

export const lastDayOfMonth = (date: string) => addDays(addMonths(date, 1), -1);

/** Moves a local time such as `2026-11-20T15:00` by minutes on the wall clock. */
export const addMinutes = (time: string, minutes: number) =>
  new Date(Date.parse(`${time}Z`) + minutes * 60_000).toISOString().slice(0, 16);
