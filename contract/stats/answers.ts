import { z } from 'zod';
import { currency } from '../company/companies.ts';
import {
  type MetricUnit,
  type MetricValue,
  metricOf,
  type StatsMetric,
  statsMetrics,
} from './model/metrics.ts';
import { statsIntervals } from './model/periods.ts';

const count = z.number().int().nonnegative();
const units: Record<MetricUnit, { schema: z.ZodType; text: string }> = {
  count: { schema: count, text: '' },
  ratio: { schema: z.number(), text: '' },
  percent: { schema: z.number(), text: 'In percent.' },
  seconds: { schema: z.number(), text: 'In seconds.' },
  money: {
    schema: z.string(),
    text: 'In units of the currency, with its decimals, such as 1234.50 or -5.00.',
  },
};

/** The schema of a metric's value; null where there is nothing to divide by. */
const toMetricSchema = (name: StatsMetric): z.ZodType => {
  const { label, definition, unit, per } = metricOf(name);
  const { schema, text } = units[unit];
  const ifNull = per === undefined ? '' : 'Null where there is nothing to divide by.';
  return (per === undefined ? schema : schema.nullable()).meta({
    title: label,
    description: [definition, text, ifNull].filter((sentence) => sentence !== '').join(' '),
  });
};
const metricFields = Object.fromEntries(statsMetrics.map((name) => [name, toMetricSchema(name)])) as {
  [Name in StatsMetric]: z.ZodType<MetricValue<Name>>;
};

export const metricValues = z
  .object(metricFields)
  .partial()
  .meta({ id: 'MetricValues', description: 'The metrics that were asked for.' });
export type MetricValues = z.infer<typeof metricValues>;

const metricValue = z.union([z.number(), z.string()]).nullable();
const comparedValue = z.object({
  value: metricValue,
  /** The value of the compared range; null as well without a comparison. */
  compared: metricValue,
});

const instant = z.iso.datetime();

const localDate = z.iso.date();

/**
 * Events that are stored but not counted in an answer yet. `newest`: everything up to a moment is counted, and `events` newer ones
 * are known. `preparing`: only these days are counted, ascending and inclusive.
 */
export const pendingEvents = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('newest'), countedUpTo: instant, events: count }),
  z.object({
    kind: z.literal('preparing'),
    counted: z.array(z.object({ first: localDate, last: localDate })),
  }),
]);
export type PendingEvents = z.infer<typeof pendingEvents>;

export const answerFields = {
  from: instant,
  /** The range ends before this instant. */
  to: instant,
  timeZone: z.string(),
  currency,
  /** Whether these are events of the site or demo data. */
  source: z.enum(['tracked', 'simulated']),
  /** Which orders count: `verified` if it was asked for, or if the company counts no others. */
  ordersCounted: z.enum(['all', 'verified']),
  /** Null if every stored event is counted, as nearly always. */
  pending: pendingEvents.nullable(),
  /** Only in an answer that could not be renewed in time: when it was given. */
  answeredAt: instant.optional(),
};

/** The range that is compared with; null without a comparison. */
export const comparedRange = z.object({ from: instant, to: instant }).nullable();

export const exampleHead = {
  from: '2026-10-31T23:00:00.000Z',
  to: '2026-11-30T23:00:00.000Z',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  source: 'tracked',
  ordersCounted: 'all',
  pending: null,
  comparedRange: { from: '2026-09-30T22:00:00.000Z', to: '2026-10-31T23:00:00.000Z' },
} as const;

export const statsSummary = z
  .object({
    ...answerFields,
    comparedRange,
    metrics: z.partialRecord(z.enum(statsMetrics), comparedValue),
    /** Orders in other currencies than the company's, which are in no money of the metrics. Empty without the right to see money. */
    otherCurrencies: z.array(
      z.object({
        currency: z.string(),
        orders: count,
        /** Less refunds. */
        revenue: z.string(),
      }),
    ),
  })
  .meta({
    description: 'Example: ?period=last-month&compare=previous&metrics=visitors,bounce-rate,revenue',
    examples: [
      {
        ...exampleHead,
        metrics: {
          visitors: { value: 1204, compared: 998 },
          'bounce-rate': { value: 41.5, compared: null },
          revenue: { value: '3150.00', compared: '2480.90' },
        },
        otherCurrencies: [{ currency: 'GBP', orders: 2, revenue: '90.00' }],
      },
    ],
  });
export type StatsSummary = z.infer<typeof statsSummary>;

const timeseriesPoint = z.object({
  /** The instant at which the bucket begins, which may be before the range. */
  at: instant,
  metrics: metricValues,
});
export type TimeseriesPoint = z.infer<typeof timeseriesPoint>;

export const statsTimeseries = z
  .object({
    ...answerFields,
    comparedRange,
    interval: z.enum(statsIntervals),
    points: z.array(timeseriesPoint),
    compared: z.array(timeseriesPoint).nullable(),
  })
  .meta({
    description: 'Example: ?period=last-month&interval=week&metrics=visits&filter=country:is:DE,FR',
    examples: [
      {
        ...exampleHead,
        comparedRange: null,
        interval: 'week',
        points: [
          { at: '2026-10-25T23:00:00.000Z', metrics: { visits: 31 } },
          { at: '2026-11-01T23:00:00.000Z', metrics: { visits: 0 } },
        ],
        compared: null,
      },
    ],
  });
export type StatsTimeseries = z.infer<typeof statsTimeseries>;

export const statsBreakdown = z
  .object({
    ...answerFields,
    comparedRange,
    dimension: z.string(),
    rows: z.array(
      z.object({
        value: z.string(),
        metrics: metricValues,
        /** The metrics of the same value in the compared range; null without a comparison. */
        compared: metricValues.nullable(),
      }),
    ),
    /** The metrics of the whole range. Visitors of several values count in several rows, but once here. */
    totals: metricValues,
    comparedTotals: metricValues.nullable(),
    /** Number of values, on all pages. */
    rowCount: count,
  })
  .meta({
    description:
      'Example: ?period=last-month&dimension=source&filter=page:starts-with:/blog&sort=-visits&metrics=visitors,visits&limit=2',
    examples: [
      {
        ...exampleHead,
        comparedRange: null,
        dimension: 'source',
        rows: [
          { value: 'Google', metrics: { visitors: 420, visits: 510 }, compared: null },
          { value: 'Direct', metrics: { visitors: 301, visits: 322 }, compared: null },
        ],
        totals: { visitors: 733, visits: 861 },
        comparedTotals: null,
        rowCount: 14,
      },
    ],
  });
export type StatsBreakdown = z.infer<typeof statsBreakdown>;

/** The first rows of several lists, in the order that was asked for. */
export const statsLists = z.object({ lists: z.array(statsBreakdown) }).meta({
  description: 'Example: ?period=30d&compare=previous&dimension=source&dimension=page&limit=6',
  examples: [
    {
      lists: [
        {
          ...exampleHead,
          comparedRange: null,
          dimension: 'source',
          rows: [
            {
              value: 'Google',
              metrics: { visitors: 420, visits: 510, orders: 12, revenue: '840.00', 'conversion-rate': 2.35 },
              compared: null,
            },
          ],
          totals: { visitors: 733, visits: 861, orders: 19, revenue: '1310.00', 'conversion-rate': 2.21 },
          comparedTotals: null,
          rowCount: 14,
        },
      ],
    },
  ],
});
export type StatsLists = z.infer<typeof statsLists>;
