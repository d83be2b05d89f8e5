import { z } from 'zod';
import { companyId, currency } from './company/companies.ts';
import { liveListMax, metricNames, ranges } from './constants.ts';
import { cleanText } from './rules/text.ts';

const range = z.enum(ranges);
export const rangeQuery = z.object({ range: range.default('24h') });

/** Unix time in seconds, and the value at that time. */
const point = z.tuple([z.number(), z.number()]);

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

/** Live visitors of the client's site (distinct visitors, whatever their number of tabs), open portals, and the sum. */
export const active = z.object({ total: z.number(), onSite: z.number(), onPortal: z.number() });
export type ActiveVisitors = z.infer<typeof active>;

const liveShares = (max: number) => z.array(z.object({ value: z.string(), visitors: z.number() })).max(max);

/**
 * Who is on the client's site now: visitors with a tab seen within five minutes that has not left. A visitor counts
 * under each page that one of their tabs shows, and under one source and country. Long values are cut.
 */
export const liveVisitors = z.object({
  visitors: z.number(),
  onPortal: z.number(),
  pages: liveShares(liveListMax.pages),
  sources: liveShares(liveListMax.sources),
  countries: liveShares(liveListMax.countries),
});
export type LiveVisitors = z.infer<typeof liveVisitors>;

/** First frame of a live stream (`event: snapshot`), sent again after the readings were replaced. */
export const liveSnapshot = z.object({ analytics, active, liveVisitors });
export type LiveSnapshot = z.infer<typeof liveSnapshot>;

/** Every later frame (`event: change`). */
export const liveChange = z.object({
  latest: latestReadings,
  active,
  liveVisitors,
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
