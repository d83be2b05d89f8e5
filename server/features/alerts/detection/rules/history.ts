/** The counts of a company on one local day. */
export interface HistoryDay {
  /** `2026-11-25` */
  day: string;
  visitors: number;
  /** Visits by the local hour they began in. An hour that clocks skip has none, and one that they repeat has those of both. */
  visits: readonly number[];
  /** Orders by local hour. */
  orders: readonly number[];
  /** In units of the company's currency. */
  revenue: number;
  /** How many orders were refunded. */
  refunds: number;
  /** Events that were rejected, except bots and spam. */
  rejected: number;
  /** Page views and events. */
  hits: number;
}

/** Consecutive local days, ascending. */
export type History = readonly HistoryDay[];

export const hoursOfDay = 24;
export const hoursOfWeek = 7 * hoursOfDay;

/** From 0, which is Sunday. */
export const toWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

export const toSum = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
