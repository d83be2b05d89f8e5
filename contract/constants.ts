/** Rules both ends must agree on. Durations carry their unit in the name. */
export const heartbeatSeconds = 30;
export const activeWindowMinutes = 5;
export const demoReloadDelayMs = 2000;

/** Most events one tracking request may carry. */
export const trackingBatchMax = 50;
export const trackingBodyMaxBytes = 16 * 1024;
export const trackingBatchBodyMaxBytes = 64 * 1024;

/** Largest single order, in units of its currency. Larger amounts are typing errors or attacks. */
export const orderAmountMax = 10_000_000;

/** Largest amount of an order that a company accepts unless its administrators change it, in units of its currency. */
export const orderAmountMaxDefault = 100_000;

/** Stored in place of a path or referrer once a company has too many different ones in a day. */
export const otherValue = '(other)';

export const metricNames = ['revenue', 'users', 'orders', 'conversion_rate', 'page_views'] as const;
export type MetricName = (typeof metricNames)[number];

export const ranges = ['24h', '7d', '30d', 'all'] as const;
export type Range = (typeof ranges)[number];

/** Most points a metric has in any range: each costs an index probe, and a chart is some 560 px wide. */
export const seriesPointsMax = 200;

/** Most characters of what a visitor writes to us. */
export const fieldMax = {
  name: 100,
  email: 255,
  company: 100,
  message: 2000,
  subject: 150,
  phone: 40,
} as const;
