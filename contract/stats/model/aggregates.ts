interface AggregateDefinition {
  /** Whether it is an amount in the company's currency, not a count. */
  isMoney: boolean;
  /** Whether it counts shop orders or refunds: sites without any do not show it. */
  isAboutSales: boolean;
}

/**
 * The counts and sums from which metrics are computed. No visit and no visitor belongs to two days, so every
 * aggregate of a range is the sum of its days. The SQL of each is in server/features/stats/sql/visit-parts.ts.
 */
export const aggregates = {
  visits: { isMoney: false, isAboutSales: false },
  visitors: { isMoney: false, isAboutSales: false },
  page_views: { isMoney: false, isAboutSales: false },
  events: { isMoney: false, isAboutSales: false },
  bounces: { isMoney: false, isAboutSales: false },
  engaged_ms: { isMoney: false, isAboutSales: false },
  orders: { isMoney: false, isAboutSales: true },
  /** The amounts of orders in the company's currency, before refunds. */
  revenue: { isMoney: true, isAboutSales: true },
  /** The orders that `revenue` is the sum of. */
  priced_orders: { isMoney: false, isAboutSales: true },
  refunds: { isMoney: true, isAboutSales: true },
  /** Visits with an order. */
  conversions: { isMoney: false, isAboutSales: true },
  verified_orders: { isMoney: false, isAboutSales: true },
  verified_revenue: { isMoney: true, isAboutSales: true },
  /** Visits that reached the goal of the question. */
  goals: { isMoney: false, isAboutSales: false },
} as const satisfies Record<string, AggregateDefinition>;

export type Aggregate = keyof typeof aggregates;

export const aggregateNames = Object.keys(aggregates) as Aggregate[];

export const isMoneyAggregate = (name: Aggregate): boolean => aggregates[name].isMoney;
