import { z } from 'zod';
import { companyId, currency } from './companies.ts';
import { metricNames, ranges } from './constants.ts';
import { cleanText } from './rules/text.ts';

export const range = z.enum(ranges);
export const rangeQuery = z.object({ range: range.default('24h') });

/** Seconds since 1970 and the value then. */
export const point = z.tuple([z.number(), z.number()]);
export type Point = z.infer<typeof point>;

export const latestReadings = z.record(z.enum(metricNames), point.nullable());
export type LatestReadings = z.infer<typeof latestReadings>;

/**
 * The readings of one company over a range. Revenue is in units of `currency`, conversion_rate in
 * percent. `source` says what they are: a portal never mixes tracked and simulated readings.
 */
export const analytics = z.object({
  range,
  /** Bounds of the range, seconds since 1970. */
  from: z.number(),
  to: z.number(),
  /** Width of one point, in seconds: a newer reading inside it replaces the last point. */
  bucketSeconds: z.number(),
  source: z.enum(['tracked', 'simulated']),
  currency,
  /** When the site last sent anything; null before its first event. */
  lastEventAt: z.iso.datetime().nullable(),
  latest: latestReadings,
  series: z.record(z.enum(metricNames), z.array(point)),
});
export type Analytics = z.infer<typeof analytics>;

/** Sessions seen within the active window: all of them, on the client's site, viewing this portal. */
export const active = z.object({ total: z.number(), onSite: z.number(), onPortal: z.number() });
export type ActiveVisitors = z.infer<typeof active>;

/** First message of a live stream (`event: snapshot`), sent again when the readings were replaced. */
export const liveSnapshot = z.object({ analytics, active });
export type LiveSnapshot = z.infer<typeof liveSnapshot>;

/** Every later message (`event: change`). */
export const liveChange = z.object({
  latest: latestReadings,
  active,
  lastEventAt: z.iso.datetime().nullable(),
});
export type LiveChange = z.infer<typeof liveChange>;

export const simulateRequest = z.object({ companyId });
export const simulateResponse = z.object({ readings: z.number() });

export const presenceParams = z.object({
  companyId,
  sessionId: z.string().regex(/^[\x21-\x7e]{1,100}$/),
});
export const presenceRequest = z.object({ page_url: cleanText(2048) });
