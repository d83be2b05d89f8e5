import {
  addDecimals,
  divideRounded,
  fromMinorUnits,
  toFixedDecimal,
  toMinorUnits,
} from '../../../contract/rules/decimal.ts';
import type { MetricValues } from '../../../contract/stats/answers.ts';
import {
  type Aggregate,
  aggregateNames,
  isMoneyAggregate,
} from '../../../contract/stats/model/aggregates.ts';
import { metricOf, type StatsMetric, unitFactors } from '../../../contract/stats/model/metrics.ts';
import { moneyDigits } from './sql/aggregates.ts';

/** A row of a statement. Money is decimal text. */
export type AggregateRow = Partial<Record<Aggregate, number | string | null>>;

/** A row of a list: the bucket or value it is about, and its aggregates. */
export interface ResultRow extends AggregateRow {
  /** The number of the list, in a statement with several lists. */
  answer?: number;
  key?: string;
  row_count?: number;
}

/** Adds up rows about different days, which have no visit and no visitor in common. */
export function addRows(rows: readonly AggregateRow[]): AggregateRow {
  const sum: AggregateRow = {};
  for (const aggregate of aggregateNames) {
    const values = rows.map((row) => row[aggregate] ?? 0);
    sum[aggregate] = isMoneyAggregate(aggregate)
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
  for (const metric of metrics) Object.assign(values, { [metric]: toMetricValue(metric, row, digits) });
  return values;
}

function toMetricValue(metric: StatsMetric, row: AggregateRow, digits: number): number | string | null {
  const { unit, sum, less, per, digits: ownDigits = 0 } = metricOf(metric);
  const count = per === undefined ? undefined : Number(row[per] ?? 0);
  if (count === 0) return null;
  if (unit === 'money') {
    const units = toUnits(row, sum) - (less === undefined ? 0n : toUnits(row, less));
    return count === undefined ? toMoneyText(units, digits) : divideMoney(units, count, digits);
  }
  const amount = Number(row[sum] ?? 0);
  if (count === undefined) return amount;
  const factors = unitFactors[unit];
  const dividend = BigInt(amount) * BigInt(factors.sum) * 10n ** BigInt(ownDigits);
  const rounded = divideRounded(dividend, BigInt(count) * BigInt(factors.per));
  return Number(fromMinorUnits(rounded, ownDigits));
}

const toUnits = (row: AggregateRow, aggregate: Aggregate) =>
  toMinorUnits(String(row[aggregate] ?? '0'), moneyDigits);

/** With the decimals of the currency, or all that it has: before version 0.3 every amount had two. */
export function toMoneyText(units: bigint, digits: number): string {
  const text = fromMinorUnits(units, moneyDigits);
  return toFixedDecimal(text, digits) ?? text.replace(/0+$/, '');
}

/** Rounded half away from zero to the decimals of the currency. */
function divideMoney(units: bigint, count: number, digits: number): string {
  const step = 10n ** BigInt(moneyDigits - digits) * BigInt(count);
  return fromMinorUnits(divideRounded(units, step), digits);
}
