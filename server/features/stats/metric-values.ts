import type { MetricValues } from '../../../contract/stats/stats-answers.ts';
import type { StatsMetric } from '../../../contract/stats.ts';
import { type Aggregate, aggregates, isMoney } from './sql/aggregates.ts';

/** A row of a statement. Money is decimal text. */
export type AggregateRow = Partial<Record<Aggregate, number | string | null>>;

/** Adds up rows about different days, which have no visit and no visitor in common. */
export function addRows(rows: readonly AggregateRow[]): AggregateRow {
  const sum: AggregateRow = {};
  for (const aggregate of aggregates) {
    const values = rows.map((row) => row[aggregate] ?? 0);
    sum[aggregate] = isMoney(aggregate)
      ? addMoney(values)
      : values.reduce<number>((a, b) => a + Number(b), 0);
  }
  return sum;
}

function addMoney(values: readonly (number | string)[]): string {
  return toMoneyText(values.reduce((sum, value) => sum + BigInt(String(value).replace('.', '')), 0n));
}

/** Cents as decimal text. */
export function toMoneyText(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Metrics of aggregates. Without a row, as of nothing: zeros, and rates of null. */
export function toMetricValues(metrics: readonly StatsMetric[], row: AggregateRow = {}): MetricValues {
  const values: MetricValues = {};
  for (const metric of metrics) Object.assign(values, { [metric]: metricOf[metric](row) });
  return values;
}

const toNumber = (row: AggregateRow, aggregate: Aggregate) => Number(row[aggregate] ?? 0);
const toMoney = (row: AggregateRow, aggregate: Aggregate) => String(row[aggregate] ?? '0.00');

function perVisit(row: AggregateRow, amount: number): number | null {
  const visits = toNumber(row, 'visits');
  return visits === 0 ? null : amount / visits;
}

const metricOf: { [Metric in StatsMetric]: (row: AggregateRow) => MetricValues[Metric] } = {
  visitors: (row) => toNumber(row, 'visitors'),
  visits: (row) => toNumber(row, 'visits'),
  'page-views': (row) => toNumber(row, 'page_views'),
  'views-per-visit': (row) => perVisit(row, toNumber(row, 'page_views')),
  'bounce-rate': (row) => perVisit(row, toNumber(row, 'bounces') * 100),
  'visit-duration': (row) => perVisit(row, toNumber(row, 'engaged_ms') / 1000),
  events: (row) => toNumber(row, 'events'),
  orders: (row) => toNumber(row, 'orders'),
  revenue: (row) => toMoney(row, 'revenue'),
  refunds: (row) => toMoney(row, 'refunds'),
  'conversion-rate': (row) => perVisit(row, toNumber(row, 'conversions') * 100),
  'goal-conversions': (row) => toNumber(row, 'goals'),
  'goal-conversion-rate': (row) => perVisit(row, toNumber(row, 'goals') * 100),
};
