import { type Aggregate, aggregates } from './aggregates.ts';

/**
 * The kind of a metric's value: a whole number, a quotient, a share in percent, a duration in seconds, or an amount in
 * units of the company's currency as decimal text.
 */
export type MetricUnit = 'count' | 'ratio' | 'percent' | 'seconds' | 'money';

export interface MetricDefinition {
  label: string;
  /** One sentence. The whole definition is on /help/metrics, under the name of the metric. */
  definition: string;
  unit: MetricUnit;
  /** The value is `sum`, less `less`, divided by `per`; null where `per` is zero. */
  sum: Aggregate;
  less?: Aggregate;
  per?: Aggregate;
  /**
   * Decimals, half away from zero, in every answer and on every screen; amounts of money have those of their currency.
   * Lists are sorted by the rounded value: rows that look equal are in the order of their names.
   */
  digits?: number;
  /** Whether a rise of the metric is not a success. */
  isLessBetter?: boolean;
  /** Whether a question has to name a goal. */
  needsGoal?: boolean;
}

/** The metrics of the statistics. Types, SQL, answers, formats, labels and documentation derive from this table. */
export const metrics = {
  visitors: {
    label: 'Visitors',
    definition: 'Browsers that opened the site, each counted once a day.',
    unit: 'count',
    sum: 'visitors',
  },
  visits: {
    label: 'Visits',
    definition: 'Page views and events of one visitor with less than 30 minutes between them.',
    unit: 'count',
    sum: 'visits',
  },
  'page-views': {
    label: 'Page views',
    definition: 'Pages that were opened.',
    unit: 'count',
    sum: 'page_views',
  },
  'views-per-visit': {
    label: 'Views per visit',
    definition: 'Page views divided by visits.',
    unit: 'ratio',
    sum: 'page_views',
    per: 'visits',
    digits: 2,
  },
  'bounce-rate': {
    label: 'Bounce rate',
    definition: 'The share of visits with one page view, no event and less than 10 seconds of use.',
    unit: 'percent',
    sum: 'bounces',
    per: 'visits',
    digits: 2,
    isLessBetter: true,
  },
  'visit-duration': {
    label: 'Visit duration',
    definition: 'The time pages of a visit were visible and in use, on average.',
    unit: 'seconds',
    sum: 'engaged_ms',
    per: 'visits',
    digits: 0,
  },
  events: {
    label: 'Events',
    definition: 'What the site reported besides its pages, such as a form that was sent.',
    unit: 'count',
    sum: 'events',
  },
  orders: {
    label: 'Orders',
    definition: 'Shop orders, each order number once.',
    unit: 'count',
    sum: 'orders',
  },
  revenue: {
    label: 'Revenue',
    definition: 'The amounts of the orders, less what was refunded in the period.',
    unit: 'money',
    sum: 'revenue',
    less: 'refunds',
  },
  refunds: {
    label: 'Refunds',
    definition: 'What was paid back in the period.',
    unit: 'money',
    sum: 'refunds',
    isLessBetter: true,
  },
  'conversion-rate': {
    label: 'Conversion rate',
    definition: 'The share of visits with at least one order.',
    unit: 'percent',
    sum: 'conversions',
    per: 'visits',
    digits: 2,
  },
  'verified-orders': {
    label: 'Verified orders',
    definition:
      'Orders that the shop’s own server or a payment provider confirmed, and not a page of the site alone.',
    unit: 'count',
    sum: 'verified_orders',
  },
  'verified-revenue': {
    label: 'Verified revenue',
    definition: 'The revenue of verified orders.',
    unit: 'money',
    sum: 'verified_revenue',
    less: 'refunds',
  },
  'average-order-value': {
    label: 'Average order value',
    definition: 'The amounts of the orders, before refunds, divided by their number.',
    unit: 'money',
    sum: 'revenue',
    per: 'priced_orders',
  },
  'orders-per-visitor': {
    label: 'Orders per visitor',
    definition: 'Orders divided by visitors.',
    unit: 'ratio',
    sum: 'orders',
    per: 'visitors',
    digits: 3,
  },
  'revenue-per-visit': {
    label: 'Revenue per visit',
    definition: 'Revenue divided by visits.',
    unit: 'money',
    sum: 'revenue',
    less: 'refunds',
    per: 'visits',
  },
  'goal-conversions': {
    label: 'Conversions of the goal',
    definition: 'Visits that reached the goal.',
    unit: 'count',
    sum: 'goals',
    needsGoal: true,
  },
  'goal-conversion-rate': {
    label: 'Conversion rate of the goal',
    definition: 'The share of visits that reached the goal.',
    unit: 'percent',
    sum: 'goals',
    per: 'visits',
    digits: 2,
    needsGoal: true,
  },
} as const satisfies Record<string, MetricDefinition>;

export type StatsMetric = keyof typeof metrics;

export const statsMetrics = Object.keys(metrics) as StatsMetric[];

export const metricOf = (name: StatsMetric): MetricDefinition => metrics[name];

export const isStatsMetric = (text: string): text is StatsMetric => Object.hasOwn(metrics, text);

export const isGoalMetric = (name: StatsMetric): boolean => metricOf(name).needsGoal === true;

/** The metrics that a question without a goal can ask for. */
export const metricsWithoutGoal: readonly StatsMetric[] = statsMetrics.filter((name) => !isGoalMetric(name));

/** The aggregates that a metric is computed from. */
export function aggregatesOf(name: StatsMetric): Aggregate[] {
  const { sum, less, per } = metricOf(name);
  return [sum, less, per].filter((aggregate) => aggregate !== undefined);
}

/** Whether a metric is about shop orders or refunds. */
export const isAboutSales = (name: StatsMetric): boolean =>
  aggregatesOf(name).some((aggregate) => aggregates[aggregate].isAboutSales);

/** Whether a metric is computed from amounts of money. */
export const isAboutMoney = (name: StatsMetric): boolean =>
  aggregatesOf(name).some((aggregate) => aggregates[aggregate].isMoney);

/** Whether visits can be divided into groups whose values add up to that of all: a visitor can have visits in several groups. */
export const addsUp = (name: StatsMetric): boolean =>
  metricOf(name).per === undefined && !aggregatesOf(name).includes('visitors');

/** The factor of a sum, and that of its divisor: durations are added up in milliseconds. */
export const unitFactors: Record<MetricUnit, { sum: number; per: number }> = {
  count: { sum: 1, per: 1 },
  ratio: { sum: 1, per: 1 },
  percent: { sum: 100, per: 1 },
  seconds: { sum: 1, per: 1_000 },
  money: { sum: 1, per: 1 },
};

type Quotient<Metric extends StatsMetric, Value> = (typeof metrics)[Metric] extends { per: Aggregate }
  ? Value | null
  : Value;

/** The value of a metric in answers: amounts as decimal text, others as numbers, null where there is nothing to divide by. */
export type MetricValue<Metric extends StatsMetric> = Quotient<
  Metric,
  (typeof metrics)[Metric]['unit'] extends 'money' ? string : number
>;
