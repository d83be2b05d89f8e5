import type { ViewPeriod } from '../../../../contract/stats/view.ts';

/** Whether a period ended before now: events that arrive now are not in it. `now` is a time on the company's wall clock. */
export function hasEnded(period: ViewPeriod, now: string): boolean {
  if ('period' in period) return period.period === 'yesterday' || period.period === 'last-month';
  // Dates include their last day; times end before their last minute.
  return period.to.includes('T') ? period.to <= now : period.to < now.slice(0, 10);
}
