import { z } from 'zod';
import { companyId, currency } from './companies.ts';
import { metricNames, ranges } from './constants.ts';
import { cleanText } from './rules/text.ts';

export const range = z.enum(ranges);
export const rangeQuery = z.object({ range: range.default('24h') });

/** Unix time in seconds, and the value at that time. */
export const point = z.tuple([z.number(), z.number()]);
export type Point = z.infer<typeof point>;

export const latestReadings = z.record(z.enum(metricNames), point.nullable());
export type LatestReadings = z.infer<typeof latestReadings>;

/**
 * The readings of one company over a range. Revenue is in units of `currency`, conversion_rate in
 * percent. `source` distinguishes tracked from simulated readings; a portal never mixes them.
 */
export const analytics = z.object({
  range,
  /** Bounds of the range, Unix time in seconds. */
  from: z.number(),
  to: z.number(),
  /** Width of one point, in seconds: a newer reading inside it replaces the last point. */
  bucketSeconds: z.number(),
  source: z.enum(['tracked', 'simulated']),
  currency,
  /** Time of the last event; null before the first. */
  lastEventAt: z.iso.datetime().nullable(),
  latest: latestReadings,
  series: z.record(z.enum(metricNames), z.array(point)),
});
export type Analytics = z.infer<typeof analytics>;

/** Active visitors: the sum, those on the client's site, and open portals (presence). */
export const active = z.object({ total: z.number(), onSite: z.number(), onPortal: z.number() });
export type ActiveVisitors = z.infer<typeof active>;

/** First frame of a live stream (`event: snapshot`), sent again after the readings were replaced. */
export const liveSnapshot = z.object({ analytics, active });
export type LiveSnapshot = z.infer<typeof liveSnapshot>;

/** Every later frame (`event: change`). */
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
