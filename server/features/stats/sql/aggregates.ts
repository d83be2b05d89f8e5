import { ratioDigits, type StatsMetric } from '../../../../contract/stats/model/definitions.ts';

/** What is counted and added up; metrics are computed from these. */
export const aggregates = [
  'visits',
  'visitors',
  'page_views',
  'events',
  'bounces',
  'engaged_ms',
  'orders',
  'revenue',
  'priced_orders',
  'refunds',
  'conversions',
  'verified_orders',
  'verified_revenue',
  'goals',
] as const;
export type Aggregate = (typeof aggregates)[number];

/** Decimals of money in statements: the most that a currency has. */
export const moneyDigits = 4;

const moneyAggregates: readonly Aggregate[] = ['revenue', 'refunds', 'verified_revenue'];
export const isMoney = (aggregate: Aggregate) => moneyAggregates.includes(aggregate);

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

export const aggregatesOf: Record<StatsMetric, readonly Aggregate[]> = {
  visitors: ['visitors'],
  visits: ['visits'],
  'page-views': ['page_views'],
  'views-per-visit': ['page_views', 'visits'],
  'bounce-rate': ['bounces', 'visits'],
  'visit-duration': ['engaged_ms', 'visits'],
  events: ['events'],
  orders: ['orders'],
  revenue: ['revenue', 'refunds'],
  refunds: ['refunds'],
  'verified-orders': ['verified_orders'],
  'verified-revenue': ['verified_revenue', 'refunds'],
  'average-order-value': ['revenue', 'priced_orders'],
  'orders-per-visitor': ['orders', 'visitors'],
  'revenue-per-visit': ['revenue', 'refunds', 'visits'],
  'conversion-rate': ['conversions', 'visits'],
  'goal-conversions': ['goals'],
  'goal-conversion-rate': ['goals', 'visits'],
};

/** An expression for each aggregate that a part of a statement has. */
export type AggregateExpressions = Partial<Record<Aggregate, string>>;

/** The select list of one part: zero for what another part has. */
export function toSelectList(expressions: AggregateExpressions, wanted: readonly Aggregate[]): string {
  const toZero = (aggregate: Aggregate) =>
    isMoney(aggregate) ? `0::DECIMAL(38, ${moneyDigits})` : '0::DOUBLE';
  const toType = (aggregate: Aggregate) => (isMoney(aggregate) ? `DECIMAL(38, ${moneyDigits})` : 'DOUBLE');
  return wanted
    .map((aggregate) => {
      const expression = expressions[aggregate];
      if (expression === undefined) return `${toZero(aggregate)} AS ${aggregate}`;
      return `coalesce(${expression}, 0)::${toType(aggregate)} AS ${aggregate}`;
    })
    .join(', ');
}

/** Adds up the parts. Sums of whole numbers are exact in a DOUBLE up to 2^53. */
export const toSums = (wanted: readonly Aggregate[]) =>
  wanted.map((aggregate) => `sum(${aggregate}) AS ${aggregate}`).join(', ');

/** The columns that an answer reads: money as decimal text. */
export const toResultList = (wanted: readonly Aggregate[]) =>
  wanted
    .map((aggregate) => (isMoney(aggregate) ? `${aggregate}::VARCHAR AS ${aggregate}` : aggregate))
    .join(', ');

/**
 * A metric, to sort by, rounded as the answer has it (in units of its last decimal); null where there is nothing to divide
 * by. `from`: the relation with the summed aggregates. `digits`: the decimals of the currency.
 */
export function toSortExpression(metric: StatsMetric, from: string, digits: number): string {
  const ratio = (name: keyof typeof ratioDigits, amount: string, count: string) =>
    toRounded(`${from}.${amount} * ${10 ** ratioDigits[name]}`, `${from}.${count}`);
  const money = (amount: string, count: string) =>
    toRounded(`(${amount}) * ${10 ** moneyDigits}`, `${from}.${count} * ${10 ** (moneyDigits - digits)}`);
  const revenue = `${from}.revenue - ${from}.refunds`;
  switch (metric) {
    case 'views-per-visit':
      return ratio(metric, 'page_views', 'visits');
    case 'bounce-rate':
      return ratio(metric, 'bounces * 100', 'visits');
    case 'visit-duration':
      return ratio(metric, 'engaged_ms', 'visits * 1000');
    case 'conversion-rate':
      return ratio(metric, 'conversions * 100', 'visits');
    case 'goal-conversion-rate':
      return ratio(metric, 'goals * 100', 'visits');
    case 'orders-per-visitor':
      return ratio(metric, 'orders', 'visitors');
    case 'revenue':
      return `(${revenue})`;
    case 'verified-revenue':
      return `(${from}.verified_revenue - ${from}.refunds)`;
    case 'average-order-value':
      return money(`${from}.revenue`, 'priced_orders');
    case 'revenue-per-visit':
      return money(revenue, 'visits');
    default:
      return `${from}.${aggregatesOf[metric][0]}`;
  }
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
