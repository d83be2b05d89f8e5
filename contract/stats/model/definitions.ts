import { z } from 'zod';

/** Stored where a value was not recorded (rows of earlier versions, an address without a known country). */
export const unknownValue = 'unknown';
/** Stored where there was nothing to record, such as `utm_source` of an address without one. */
export const noneValue = '(none)';

export const statsPeriods = [
  'today',
  'yesterday',
  '7d',
  '30d',
  'this-month',
  'last-month',
  '12mo',
  'all',
] as const;
export type StatsPeriod = (typeof statsPeriods)[number];

export const statsIntervals = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type StatsInterval = (typeof statsIntervals)[number];

/** Dimensions of a visit: every row of the visit has the same value. */
export const visitDimensions = [
  'entry-page',
  'exit-page',
  'source',
  'referrer',
  'channel',
  'utm-source',
  'utm-medium',
  'utm-campaign',
  'utm-term',
  'utm-content',
  'country',
  'region',
  'city',
  'language',
  'browser',
  'browser-version',
  'os',
  'os-version',
  'device',
  'screen',
] as const;
export type VisitDimension = (typeof visitDimensions)[number];

/** Dimensions of a single page view or event. `property:<name>` is one as well. */
export const rowDimensions = ['page', 'host', 'event'] as const;
export type RowDimension = (typeof rowDimensions)[number];

export type StatsDimension = VisitDimension | RowDimension | `property:${string}`;

/** Conditions on the other rows of a visit, for filters only. */
export const withinVisitFilters = ['saw-page', 'did-event'] as const;
export const filterOperators = ['is', 'is-not', 'contains', 'starts-with'] as const;
export type FilterOperator = (typeof filterOperators)[number];

export const statsMetrics = [
  'visitors',
  'visits',
  'page-views',
  'views-per-visit',
  'bounce-rate',
  'visit-duration',
  'events',
  'orders',
  'revenue',
  'refunds',
  'conversion-rate',
  'verified-orders',
  'verified-revenue',
  'average-order-value',
  'orders-per-visitor',
  'revenue-per-visit',
  'goal-conversions',
  'goal-conversion-rate',
] as const;
export type StatsMetric = (typeof statsMetrics)[number];

/**
 * Decimals of the metrics that are divisions, half away from zero, in every answer and on every screen; amounts of money
 * have those of their currency. Lists are sorted by the rounded value: rows that look equal are in the order of their names.
 */
export const ratioDigits = {
  'views-per-visit': 2,
  'bounce-rate': 2,
  'visit-duration': 0,
  'conversion-rate': 2,
  'orders-per-visitor': 3,
  'goal-conversion-rate': 2,
} as const satisfies Partial<Record<StatsMetric, number>>;

/** Limits of one question. */
export const statsLimits = {
  filters: 20,
  /** Of one filter. */
  filterValues: 50,
  /** Of all filters together: the time of a question grows with them. */
  allFilterValues: 100,
  /** Of them, those that are looked for in texts: they take ten times as long as others. */
  searchedFilterValues: 25,
  /** Filters on the other page views and events of a visit. Each needs the memory of a list of visits. */
  withinVisitFilters: 5,
  /** A referrer is a host and a path. */
  filterValueLength: 600,
  searchLength: 200,
  rows: 1_000,
  page: 1_000,
  rangeDays: 3_700,
  points: 3_000,
  propertyNameLength: 40,
} as const;

/** Name of a property of custom events. */
export const propertyName = z.string().regex(/^[\w.-]{1,40}$/, 'must be 1 to 40 letters, digits, _, . or -');
