import type { StatsSummary, StatsTimeseries } from '../../contract/stats/answers.ts';

const head = {
  from: '2026-10-25T00:00:00.000Z',
  to: '2026-11-23T12:00:00.000Z',
  timeZone: 'Europe/London',
  currency: 'USD',
  source: 'tracked',
  ordersCounted: 'all',
  pending: null,
  comparedRange: { from: '2026-09-25T00:00:00.000Z', to: '2026-10-24T12:00:00.000Z' },
} as const;

/** All metrics of 30 days and of the 30 days before. */
export function aSummary(
  metrics: StatsSummary['metrics'] = {},
  fields: Partial<StatsSummary> = {},
): StatsSummary {
  return {
    ...head,
    metrics: {
      visitors: { value: 1300, compared: 1000 },
      visits: { value: 1500, compared: 1500 },
      'page-views': { value: 4000, compared: 5000 },
      'views-per-visit': { value: 2.67, compared: 3.33 },
      'bounce-rate': { value: 41.5, compared: 40 },
      'visit-duration': { value: 185, compared: 48 },
      events: { value: 12, compared: 0 },
      orders: { value: 44, compared: 40 },
      revenue: { value: '1234.50', compared: '1000.00' },
      refunds: { value: '0.00', compared: '0.00' },
      'verified-orders': { value: 44, compared: 40 },
      'verified-revenue': { value: '1234.50', compared: '1000.00' },
      'average-order-value': { value: '28.06', compared: '25.00' },
      'orders-per-visitor': { value: 0.034, compared: 0.04 },
      'revenue-per-visit': { value: '0.82', compared: '0.67' },
      'conversion-rate': { value: 3.38, compared: 2.67 },
      ...metrics,
    },
    otherCurrencies: [],
    ...fields,
  };
}

const day = (at: string, visitors: number, revenue: string) => ({
  at,
  metrics: {
    visitors,
    visits: visitors,
    'page-views': 3 * visitors,
    orders: 2,
    revenue,
    'conversion-rate': 2,
  },
});

export function aTimeseries(): StatsTimeseries {
  return {
    ...head,
    interval: 'day',
    points: [
      day('2026-11-21T00:00:00.000Z', 10, '100.00'),
      day('2026-11-22T00:00:00.000Z', 20, '200.00'),
      day('2026-11-23T00:00:00.000Z', 30, '934.50'),
    ],
    compared: null,
  };
}
