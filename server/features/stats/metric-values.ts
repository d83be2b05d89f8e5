import type { MetricValues } from '../../../contract/stats/stats-answers.ts';
import type { StatsMetric } from '../../../contract/stats.ts';
import type { Aggregate } from './sql/aggregates.ts';

/** A row of a statement. Money is decimal text. */
export type AggregateRow = Partial<Record<Aggregate, number | string | null>>;

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
