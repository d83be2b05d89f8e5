const dayMs = 86_400_000;

/** Days since 1970 of the date that a text begins with. */
export const toDayNumber = (text: string): number => Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / dayMs;

/** A date such as `2026-11-25` some days later. */
export const addDays = (date: string, days: number): string =>
  new Date((toDayNumber(date) + days) * dayMs).toISOString().slice(0, 10);

/** Number of days from one date to another, both included. */
export const countDays = (from: string, to: string): number => toDayNumber(to) - toDayNumber(from) + 1;
