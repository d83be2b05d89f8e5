import {
  addDecimals,
  divideRounded,
  fromMinorUnits,
  toFixedDecimal,
  toMinorUnits,
} from '../../../contract/rules/decimal.ts';
import type { MetricValues } from '../../../contract/stats/answers.ts';
import { ratioDigits, type StatsMetric } from '../../../contract/stats/model/definitions.ts';
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
  return fromMinorUnits(divideRounded(units, step), digits);
}

const toRevenue = (row: AggregateRow) => toUnits(row, 'revenue') - toUnits(row, 'refunds');

/** Null without anything to divide by. `amount` and `count` are integers. */
function divide(metric: keyof typeof ratioDigits, amount: number, count: number): number | null {
  if (count === 0) return null;
  const digits = ratioDigits[metric];
  const units = divideRounded(BigInt(amount) * 10n ** BigInt(digits), BigInt(count));
  return Number(fromMinorUnits(units, digits));
}

const toRate = (metric: keyof typeof ratioDigits, row: AggregateRow, aggregate: Aggregate) =>
  divide(metric, toNumber(row, aggregate) * 100, toNumber(row, 'visits'));

const metricOf: { [Metric in StatsMetric]: (row: AggregateRow, digits: number) => MetricValues[Metric] } = {
  visitors: (row) => toNumber(row, 'visitors'),
  visits: (row) => toNumber(row, 'visits'),
  'page-views': (row) => toNumber(row, 'page_views'),
  'views-per-visit': (row) => divide('views-per-visit', toNumber(row, 'page_views'), toNumber(row, 'visits')),
  'bounce-rate': (row) => toRate('bounce-rate', row, 'bounces'),
  'visit-duration': (row) =>
    divide('visit-duration', toNumber(row, 'engaged_ms'), toNumber(row, 'visits') * 1000),
  events: (row) => toNumber(row, 'events'),
  orders: (row) => toNumber(row, 'orders'),
  revenue: (row, digits) => toMoneyText(toRevenue(row), digits),
  refunds: (row, digits) => toMoneyText(toUnits(row, 'refunds'), digits),
  'verified-orders': (row) => toNumber(row, 'verified_orders'),
  'verified-revenue': (row, digits) =>
    toMoneyText(toUnits(row, 'verified_revenue') - toUnits(row, 'refunds'), digits),
  'average-order-value': (row, digits) =>
    divideMoney(toUnits(row, 'revenue'), toNumber(row, 'priced_orders'), digits),
  'orders-per-visitor': (row) =>
    divide('orders-per-visitor', toNumber(row, 'orders'), toNumber(row, 'visitors')),
  'revenue-per-visit': (row, digits) => divideMoney(toRevenue(row), toNumber(row, 'visits'), digits),
  'conversion-rate': (row) => toRate('conversion-rate', row, 'conversions'),
  'goal-conversions': (row) => toNumber(row, 'goals'),
  'goal-conversion-rate': (row) => toRate('goal-conversion-rate', row, 'goals'),
};
