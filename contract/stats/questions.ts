import { z } from 'zod';
import { toDayNumber } from '../rules/dates/calendar-days.ts';
import { cleanText } from '../rules/text.ts';
import { isStatsDimension } from './filter.ts';
import { filterParameter, goalParameter } from './filter-parameters.ts';
import { isLocalBound } from './local-bound.ts';
import {
  dimensionNames,
  isNamedDimension,
  type NamedDimension,
  withinVisitSubjects,
} from './model/dimensions.ts';
import { statsLimits } from './model/limits.ts';
import { isGoalMetric, isStatsMetric, type StatsMetric, statsMetrics } from './model/metrics.ts';
import { filterOperators, searchOperators } from './model/operators.ts';
import {
  statsComparisons,
  statsIntervals,
  statsMatches,
  statsPeriods,
  weekdaysMatchedUpTo,
} from './model/periods.ts';

const localDate = /^\d{4}-\d\d-\d\d$/;

/** A date of the years 1970 to 2099, or a date and time without a zone, both in the company's time zone. */
export const localBound = z.string().refine(isLocalBound, {
  error: 'must be a date such as 2026-01-31 or a time such as 2026-01-31T12:00',
});

const metricsParameter = z.string().transform((text, context): StatsMetric[] => {
  const names = text.split(',');
  const metrics = names.filter(isStatsMetric);
  if (metrics.length === names.length) return [...new Set(metrics)];
  // No list of them: a reader without money learns of no metric about it from an error.
  context.addIssue(
    'must be names of metrics separated by commas, such as visitors. /openapi.json lists them',
  );
  return z.NEVER;
});

export interface StatsSort {
  metric: StatsMetric;
  isDescending: boolean;
}

const sortParameter = z.string().transform((text, context): StatsSort => {
  const metric = text.replace(/^-/, '');
  if (isStatsMetric(metric)) return { metric, isDescending: text.startsWith('-') };
  context.addIssue(
    'must be a metric, or a metric after a minus for descending order, such as -visitors. /openapi.json lists them',
  );
  return z.NEVER;
});

const wholeNumber = (max: number) =>
  z
    .string()
    .refine((text) => /^[1-9]\d{0,6}$/.test(text) && Number(text) <= max, {
      error: `must be a whole number from 1 to ${max}`,
    })
    .transform(Number);

export const rangeFields = {
  period: z
    .enum(statsPeriods)
    .optional()
    .meta({ description: 'Default: 30d, unless from and to are given.', examples: ['30d'] }),
  from: localBound.optional().meta({ description: 'A date or time in the time zone of the company.' }),
  to: localBound.optional().meta({ description: 'A date, which is included, or a time, which is not.' }),
  compare: z
    .enum(statsComparisons)
    .default('none')
    .meta({
      description:
        'The range to compare with: the one before, the one a year earlier, or none. ' +
        'A period that is not over is compared up to the same time of day.',
    }),
  match: z
    .enum(statsMatches)
    .default('weekday')
    .meta({
      description:
        `How periods of up to ${weekdaysMatchedUpTo} days are compared. ` +
        'weekday: with the same weekdays whole weeks earlier, as few weeks as keep the ranges apart ' +
        '(of months the weeks of a whole month), or 52 weeks earlier for year. ' +
        'date: with the same number of days before, a month with the month before, or the same dates a year earlier.',
    }),
};

const anyDimension = `${dimensionNames.join(', ')}, or property:<name>`;

export const filterField = filterParameter.meta({
  description:
    'dimension:operator:values, repeated for further filters, which all have to match. ' +
    `Operators: ${filterOperators.join(', ')}. ` +
    'Values are separated by commas; a comma in a value is written as backslash and comma. ' +
    'A filter on a property matches only events that have it, also with is-not. ' +
    `Besides the dimensions (${anyDimension}), ${withinVisitSubjects.join(' and ')} test the other page views and events of a visit. ` +
    `At most ${statsLimits.filters} filters of ${statsLimits.filterValues} values each; all together ${statsLimits.allFilterValues} values, ` +
    `${statsLimits.searchedFilterValues} of them with ${searchOperators.join(' or ')}, and ${statsLimits.withinVisitFilters} filters with ${withinVisitSubjects.join(' or ')}.`,
  examples: ['country:is:DE,FR', 'page:starts-with:/blog', 'property:plan:is:pro', 'saw-page:is:/pricing'],
});

const ordersField = z
  .enum(['all', 'verified'])
  .optional()
  .meta({ description: 'Which orders count. Default: what the company is set to.', examples: ['verified'] });

const questionFields = {
  ...rangeFields,
  filter: filterField,
  orders: ordersField,
  goal: goalParameter.optional().meta({
    description: 'What goal-conversions counts. In the path of a page each * represents any characters.',
    examples: ['page:/thanks', 'page:/blog/*', 'event:sign-up'],
  }),
  metrics: metricsParameter.optional().meta({
    description:
      `One or more of ${statsMetrics.join(', ')}, separated by commas. ` +
      `Those of a goal need the parameter goal: ${statsMetrics.filter(isGoalMetric).join(', ')}.`,
    examples: ['visitors,page-views'],
  }),
};

const dimensionParameter = z
  .string()
  .refine(isStatsDimension, { error: `must be one of ${anyDimension}` })
  .meta({
    description: `One of ${anyDimension}, a property of custom events.`,
    examples: ['source', 'property:plan'],
  });

