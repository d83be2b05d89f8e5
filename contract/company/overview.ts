import { z } from 'zod';
import { rangeFields } from '../stats/questions.ts';
import { companyId } from './companies.ts';
import { rejectionReason } from './rejected-events.ts';
import { setupProgress } from './setup-progress.ts';

/** How many companies one question about the overview may name. */
export const overviewIdsMax = 100;

/** The maximum lengths of a group's name, and of the list of groups of a company. */
export const groupLimits = { name: 60, perCompany: 10 } as const;

/** The five figures of a company, each as its portal shows it. Null: not known, as without visitors or without a shop. */
const overviewFigures = z.object({
  visitors: z.int().nonnegative(),
  orders: z.int().nonnegative(),
  /** In the company's currency. */
  revenue: z.number(),
  /** In percent. */
  conversionRate: z.number().nullable(),
  /** The share of visits that came from AI assistants, in percent. */
  aiShare: z.number().nullable(),
});
export type OverviewFigures = z.infer<typeof overviewFigures>;

/** What a company's overview counted in the chosen period, in the company's time zone. */
const overviewCounts = z.object({
  /** Whether these are the events of the site or demo data. */
  source: z.enum(['tracked', 'simulated']),
  current: overviewFigures,
  /** The same of the range that is compared with; null without one. */
  before: overviewFigures.nullable(),
  /** Visitors of each interval of the period, in ascending time: the points of the sparkline. */
  series: z.array(z.int().nonnegative()),
  /** The share of rejected bots in all events that arrived in the period, in percent; null before version 0.8.0 counted them. */
  botShare: z.number().nullable(),
  /** The newest events are not counted yet. */
  isPending: z.boolean(),
});

/** What a company's site is doing. The most serious finding is the state; the others are listed with it. */
export const healthStates = [
  'statistics-behind',
  'never-installed',
  'silent',
  'events-refused',
  'demo-data',
  'receiving',
] as const;
export const health = z.object({
  state: z.enum(healthStates),
  /** Since when; null for `never-installed` and `demo-data`. */
  since: z.iso.datetime().nullable(),
  /** Rejections of the last seven days by reason, most first. Bots and spam referrers are no fault of the site and are missing. */
  rejections: z.array(z.object({ reason: rejectionReason, count: z.int().positive() })),
});
export type Health = z.infer<typeof health>;

export const overviewRow = z.object({
  id: companyId,
  /** Visitors of the site now, without open portals. */
  live: z.int().nonnegative(),
  lastEventAt: z.iso.datetime().nullable(),
  lastOpenedAt: z.iso.datetime().nullable(),
  health,
  setup: setupProgress.nullable(),
  /** Null: not counted yet. The next answer has them. */
  counts: overviewCounts.nullable(),
});
export type OverviewRow = z.infer<typeof overviewRow>;

export const overviewQuery = z.strictObject({
  ...rangeFields,
  /** The companies to answer about; all of the member without it. */
  id: z
    .union([companyId, z.array(companyId).max(overviewIdsMax)])
    .optional()
    .transform((id) => (id === undefined ? undefined : [id].flat())),
});

/** Companies whose figures took too long have none yet: `isComplete` is false, and the page asks again. */
export const overviewAnswer = z.object({ rows: z.array(overviewRow), isComplete: z.boolean() });
export type OverviewAnswer = z.infer<typeof overviewAnswer>;
