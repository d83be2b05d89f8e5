/** What is counted of a group: the columns of the daily sums. Money in units of four decimals. */
export interface Sums {
  visits: number;
  visitors: number;
  page_views: number;
  events: number;
  bounces: number;
  engaged_ms: number;
  orders: number;
  revenue: bigint;
  priced_orders: number;
  refunds: bigint;
  conversions: number;
  verified_orders: number;
  verified_revenue: bigint;
  verified_priced_orders: number;
  verified_conversions: number;
}

const noSums: Readonly<Sums> = {
  visits: 0,
  visitors: 0,
  page_views: 0,
  events: 0,
  bounces: 0,
  engaged_ms: 0,
  orders: 0,
  revenue: 0n,
  priced_orders: 0,
  refunds: 0n,
  conversions: 0,
  verified_orders: 0,
  verified_revenue: 0n,
  verified_priced_orders: 0,
  verified_conversions: 0,
};

export const createSums = (): Sums => ({ ...noSums });

export const sumNames = Object.keys(noSums) as (keyof Sums)[];
export const isMoneySum = (name: keyof Sums): name is 'revenue' | 'refunds' | 'verified_revenue' =>
  typeof noSums[name] === 'bigint';

/** Adds sums of visits and visitors that are not counted in it yet. */
export function addSums(to: Sums, added: Readonly<Sums>): void {
  to.visits += added.visits;
  to.visitors += added.visitors;
  to.page_views += added.page_views;
  to.events += added.events;
  to.bounces += added.bounces;
  to.engaged_ms += added.engaged_ms;
  to.orders += added.orders;
  to.revenue += added.revenue;
  to.priced_orders += added.priced_orders;
  to.refunds += added.refunds;
  to.conversions += added.conversions;
  to.verified_orders += added.verified_orders;
  to.verified_revenue += added.verified_revenue;
  to.verified_priced_orders += added.verified_priced_orders;
  to.verified_conversions += added.verified_conversions;
}
