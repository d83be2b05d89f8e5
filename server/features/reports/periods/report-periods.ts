import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { ReportKind } from '../../../../contract/reports/report-content.ts';
import { toZoned } from '../../stats/period/time-range.ts';

/** Local days in the time zone of the company, inclusive. */
export interface ReportPeriod {
  kind: ReportKind;
  firstDay: string;
  lastDay: string;
}

interface PeriodCompany {
  timeZone: string;
  /** As ISO 8601 numbers days: 1 is Monday. */
  weekStart: number;
}

/** The local hour of the first day after a period at which its report is due. */
const dueHour = 6;
/** How many complete periods are looked at: those that a server missed while it was down. */
const missedMax: Record<ReportKind, number> = { weekly: 4, monthly: 2 };
/** An older report is not sent without a member: it would surprise its recipients. */
const oldAfterDays = 10;

/** The period that a day belongs to. */
function toPeriod(kind: ReportKind, day: Temporal.PlainDate, weekStart: number): ReportPeriod {
  const first =
    kind === 'monthly'
      ? day.with({ day: 1 })
      : day.subtract({ days: (day.dayOfWeek - weekStart + day.daysInWeek) % day.daysInWeek });
  const last = first.add(kind === 'monthly' ? { months: 1 } : { days: 7 }).subtract({ days: 1 });
  return { kind, firstDay: first.toString(), lastDay: last.toString() };
}

/** The period that is not over yet. */
export function findCurrentPeriod(
  kind: ReportKind,
  { timeZone, weekStart }: PeriodCompany,
  now: Date,
): ReportPeriod {
  return toPeriod(kind, toZoned(now.getTime(), timeZone).toPlainDate(), weekStart);
}

interface PastPeriod extends ReportPeriod {
  /** Whether it is time to send it. */
  isDue: boolean;
  /** Whether it is too late to send it without asking. */
  isOld: boolean;
}

/**
 * The complete periods that may lack a report, the newest first.
 * @param since Periods that ended before are left out; null for none.
 */
export function listPastPeriods(
  kind: ReportKind,
  { timeZone, weekStart }: PeriodCompany,
  { now, since }: { now: Date; since: Date | null },
): PastPeriod[] {
  const past: PastPeriod[] = [];
  let { firstDay } = findCurrentPeriod(kind, { timeZone, weekStart }, now);
  for (let index = 0; index < missedMax[kind]; index += 1) {
    const period = toPeriod(kind, Temporal.PlainDate.from(firstDay).subtract({ days: 1 }), weekStart);
    const endedAt = endOf(period, timeZone);
    if (since && endedAt.epochMilliseconds <= since.getTime()) break;
    const dueAt = toDueTime(period, timeZone);
    const oldAt = dueAt.add({ days: oldAfterDays });
    past.push({
      ...period,
      isDue: dueAt.epochMilliseconds <= now.getTime(),
      isOld: oldAt.epochMilliseconds <= now.getTime(),
    });
    firstDay = period.firstDay;
  }
  return past;
}

/** The wall clock's six, also on a day that begins later, or has an hour twice. */
function toDueTime({ lastDay }: ReportPeriod, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.PlainDate.from(lastDay)
    .add({ days: 1 })
    .toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(dueHour) });
}

const endOf = ({ lastDay }: ReportPeriod, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.PlainDate.from(lastDay).add({ days: 1 }).toZonedDateTime(timeZone);

/** As in addresses, such as `monthly-2026-10-01`. */
export const toPeriodName = (kind: ReportKind, firstDay: string): string => `${kind}-${firstDay}`;

/** @param name Checked by the contract. Undefined for a day that no calendar has. */
export function readPeriodName(name: string): { kind: ReportKind; firstDay: string } | undefined {
  const kind = name.startsWith('weekly') ? 'weekly' : 'monthly';
  const firstDay = name.slice(kind.length + 1);
  // PostgreSQL would throw an error for a day that does not exist.
  const { success } = z.iso.date().safeParse(firstDay);
  return success ? { kind, firstDay } : undefined;
}
