import { z } from 'zod';
import { currency } from '../company/companies.ts';
import { pendingEvents } from './answers.ts';

/** The metrics of readings, as the first version of the API named them. */
export const readingNames = ['revenue', 'users', 'orders', 'conversion_rate', 'page_views'] as const;
export type ReadingName = (typeof readingNames)[number];

export const readingRanges = ['24h', '7d', '30d', 'all'] as const;
export type ReadingRange = (typeof readingRanges)[number];
export const readingsQuery = z.object({ range: z.enum(readingRanges).default('24h') });

/** Largest number of points of a metric. */
export const readingsMax = 200;

/** Unix time in seconds, and the value at that time. */
const reading = z.tuple([z.number(), z.number()]);

/**
 * Readings of a company over a range, in ascending time: what each metric was at that time, counted from the first event.
 * Revenue is in units of `currency`, conversion_rate in percent.
 */
export const readings = z.object({
  range: z.enum(readingRanges),
  /** Bounds of the range, Unix time in seconds. */
  from: z.number(),
  to: z.number(),
  /** Distance of two readings, in seconds; days with a change of clocks are longer or shorter. */
  bucketSeconds: z.number(),
  /** Whether the events of the site were counted, or demo data. */
  source: z.enum(['tracked', 'simulated']),
  currency,
  /** Time of the last event of the site; null before the first, and for a viewer who sees a part of it alone. */
  lastEventAt: z.iso.datetime().nullable(),
  pending: pendingEvents.nullable(),
  /** Without the right to see money, revenue is null here and has no readings in `series`. */
  latest: z.record(z.enum(readingNames), reading.nullable()),
  series: z.record(z.enum(readingNames), z.array(reading)),
});
export type Readings = z.infer<typeof readings>;
