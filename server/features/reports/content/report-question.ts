import { Temporal } from 'temporal-polyfill';
import type { ReportKind } from '../../../../contract/reports/report-content.ts';
import type { ReportComparison } from '../../../../contract/reports/report-template.ts';
import type { StatsFilter } from '../../../../contract/stats/filter.ts';
import type { StatsMatch, StatsPeriod } from '../../../../contract/stats/model/periods.ts';
import { toZoned } from '../../stats/period/time-range.ts';

interface ReportPeriod {
  kind: ReportKind;
  /** Local days, inclusive. */
  firstDay: string;
  lastDay: string;
  compare: ReportComparison;
}

/** A question about the period of a report, as a portal asks it, and the moment at which it is asked. */
interface ReportQuestion {
  query: {
    period?: StatsPeriod;
    from?: string;
    to?: string;
    compare: ReportComparison;
    match: StatsMatch;
    filter: StatsFilter[];
  };
  now: Date;
}

/**
 * A month is compared with the whole month before it or with that of the year before, however long it is; a week with the same
 * weekdays. A period that is not over ends now, and is compared up to the same time.
 */
export function toReportQuestion(
  { kind, firstDay, lastDay, compare }: ReportPeriod,
  { timeZone, now }: { timeZone: string; now: Date },
): ReportQuestion {
  const common = { compare, filter: [] };
  const today = toZoned(now.getTime(), timeZone).toPlainDate().toString();
  if (kind === 'weekly') {
    const to = today > firstDay && today < lastDay ? today : lastDay;
    return { query: { ...common, match: 'weekday', from: firstDay, to }, now };
  }
  const isRunning = firstDay <= today && today <= lastDay;
  if (isRunning) return { query: { ...common, match: 'date', period: 'this-month' }, now };
  // The calendar month of a question is that before the moment at which it is asked.
  const next = Temporal.PlainDate.from(lastDay).add({ days: 1 }).toZonedDateTime(timeZone);
  return {
    query: { ...common, match: 'date', period: 'last-month' },
    now: new Date(next.epochMilliseconds),
  };
}
