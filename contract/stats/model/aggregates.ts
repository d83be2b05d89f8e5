/**
 * The counts and sums from which metrics are computed. No visit and no visitor belongs to two days, so every
 * aggregate of a range is the sum of its days. The SQL of each is in server/features/stats/sql/aggregates.ts.
 */
export const aggregates = {
  visits: { isMoney: false },
  visitors: { isMoney: false },
  page_views: { isMoney: false },
  events: { isMoney: false },
  bounces: { isMoney: false },
  engaged_ms: { isMoney: false },
  orders: { isMoney: false },
  /** The amounts of orders in the company's currency, before refunds. */
  revenue: { isMoney: true },
  /** The orders that `revenue` is the sum of. */
  priced_orders: { isMoney: false },
  refunds: { isMoney: true },
  /** Visits with an order. */
  conversions: { isMoney: false },
  verified_orders: { isMoney: false },
  verified_revenue: { isMoney: true },
  /** Visits that reached the goal of the question. */
  goals: { isMoney: false },
} as const satisfies Record<string, { isMoney: boolean }>;

export type Aggregate = keyof typeof aggregates;

export const aggregateNames = Object.keys(aggregates) as Aggregate[];

/** Whether an aggregate is an amount in the company's currency, not a count. */
export const isMoneyAggregate = (name: Aggregate): boolean => aggregates[name].isMoney;
