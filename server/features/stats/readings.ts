import type { StatsMetric } from '../../../contract/stats/model/metrics.ts';
import {
  type ReadingName,
  type ReadingRange,
  type Readings,
  readingNames,
  readingsMax,
} from '../../../contract/stats/readings.ts';
import type { AccessScope } from '../access/access.ts';
import { type AggregateRow, addRows, toMetricValues } from './metric-values.ts';
import { listBuckets, listDateBuckets } from './period/buckets.ts';
import { startOfDay, type TimeRange, toTimeRange, toZoned } from './period/time-range.ts';
import { listSeen } from './seen-metrics.ts';
import { findLastEventTime } from './stats.queries.ts';
import {
  type Asker,
  type OpenedQuestion,
  openQuestion,
  readRowsByTime,
  type StatsDeps,
  toQuestion,
  withPending,
} from './stats.ts';

const metricOf = {
  revenue: 'revenue',
  users: 'visitors',
  orders: 'orders',
  conversion_rate: 'conversion-rate',
  page_views: 'page-views',
} as const satisfies Record<ReadingName, StatsMetric>;
const metrics = Object.values(metricOf);

const intervals = { '24h': 'hour', '7d': 'hour', '30d': 'day', all: 'day' } as const;
const lengthDays = { '24h': 1, '7d': 7, '30d': 30, all: Number.POSITIVE_INFINITY };
const hourSeconds = 3_600;

/** A count from the first event until an instant, in milliseconds since 1970. */
interface RunningTotal {
  at: number;
  counted: AggregateRow;
}

/**
 * The readings of a company: what the statistics count from the first event until each hour (up to seven days) or day of
 * the range, and until now. A company without events has no readings.
 */
export async function listReadings(
  deps: StatsDeps,
  { range, ...asker }: Asker & { range: ReadingRange },
): Promise<Readings> {
  const opened = await openQuestion(deps, { ...asker, query: { period: 'all', compare: 'none' } });
  const { companyId, scope } = asker;
  // The last event may be of another part of the site.
  const lastEventAt = scope.filters.length > 0 ? null : await findLastEventTime(deps.db, companyId);
  const whole = opened.period.range;
  const { currency, source } = opened.head;
  const from = toStart(range, whole);
  const days = Math.ceil((whole.to - from) / (24 * hourSeconds * 1_000));
  // The last reading is now, and the first one at the beginning of the range.
  const stepDays = Math.ceil(days / (readingsMax - 2));
  const totals = await listRunningTotals(deps, opened, { from, interval: intervals[range], stepDays });
  return {
    ...{ range, source, currency },
    from: Math.floor(from / 1_000),
    to: Math.ceil(whole.to / 1_000),
    bucketSeconds: intervals[range] === 'hour' ? hourSeconds : stepDays * 24 * hourSeconds,
    lastEventAt: lastEventAt?.toISOString() ?? null,
    pending: withPending(deps, opened).pending,
    ...toReadings(totals, opened.digits, scope),
  };
}

/** The beginning of an hour or a day, in milliseconds since 1970. */
function toStart(range: ReadingRange, { from, to, timeZone }: TimeRange): number {
  if (range === 'all') return from;
  const start = toZoned(to, timeZone).subtract({ days: lengthDays[range] });
  const smallestUnit = intervals[range];
  return start.round({ smallestUnit, roundingMode: 'floor' }).epochMilliseconds;
}

async function listRunningTotals(
  deps: StatsDeps,
  opened: OpenedQuestion,
  { from, interval, stepDays }: { from: number; interval: 'hour' | 'day'; stepDays: number },
): Promise<RunningTotal[]> {
  const { dataset, period } = opened;
  const { timeZone, to, ...whole } = period.range;
  // Visitors of an hour are new ones only if the question has their whole day.
  const firstDay = toZoned(Math.max(from, whole.from), timeZone).toPlainDate();
  const start = startOfDay(firstDay, timeZone).epochMilliseconds;
  const read = (range: TimeRange, by: 'hour' | 'day') =>
    readRowsByTime(
      deps,
      dataset,
      { ...toQuestion({ filter: [] }, opened, range), countsNewVisitors: true },
      metrics,
      by,
    );
  const asked = toTimeRange(start, to, timeZone);
  const [before, rows] = await Promise.all([
    start > whole.from ? read(toTimeRange(whole.from, start, timeZone), 'day') : [],
    read(asked, interval),
  ]);
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  const buckets = interval === 'day' ? listDateBuckets(asked, 'day', 1) : listBuckets(asked, interval);
  let counted = addRows(before);
  const totals: RunningTotal[] = [{ at: start, counted }];
  for (const [index, { key }] of buckets.entries()) {
    const row = rowOf.get(key);
    if (row) counted = addRows([counted, row]);
    const isKept = interval === 'hour' || (index + 1) % stepDays === 0 || index === buckets.length - 1;
    if (isKept) totals.push({ at: buckets[index + 1]?.at ?? to, counted });
  }
  return totals.filter(({ at }) => at >= from);
}

/** Readings begin with the first event. */
function toReadings(
  totals: readonly RunningTotal[],
  digits: number,
  scope: AccessScope,
): Pick<Readings, 'latest' | 'series'> {
  const isCounted = ({ counted }: RunningTotal) =>
    Object.values(counted).some((value) => Number(value) !== 0);
  const points = totals.filter(isCounted).map(({ at, counted }) => {
    const values = toMetricValues(metrics, digits, counted);
    // Without a visit there is no rate.
    return (name: ReadingName): [number, number] => [
      Math.ceil(at / 1_000),
      Number(values[metricOf[name]] ?? 0),
    ];
  });
  const toSeries = (name: ReadingName) =>
    listSeen([metricOf[name]], scope).length > 0 ? points.map((toPoint) => toPoint(name)) : [];
  const byName = <Value>(toValue: (name: ReadingName) => Value): [ReadingName, Value][] =>
    readingNames.map((name) => [name, toValue(name)]);
  return {
    latest: toRecord(byName((name) => toSeries(name).at(-1) ?? null)),
    series: toRecord(byName(toSeries)),
  };
}

const toRecord = <Value>(entries: [ReadingName, Value][]) =>
  Object.fromEntries(entries) as Record<ReadingName, Value>;
