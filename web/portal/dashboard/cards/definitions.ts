import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';

/** One sentence for each metric. The whole definition is on /help/metrics, under the same id. */
export const definitions: Partial<Record<StatsMetric | 'live-visitors', string>> = {
  'live-visitors': 'Visitors with a tab seen in the last five minutes, and people who look at this portal.',
  visitors: 'Browsers, each counted once a day.',
  visits: 'Page views and events of one visitor with less than 30 minutes between them.',
  'page-views': 'Pages that were loaded or navigated to.',
  'views-per-visit': 'Page views divided by visits.',
  'bounce-rate': 'Visits with one page view, no event and less than 10 seconds of use.',
  'visit-duration': 'The time pages of a visit were visible and in use, on average.',
  events: 'Custom events that the site reported.',
  orders: 'Shop orders, each order number once.',
  revenue: 'The amounts of the orders, less what was refunded in the period.',
  refunds: 'What was paid back in the period.',
  'verified-orders': 'Orders that the shop’s own server or a payment provider confirmed.',
  'verified-revenue': 'The revenue of verified orders.',
  'average-order-value': 'The amounts of the orders, before refunds, divided by their number.',
  'orders-per-visitor': 'Orders divided by visitors.',
  'revenue-per-visit': 'Revenue divided by visits.',
  'conversion-rate': 'Visits with an order divided by all visits.',
};

export const metricLabels: Record<StatsMetric, string> = {
  visitors: 'Visitors',
  visits: 'Visits',
  'page-views': 'Page views',
  'views-per-visit': 'Views per visit',
  'bounce-rate': 'Bounce rate',
  'visit-duration': 'Visit duration',
  events: 'Events',
  orders: 'Orders',
  revenue: 'Revenue',
  refunds: 'Refunds',
  'verified-orders': 'Verified orders',
  'verified-revenue': 'Verified revenue',
  'average-order-value': 'Average order value',
  'orders-per-visitor': 'Orders per visitor',
  'revenue-per-visit': 'Revenue per visit',
  'conversion-rate': 'Conversion rate',
  'goal-conversions': 'Conversions of the goal',
  'goal-conversion-rate': 'Conversion rate of the goal',
};
