import { type PeriodQuery, resolvePeriod } from '../period/resolve-period.ts';
import { toZoned } from '../period/time-range.ts';
import { roundUp } from '../stats.ts';

/** A period in a time zone, for all companies of the zone. */
export interface FiguresPeriod {
  /** The same for periods with the same figures, as long as the dataset has the same revision. */
  key: string;
  /** Local dates, inclusive. Of all of a dataset, the first is the first that there is. */
  firstDay: string;
  lastDay: string;
}

/**
 * How long figures of a period that is not over are used while nothing new arrives. Its comparison ends at the present time
 * of day, and would differ every second.
 */
const stepMs = 5 * 60_000;
const firstOfAll = '0001-01-01';

export function toFiguresPeriod(query: PeriodQuery, timeZone: string, now: Date): FiguresPeriod {
  const nowMs = roundUp(now);
  const { range, compared } = resolvePeriod(query, { timeZone, now: nowMs, firstDay: null });
  const { firstDay, lastDay } = range;
  const isOver = lastDay < toZoned(nowMs, timeZone).toPlainDate().toString();
  // Once it is over, only the dataset changes its figures.
  const step = isOver ? null : Math.floor(nowMs / stepMs);
  const { period, from, to, compare, match } = query;
  const key = JSON.stringify([period, from, to, compare, match, range.from, lastDay, compared?.from, step]);
  return { key, firstDay: query.period === 'all' ? firstOfAll : firstDay, lastDay };
}
