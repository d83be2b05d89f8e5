import fc from 'fast-check';
import {
  type RowDimension,
  rowDimensions,
  type StatsDimension,
  type VisitDimension,
  visitDimensions,
  withinVisitSubjects,
} from '../../../contract/stats/model/dimensions.ts';
import { statsMetrics } from '../../../contract/stats/model/metrics.ts';
import { filterOperators } from '../../../contract/stats/model/operators.ts';
import { statsIntervals, statsPeriods } from '../../../contract/stats/model/periods.ts';
import type { RecountFilter } from '../../features/stats/recount/filters.ts';
import { pools } from './generated-dataset.ts';

const properties = pools.propertyName.map((name) => `property:${name}` as const);
const dimensions: StatsDimension[] = [...visitDimensions, ...rowDimensions, ...properties];

const texts = (values: readonly (string | number | boolean | null)[]) =>
  values.flatMap((value) => (value === null || value === '' ? [] : [String(value)]));

const propertyValues = texts(pools.propertyValue);
const campaigns = [...texts(pools.campaign), '(none)', 'unknown'];
const versions = [...texts(pools.version), '11', 'unknown'];

/** Values for filters of each dimension. Dimensions without an entry get those of properties, which they do not have. */
const valuesOf: Partial<
  Record<VisitDimension | RowDimension | (typeof withinVisitSubjects)[number], string[]>
> = {
  'entry-page': texts(pools.path),
  'exit-page': texts(pools.path),
  'saw-page': texts(pools.path),
  page: texts(pools.path),
  host: [...texts(pools.host), 'unknown'],
  event: texts(pools.eventName),
  'did-event': texts(pools.eventName),
  source: texts(pools.source),
  referrer: ['(none)', 'google.com', 'google.com/item', 'news.test', 'news.test/'],
  channel: texts(pools.channel),
  'utm-source': campaigns,
  'utm-medium': ['email', '(none)', 'unknown'],
  'utm-campaign': campaigns,
  'utm-term': [...versions, '(none)'],
  'utm-content': [...texts(pools.source), '(none)'],
  country: [...texts(pools.country), 'unknown'],
  region: ['DE-1', 'FR-1', 'unknown'],
  city: ['Köln', 'unknown'],
  language: [...texts(pools.language), 'unknown'],
  browser: [...texts(pools.browser), 'unknown'],
  'browser-version': versions,
  os: ['Windows', 'Linux'],
  'os-version': versions,
  device: texts(pools.device),
  screen: [...texts(pools.screen), 'unknown'],
};
const namedValues = new Map(Object.entries(valuesOf));

/** Values that the dimension has, and one that it never has. */
const listValuesOf = (dimension: string) => [
  ...(namedValues.get(dimension) ?? propertyValues),
  'nothing has this value',
];

const filter = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...visitDimensions) },
    { weight: 2, arbitrary: fc.constantFrom<RecountFilter['dimension'][]>(...rowDimensions, ...properties) },
    { weight: 2, arbitrary: fc.constantFrom(...withinVisitSubjects) },
  )
  .chain((dimension) =>
    fc
      .record({
        operator: fc.constantFrom(...filterOperators),
        values: fc.uniqueArray(fc.constantFrom(...listValuesOf(dimension)), { minLength: 1, maxLength: 3 }),
        partLength: fc.integer({ min: 1, max: 6 }),
      })
      .map(({ operator, values, partLength }): RecountFilter => {
        const toPart = {
          contains: (text: string) => [...text].slice(1, partLength + 1).join('') || text,
        } as const;
        if (operator === 'contains') return { dimension, operator, values: values.map(toPart.contains) };
        if (operator !== 'starts-with') return { dimension, operator, values };
        return { dimension, operator, values: values.map((text) => [...text].slice(0, partLength).join('')) };
      }),
  );

/** Minutes after the dataset's start; the dataset's events are within three days. */
const dayMinutes = 24 * 60;
const moment = fc.nat(5 * dayMinutes);

const period = fc.oneof(
  // Everything that happened.
  { weight: 3, arbitrary: fc.constant({ is: 'dates' as const, firstDay: 0, days: 5 }) },
  { weight: 4, arbitrary: fc.constantFrom(...statsPeriods).map((name) => ({ is: 'named' as const, name })) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('dates' as const),
      firstDay: fc.nat(4),
      days: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('times' as const),
      start: moment,
      minutes: fc.integer({ min: 1, max: 3_000 }),
    }),
  },
);

/** Answers are in the order of unrounded values, which a recount does not show of these. */
const isExact = (metric: (typeof statsMetrics)[number]) =>
  metric !== 'average-order-value' && metric !== 'revenue-per-visit';

export const generatedQuestion = fc.record({
  /** After which step of the dataset it is asked, counted from its end. Mostly when everything has happened. */
  stepsLater: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(10) }),
  answer: fc.constantFrom('summary' as const, 'series' as const, 'breakdown' as const),
  period,
  /** When the question is asked, in minutes after the dataset's start. Mostly when there are events. */
  now: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: dayMinutes, max: 5 * dayMinutes }) },
    { weight: 1, arbitrary: moment },
  ),
  compare: fc.constantFrom('previous' as const, 'year' as const, 'none' as const),
  // Datasets are some days long: a week earlier there is mostly nothing to compare with.
  match: fc.constantFrom('date' as const, 'date' as const, 'weekday' as const),
  interval: fc.constantFrom(...statsIntervals),
  // Few filters, so that most questions have something to count.
  filters: fc.oneof(
    { weight: 4, arbitrary: fc.constant<RecountFilter[]>([]) },
    { weight: 4, arbitrary: filter.map((each): RecountFilter[] => [each]) },
    { weight: 3, arbitrary: fc.array(filter, { minLength: 2, maxLength: 3, size: 'max' }) },
  ),
  goal: fc.option(
    fc.oneof(
      fc.constantFrom(...pools.path).map((value) => ({ kind: 'page' as const, value: String(value) })),
      fc.constantFrom(...pools.eventName).map((value) => ({ kind: 'event' as const, value: String(value) })),
    ),
  ),
  ordersCounted: fc.constantFrom('all' as const, 'all' as const, 'verified' as const),
  dimension: fc.constantFrom(...dimensions),
  sort: fc.record({ by: fc.constantFrom(...statsMetrics.filter(isExact)), isDescending: fc.boolean() }),
  search: fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('o', 'BLOG', '%', '_', "'", 'ß', 'go', '1', 'nothing like it') },
  ),
  limit: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 3 })),
  page: fc.oneof(
    { weight: 3, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 3 }) },
  ),
});
export type GeneratedQuestion =
  typeof generatedQuestion extends fc.Arbitrary<infer Question> ? Question : never;
