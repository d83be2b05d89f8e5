import { z } from 'zod';
import { cleanLine } from '../rules/text.ts';
import type { NamedDimension } from '../stats/model/dimensions.ts';
import { checkConflicts, rangeFields } from '../stats/questions.ts';
import { companyId, currency } from './companies.ts';
import { groupLimits } from './company-groups.ts';
import { rejectionReason } from './rejected-events.ts';
import { setupProgress } from './setup-progress.ts';

/** How many companies one question about the overview may name. */
export const overviewIdsMax = 100;

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

/** The counts of a company in the chosen period, in its time zone. */
const overviewCounts = z.object({
  /** Whether these are the events of the site or demo data. */
  source: z.enum(['tracked', 'simulated']),
  current: overviewFigures,
  /** The same of the range that is compared with; null without one. */
  before: overviewFigures.nullable(),
  /** Visitors of each interval of the period, in ascending time: the points of the sparkline. */
  series: z.array(z.int().nonnegative()),
  /**
   * Rejected bots of the days of the period, divided by these and its page views and events, in percent. Null before version 0.8.0
   * counted bots, and for demo data.
   */
  botShare: z.number().nullable(),
  /** The newest events are not counted yet. */
  isPending: z.boolean(),
});

/** The state of a company's site. The most serious finding is the state; the others are listed with it. */
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
  /**
   * `statistics-behind`: the first failure that is not over. `silent`, `receiving`: the last event. `events-refused`: the first of
   * the last seven days with one. Null for `never-installed` and `demo-data`.
   */
  since: z.iso.datetime().nullable(),
  /**
   * Rejections of the last seven days by reason, most first. Bots, spam referrers and altered repeats are no fault of the site and
   * are missing.
   */
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

export const overviewQuery = z
  .strictObject({
    ...rangeFields,
    id: z
      .union([companyId, z.array(companyId).max(overviewIdsMax)])
      .optional()
      .transform((id) => (id === undefined ? undefined : [id].flat()))
      .meta({
        description:
          `The companies to answer about, repeated, at most ${overviewIdsMax}; without it all of the member. ` +
          'Companies that the member does not have are left out.',
      }),
  })
  .superRefine(checkConflicts);
export type OverviewQuery = z.output<typeof overviewQuery>;

/**
 * Newest companies first. `isComplete` is false while figures are still computed: they are null, and the page asks again. Of a
 * company whose figures cannot be computed they stay null.
 */
export const overviewAnswer = z.object({ rows: z.array(overviewRow), isComplete: z.boolean() });
export type OverviewAnswer = z.infer<typeof overviewAnswer>;

/** The dimensions whose values can be listed across companies. */
export const overviewDimensions = [
  'source',
  'utm-campaign',
  'country',
] as const satisfies readonly NamedDimension[];
export type OverviewDimension = (typeof overviewDimensions)[number];

/** How many values are listed across companies. */
export const overviewValuesMax = 50;

export const overviewValuesQuery = z
  .strictObject({
    ...rangeFields,
    dimension: z
      .enum(overviewDimensions, { error: `must be one of ${overviewDimensions.join(', ')}` })
      .meta({ description: `One of ${overviewDimensions.join(', ')}.`, examples: ['source'] }),
    group: cleanLine(groupLimits.name)
      .optional()
      .meta({ description: 'Only companies of this group, whatever the case of its name.' }),
  })
  .superRefine(checkConflicts);

const count = z.int().nonnegative();

/** The sums of a value over companies with the same currency. Visitors are the sum of those of each site. */
const currencyValues = z.object({
  currency,
  visitors: count,
  orders: count,
  /** In the currency: amounts of different currencies are never added up. */
  revenue: z.number(),
  companies: count,
});

/**
 * Most visitors first, summed over the companies of the member: someone who visited two sites counts on both. Companies with demo data
 * are left out, and of each company its 200 values with the most visitors count. `isComplete` is false while some are still
 * computed: the sums are then those of the others.
 */
export const overviewValues = z.object({
  rows: z
    .array(
      z.object({
        value: z.string(),
        visitors: count,
        companies: count,
        currencies: z.array(currencyValues),
      }),
    )
    .max(overviewValuesMax),
  /** The companies whose values are in the sums. */
  companies: count,
  isComplete: z.boolean(),
});
export type OverviewValues = z.infer<typeof overviewValues>;