const breakdownFields = {
  search: cleanText(statsLimits.searchLength)
    .optional()
    .meta({ description: 'Only values that contain this text, whatever the case of its letters.' }),
  sort: sortParameter.default({ metric: 'visitors', isDescending: true }).meta({
    description:
      'Default: -visitors. Rows whose values are equal as the answer has them, rounded, are in the order of their names.',
  }),
  limit: wholeNumber(statsLimits.rows).default(10),
  page: wholeNumber(statsLimits.page).default(1),
};

const intervalParameter = z
  .enum(statsIntervals)
  .optional()
  .meta({ description: 'Default: an hour to a month, depending on the length of the range.' });

interface CheckedFields {
  period?: unknown;
  from?: string | undefined;
  to?: string | undefined;
  goal?: unknown;
  metrics?: StatsMetric[] | undefined;
  sort?: StatsSort;
}

/** The first thing wrong with fields that are right each for itself. */
function findConflict({
  period,
  from,
  to,
  goal,
  metrics = [],
  sort,
}: CheckedFields): [string, string] | undefined {
  if (from !== undefined || to !== undefined) {
    if (period !== undefined) return ['period', 'cannot be combined with from and to'];
    if (from === undefined) return ['from', 'is required with to'];
    if (to === undefined) return ['to', 'is required with from'];
    const areDates = [from, to].map((text) => localDate.test(text));
    if (areDates[0] !== areDates[1]) return ['to', 'must be a date if from is one, else a time'];
    if (areDates[0] ? to < from : to <= from) return ['to', 'must be after from'];
    if (toDayNumber(to) - toDayNumber(from) > statsLimits.rangeDays)
      return ['from', `is too long before to (at most ${statsLimits.rangeDays} days)`];
  }
  if (goal !== undefined) return undefined;
  if (metrics.some(isGoalMetric)) return ['goal', 'is required for goal metrics'];
  if (sort && isGoalMetric(sort.metric)) return ['goal', 'is required to sort by a goal metric'];
  return undefined;
}

export function checkConflicts(given: CheckedFields, context: z.RefinementCtx): void {
  const [field, message] = findConflict(given) ?? [];
  if (field !== undefined && message !== undefined)
    context.addIssue({ code: 'custom', path: [field], message });
}

const orderFields = {
  ...rangeFields,
  filter: filterField,
  orders: ordersField,
  search: cleanText(100).optional().meta({ description: 'Only orders whose id contains this text.' }),
};

/** All orders and refunds of a period. */
export const ordersFileQuery = z.strictObject(orderFields).superRefine(checkConflicts);
export type OrdersFileQuery = z.output<typeof ordersFileQuery>;

/** A page of the orders of a period, newest first. */
export const ordersQuery = z
  .strictObject({
    ...orderFields,
    limit: wholeNumber(statsLimits.rows).default(25),
    page: wholeNumber(statsLimits.page).default(1),
  })
  .superRefine(checkConflicts);
export type OrdersQuery = z.output<typeof ordersQuery>;

export const summaryQuery = z.strictObject(questionFields).superRefine(checkConflicts);
export type SummaryQuery = z.output<typeof summaryQuery>;

export const timeseriesQuery = z
  .strictObject({ ...questionFields, interval: intervalParameter })
  .superRefine(checkConflicts);
export type TimeseriesQuery = z.output<typeof timeseriesQuery>;

export const breakdownQuery = z
  .strictObject({
    ...questionFields,
    dimension: dimensionParameter,
    ...breakdownFields,
  })
  .superRefine(checkConflicts);
export type BreakdownQuery = z.output<typeof breakdownQuery>;

/** The dimensions of several lists, in the order of the answers. */
const dimensionsParameter = z
  .union([z.string(), z.array(z.string())])
  .transform((given, context): NamedDimension[] => {
    const names = [given].flat();
    const named = names.filter(isNamedDimension);
    if (named.length < names.length) context.addIssue(`must each be one of ${dimensionNames.join(', ')}`);
    else if (new Set(names).size < names.length) context.addIssue('must not be repeated with the same value');
    else if (names.length > statsLimits.lists)
      context.addIssue(`has too many values (at most ${statsLimits.lists})`);
    return named;
  })
  .meta({
    description: `Repeated for each list, at most ${statsLimits.lists}: ${dimensionNames.join(', ')}.`,
    examples: ['source'],
  });

/** The first rows of several lists, with the metrics that a portal shows. */
export const listsQuery = z
  .strictObject({
    ...rangeFields,
    filter: filterField,
    orders: ordersField,
    dimension: dimensionsParameter,
    limit: wholeNumber(statsLimits.rows)
      .optional()
      .meta({ description: 'The rows of each list. Default: as many as a portal shows.' }),
  })
  .superRefine(checkConflicts);
export type ListsQuery = z.output<typeof listsQuery>;

/**
 * A file of what a breakdown or a timeseries with the same parameters shows, or, for administrators, of the stored
 * page views and events of the range (`of=hits`).
 */
export const exportQuery = z
  .strictObject({
    ...questionFields,
    of: z.enum(['breakdown', 'timeseries', 'hits']),
    format: z.enum(['csv', 'json', 'parquet']).default('csv'),
    interval: intervalParameter,
    dimension: dimensionParameter.optional(),
    ...breakdownFields,
  })
  .superRefine(checkConflicts)
  .superRefine(({ of, format, dimension, filter }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if ((of === 'hits') !== (format === 'parquet'))
      refuse('format', of === 'hits' ? 'must be parquet for hits' : 'must be csv or json');
    if (of === 'hits' && filter.length > 0) refuse('filter', 'cannot be applied to hits');
    if (of === 'breakdown' && dimension === undefined) refuse('dimension', 'is required');
  });
