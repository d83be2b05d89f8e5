import type { Analytics, Point } from '../../../contract/analytics.ts';

/**
 * Tracked totals begin at nothing. Where a company's beginning lies inside the range, its curves start with
 * that zero, so that the first order already is a rise and not a lonely point. A rate has no such beginning.
 */
export function prependZero(analytics: Analytics, createdAt: string): Analytics {
  const createdSeconds = Date.parse(createdAt) / 1000;
  const isInside = analytics.range === 'all' || createdSeconds >= analytics.from;
  if (analytics.source !== 'tracked' || !isInside) return analytics;

  const begin = (points: Point[]): Point[] => {
    const first = points[0];
    if (!first) return points;
    const zeroAt = first[0] - analytics.bucketSeconds;
    // A reading carries the start of its minute, so the first may be a little older than its company; one that
    // is much older was brought along from elsewhere, and what came before it is not known.
    return zeroAt < createdSeconds - 2 * analytics.bucketSeconds ? points : [[zeroAt, 0], ...points];
  };
  const { revenue, users, orders } = analytics.series;
  return {
    ...analytics,
    series: { ...analytics.series, revenue: begin(revenue), users: begin(users), orders: begin(orders) },
  };
}
