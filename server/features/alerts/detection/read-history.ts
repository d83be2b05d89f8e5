import { addDays, countDays } from '../../../../contract/rules/dates/calendar-days.ts';
import type { Db } from '../../../db/client.ts';
import { wholeScope } from '../../access/access.ts';
import { addRows, type ResultRow, toMetricValues } from '../../stats/metric-values.ts';
import { createLocalTimes } from '../../stats/period/local-times.ts';
import { startOfDay } from '../../stats/period/time-range.ts';
import type { AskedList } from '../../stats/sql/wanted.ts';
import { listAggregates } from '../../stats/sql/wanted.ts';
import { openQuestionOf, type StatsCompanyRow, type StatsReader, toQuestion } from '../../stats/stats.ts';
import { readOtherCounts } from './detection.queries.ts';
import { toPlainDate } from './local-day.ts';
import { type History, hoursOfDay } from './rules/history.ts';

interface HistoryDeps {
  db: Db;
  reader: StatsReader;
}

const ofDays = ['visitors', 'page-views', 'events', 'revenue'] as const;
const byDay: AskedList = { grouping: { by: 'time', interval: 'day' }, wanted: listAggregates(ofDays) };
const ofHours = ['visits', 'orders'] as const;
const byHour: AskedList = { grouping: { by: 'time', interval: 'hour' }, wanted: listAggregates(ofHours) };

/**
 * The days from `first` to `last` that a company has events of, from the statistics and thus counted as in its portal. Null
 * while some events are not counted yet.
 */
export async function readHistory(
  { db, reader }: HistoryDeps,
  company: StatsCompanyRow,
  { first, last, now }: { first: string; last: string; now: Date },
): Promise<History | null> {
  const { id: companyId, time_zone: timeZone } = company;
  const query = { from: first, to: last, compare: 'none' as const };
  const opened = await openQuestionOf({ reader }, company, { query, now, scope: wholeScope });
  const { dataset, digits } = opened;
  const question = toQuestion({ filter: [], goal: undefined }, opened, opened.period.range);
  const firstDay = await reader.findFirstDay(dataset);
  const [days = [], hours = []] = await reader.askLists(dataset, question, [byDay, byHour]);
  const from = new Date(startOfDay(toPlainDate(first), timeZone).epochMilliseconds);
  const others = await readOtherCounts(db, { companyId, timeZone, from, firstDay: first });
  if (reader.findPending(dataset) !== null) return null;
  const rowsOf = new Map(days.map((row) => [row.key ?? '', row]));
  const countsOf = groupByDay(hours, timeZone, digits);
  const start = firstDay !== null && firstDay > first ? firstDay : first;
  if (firstDay === null) return [];
  return Array.from({ length: Math.max(0, countDays(start, last)) }, (_, index) => {
    const day = addDays(start, index);
    const values = toMetricValues(ofDays, digits, addRows([rowsOf.get(day) ?? {}]));
    const numberOf = (name: (typeof ofDays)[number]) => Number(values[name] ?? 0);
    const { visits, orders } = countsOf.get(day) ?? { visits: noHours(), orders: noHours() };
    return {
      ...{ day, visits, orders, visitors: numberOf('visitors'), revenue: numberOf('revenue') },
      hits: numberOf('page-views') + numberOf('events'),
      refunds: others.refunds.get(day) ?? 0,
      rejected: others.rejected.get(day) ?? 0,
    };
  });
}

const noHours = () => Array.from({ length: hoursOfDay }, () => 0);

/** The keys of hours are instants. An hour that clocks repeat has two rows. */
function groupByDay(rows: readonly ResultRow[], timeZone: string, digits: number) {
  const toLocal = createLocalTimes(timeZone);
  const counts = new Map<string, { visits: number[]; orders: number[] }>();
  for (const row of rows.toSorted((a, b) => Number(a.key) - Number(b.key))) {
    const { date, time } = toLocal(Number(row.key));
    const day = counts.get(date) ?? { visits: noHours(), orders: noHours() };
    const hour = Number(time.slice(0, 2));
    const values = toMetricValues(ofHours, digits, addRows([row]));
    for (const name of ofHours) day[name][hour] = (day[name][hour] ?? 0) + Number(values[name] ?? 0);
    counts.set(date, day);
  }
  return counts;
}
