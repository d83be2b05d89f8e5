import { type Aggregate, isMoneyAggregate } from '../../../../contract/stats/model/aggregates.ts';
import { metricOf, type StatsMetric, unitFactors } from '../../../../contract/stats/model/metrics.ts';

/** Decimals of money in statements: the most that a currency has. */
export const moneyDigits = 4;

/** Which orders count. */
export type OrdersCounted = 'all' | 'verified';

/** The columns of `visits` and of the daily sums with what is counted of orders. */
export const orderColumns: Record<OrdersCounted, { orders: string; revenue: string; priced_orders: string }> =
  {
    all: { orders: 'orders', revenue: 'revenue', priced_orders: 'priced_orders' },
    verified: {
      orders: 'verified_orders',
      revenue: 'verified_revenue',
      priced_orders: 'verified_priced_orders',
    },
  };

/** Sums of whole numbers are exact in a DOUBLE up to 2^53. */
export const toSqlType = (aggregate: Aggregate): string =>
  isMoneyAggregate(aggregate) ? `DECIMAL(38, ${moneyDigits})` : 'DOUBLE';

/** An expression for each aggregate that a part of a statement has. */
export type AggregateExpressions = Partial<Record<Aggregate, string>>;

/** The select list of one part: zero for what another part has. */
export function toSelectList(expressions: AggregateExpressions, wanted: readonly Aggregate[]): string {
  return wanted
    .map((aggregate) => {
      const expression = expressions[aggregate];
      const value = expression === undefined ? '0' : `coalesce(${expression}, 0)`;
      return `${value}::${toSqlType(aggregate)} AS ${aggregate}`;
    })
    .join(', ');
}

/** Adds up the parts. */
export const toSums = (wanted: readonly Aggregate[]) =>
  wanted.map((aggregate) => `sum(${aggregate}) AS ${aggregate}`).join(', ');

/** The columns that an answer reads: money as decimal text. */
export const toResultList = (wanted: readonly Aggregate[]) =>
  wanted
    .map((aggregate) => (isMoneyAggregate(aggregate) ? `${aggregate}::VARCHAR AS ${aggregate}` : aggregate))
    .join(', ');

/**
 * A metric, to sort by, rounded as the answer has it (in units of its last decimal); null where there is nothing to divide
 * by. `from`: the relation with the summed aggregates. `digits`: the decimals of the currency.
 */
export function toSortExpression(metric: StatsMetric, from: string, digits: number): string {
  const { unit, sum, less, per, digits: ownDigits = 0 } = metricOf(metric);
  const amount = less === undefined ? `${from}.${sum}` : `(${from}.${sum} - ${from}.${less})`;
  if (per === undefined) return amount;
  const count = `${from}.${per}`;
  if (unit === 'money')
    return toRounded(`${amount} * ${10 ** moneyDigits}`, `${count} * ${10 ** (moneyDigits - digits)}`);
  const factors = unitFactors[unit];
  return toRounded(`${amount} * ${factors.sum * 10 ** ownDigits}`, `${count} * ${factors.per}`);
}

/** The nearest whole number, half away from zero, without binary fractions. */
function toRounded(dividend: string, divisor: string): string {
  const [amount, count] = [`(${dividend})::HUGEINT`, `nullif(${divisor}, 0)::HUGEINT`];
  return `(sign(${amount}) * ((2 * abs(${amount}) + ${count}) // (2 * ${count})))`;
}

/** Distinct visitors of rows that each represent another visit. `isCounted`: conditions for a row to count. */
export function countVisitors(isCounted: readonly string[]): string {
  // Numbers of visitors are unique within a day. Only visitors with several visits need a distinct count.
  const visitor = `(day - DATE '1970-01-01') * 4294967296 + visitor_no`;
  return `count(*) FILTER (WHERE ${[...isCounted, 'is_only_visit'].join(' AND ')})
    + count(DISTINCT ${visitor}) FILTER (WHERE ${[...isCounted, 'NOT is_only_visit'].join(' AND ')})`;
}
