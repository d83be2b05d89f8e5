import {
  addDecimals,
  fromMinorUnits,
  toFixedDecimal,
  toMinorUnits,
} from '../../../contract/rules/decimal.ts';
import type { MetricValues } from '../../../contract/stats/stats-answers.ts';
import type { StatsMetric } from '../../../contract/stats.ts';
import { type Aggregate, aggregates, isMoney, moneyDigits } from './sql/aggregates.ts';

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

const addMoney = (values: readonly (number | string)[]) => addDecimals(values.map(String), moneyDigits);

/**
 * Metrics of aggregates. Without a row, as of nothing: zeros, and null where there is nothing to divide by. `digits`: the
 * decimals of the currency.
 */
export function toMetricValues(
  metrics: readonly StatsMetric[],
  digits: number,
  row: AggregateRow = {},
): MetricValues {
  const values: MetricValues = {};
  for (const metric of metrics) Object.assign(values, { [metric]: metricOf[metric](row, digits) });
  return values;
}

const toNumber = (row: AggregateRow, aggregate: Aggregate) => Number(row[aggregate] ?? 0);
const toUnits = (row: AggregateRow, aggregate: Aggregate) =>
  toMinorUnits(String(row[aggregate] ?? '0'), moneyDigits);

/** With the decimals of the currency, or all that it has: before version 0.3 every amount had two. */
export function toMoneyText(units: bigint, digits: number): string {
  const text = fromMinorUnits(units, moneyDigits);
  return toFixedDecimal(text, digits) ?? text.replace(/0+$/, '');
}

/** Null without anything to divide by. Rounded half away from zero to the decimals of the currency. */
function divideMoney(units: bigint, count: number, digits: number): string | null {
  if (count === 0) return null;
  const step = 10n ** BigInt(moneyDigits - digits) * BigInt(count);
  const absolute = units < 0n ? -units : units;
  const rounded = (absolute * 2n + step) / (step * 2n);
  return fromMinorUnits(units < 0n ? -rounded : rounded, digits);
}

const toRevenue = (row: AggregateRow) => toUnits(row, 'revenue') - toUnits(row, 'refunds');

function perVisit(row: AggregateRow, amount: number): number | null {
  const visits = toNumber(row, 'visits');
  return visits === 0 ? null : amount / visits;
}

const metricOf: { [Metric in StatsMetric]: (row: AggregateRow, digits: number) => MetricValues[Metric] } = {
  visitors: (row) => toNumber(row, 'visitors'),
  visits: (row) => toNumber(row, 'visits'),
  'page-views': (row) => toNumber(row, 'page_views'),
  'views-per-visit': (row) => perVisit(row, toNumber(row, 'page_views')),
  'bounce-rate': (row) => perVisit(row, toNumber(row, 'bounces') * 100),
  'visit-duration': (row) => perVisit(row, toNumber(row, 'engaged_ms') / 1000),
  events: (row) => toNumber(row, 'events'),
  orders: (row) => toNumber(row, 'orders'),
  revenue: (row, digits) => toMoneyText(toRevenue(row), digits),
  refunds: (row, digits) => toMoneyText(toUnits(row, 'refunds'), digits),
  'verified-orders': (row) => toNumber(row, 'verified_orders'),
  'verified-revenue': (row, digits) =>
    toMoneyText(toUnits(row, 'verified_revenue') - toUnits(row, 'refunds'), digits),
  'average-order-value': (row, digits) =>
    divideMoney(toUnits(row, 'revenue'), toNumber(row, 'priced_orders'), digits),
  'orders-per-visitor': (row) => {
    const visitors = toNumber(row, 'visitors');
    return visitors === 0 ? null : toNumber(row, 'orders') / visitors;
  },
  'revenue-per-visit': (row, digits) => divideMoney(toRevenue(row), toNumber(row, 'visits'), digits),
  'conversion-rate': (row) => perVisit(row, toNumber(row, 'conversions') * 100),
  'goal-conversions': (row) => toNumber(row, 'goals'),
  'goal-conversion-rate': (row) => perVisit(row, toNumber(row, 'goals') * 100),
};
