import type { Analytics, Point } from '../../../contract/analytics.ts';

/**
 * Adds a zero before the first reading of a company created within the range, so that the first order shows as a
 * rise instead of a single point. Only for totals: a rate does not start at zero.
 */
export function prependZero(analytics: Analytics, createdAt: string): Analytics {
  const createdSeconds = Date.parse(createdAt) / 1000;
  const isInside = analytics.range === 'all' || createdSeconds >= analytics.from;
  if (analytics.source !== 'tracked' || !isInside) return analytics;

  const prepend = (points: Point[]): Point[] => {
    const first = points[0];
    if (!first) return points;
    const zeroAt = first[0] - analytics.bucketSeconds;
    // A reading has the time of the start of its bucket, so the first may be slightly older than the company. A much
    // older one was imported, and the values before it are unknown.
    return zeroAt < createdSeconds - 2 * analytics.bucketSeconds ? points : [[zeroAt, 0], ...points];
  };
  const { revenue, users, orders } = analytics.series;
  return {
    ...analytics,
    series: {
      ...analytics.series,
      revenue: prepend(revenue),
      users: prepend(users),
      orders: prepend(orders),
    },
  };
}
