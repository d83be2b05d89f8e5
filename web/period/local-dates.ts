const dayMs = 86_400_000;

const toUtc = (date: string) => Date.parse(`${date}T00:00:00Z`);
const toDate = (utc: number) => new Date(utc).toISOString().slice(0, 10);

/** A date some days later. */
export const addDays = (date: string, days: number) => toDate(toUtc(date) + days * dayMs);

/** Number of days from one date to another, both included. */
export const countDays = (from: string, to: string) => Math.round((toUtc(to) - toUtc(from)) / dayMs) + 1;

/** The first day of the month `months` later. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return toDate(Date.UTC(year, month - 1 + months, 1));
}

export const lastDayOfMonth = (date: string) => addDays(addMonths(date, 1), -1);

/** Moves a local time such as `2026-11-20T15:00` by minutes on the wall clock. */
export const addMinutes = (time: string, minutes: number) =>
  new Date(Date.parse(`${time}Z`) + minutes * 60_000).toISOString().slice(0, 16);
