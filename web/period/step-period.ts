import { addDays, countDays } from '../../contract/rules/dates/calendar-days.ts';
import type { ViewPeriod } from '../../contract/stats/view.ts';
import { addMinutes, addMonths, lastDayOfMonth } from './local-dates.ts';

type Dates = { from: string; to: string };

/** The dates of a period, the last included; undefined for `all`, which has no period next to it. */
export function toDates(period: ViewPeriod, today: string): Dates | undefined {
  if ('from' in period) return period;
  const monthStart = addMonths(today, 0);
  switch (period.period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case '7d':
      return { from: addDays(today, -6), to: today };
    case '30d':
      return { from: addDays(today, -29), to: today };
    case 'this-month':
      return { from: monthStart, to: lastDayOfMonth(today) };
    case 'last-month':
      return { from: addMonths(today, -1), to: addDays(monthStart, -1) };
    case '12mo':
      return { from: addMonths(today, -11), to: lastDayOfMonth(today) };
    case 'all':
      return undefined;
  }
}

const isCompleteMonths = ({ from, to }: Dates) => from.endsWith('-01') && to === lastDayOfMonth(to);

function shift(dates: Dates, by: 1 | -1): Dates {
  if (dates.from.includes('T')) {
    const minutes = (Date.parse(`${dates.to}Z`) - Date.parse(`${dates.from}Z`)) / 60_000;
    return { from: addMinutes(dates.from, by * minutes), to: addMinutes(dates.to, by * minutes) };
  }
  if (isCompleteMonths(dates)) {
    const months = monthsBetween(dates.from, dates.to) * by;
    return { from: addMonths(dates.from, months), to: lastDayOfMonth(addMonths(dates.to, months)) };
  }
  const days = countDays(dates.from, dates.to) * by;
  return { from: addDays(dates.from, days), to: addDays(dates.to, days) };
}

function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth + 1;
}

const named = ['today', 'yesterday', 'this-month', 'last-month', '7d', '30d'] as const;

/**
 * The period of the same length before or after, with its name if it has one. Undefined without such a period: before and
 * after `all`, and after today. `today` is a date in the company's time zone.
 */
export function stepPeriod(period: ViewPeriod, by: 1 | -1, today: string): ViewPeriod | undefined {
  const dates = toDates(period, today);
  if (!dates) return undefined;
  const shifted = shift(dates, by);
  if (shifted.from.slice(0, 10) > today) return undefined;
  const name = named.find((candidate) => {
    const { from, to } = toDates({ period: candidate }, today) ?? {};
    return from === shifted.from && to === shifted.to;
  });
  return name ? { period: name } : shifted;
}
