import { z } from 'zod';
import { companyId, portalCompany } from './company/companies.ts';
import { liveListMax } from './constants.ts';
import { cleanText } from './rules/text.ts';
import { statsSummary, statsTimeseries } from './stats/answers.ts';

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

/**
 * A frame of a live stream: `event: snapshot` is the first, sent again after everything may have changed (demo data, a
 * correction, an erasure), `event: change` every later one.
 */
export const liveFrame = z.object({
  /** Who is there now cannot be narrowed: null for viewers who see a part of the site, or no dashboard. */
  active: active.nullable(),
  /** Null for share links as well, which show one view. */
  liveVisitors: liveVisitors.nullable(),
  /** Whether the portal shows the events of the site or demo data. */
  source: portalCompany.shape.source,
  /** The revision of what the portal shows: statistics change only with it. */
  revision: portalCompany.shape.revision,
  lastEventAt: portalCompany.shape.lastEventAt,
});
export type LiveFrame = z.infer<typeof liveFrame>;

/**
 * `event: figures`: the figures of the view that a stream was opened with, as the statistics answer them. If not complete, it has the
 * metrics and points that changed since the last of these events, and everything else. Null: the page has to ask for them.
 */
export const liveFigures = z
  .object({
    isComplete: z.boolean(),
    summary: statsSummary,
    /** Timeseries with the usual interval, and with the requested one. */
    series: z.array(statsTimeseries).max(2),
  })
  .nullable();
export type LiveFigures = NonNullable<z.infer<typeof liveFigures>>;

/** The id that the page of a portal chooses for its tab. */
export const tabId = z.string().regex(/^[\x21-\x7e]{1,100}$/);

export const presenceParams = z.object({ companyId, sessionId: tabId });
export const presenceRequest = z.object({ page_url: cleanText(2048) });
