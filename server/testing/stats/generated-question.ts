import fc from 'fast-check';
import {
  filterOperators,
  rowDimensions,
  type StatsDimension,
  statsIntervals,
  statsMetrics,
  statsPeriods,
  visitDimensions,
  withinVisitFilters,
} from '../../../contract/stats.ts';
import type { Filter } from '../../features/stats/reference/filters.ts';
import { pools } from './generated-dataset.ts';

const properties = pools.propertyName.map((name) => `property:${name}` as const);
const dimensions: StatsDimension[] = [...visitDimensions, ...rowDimensions, ...properties];

const texts = (values: readonly (string | number | boolean | null)[]) =>
  values.flatMap((value) => (value === null || value === '' ? [] : [String(value)]));

/** Values that a dimension has, with parts of them, and some that it never has. */
function valuesOf(dimension: Filter['dimension']): string[] {
  if (dimension.startsWith('property:')) return texts(pools.propertyValue);
  if (/page/.test(dimension)) return texts(pools.path);
  if (/event/.test(dimension)) return texts(pools.eventName);
  if (dimension.startsWith('utm-')) return [...texts(pools.campaign), 'email', 'Google', '(none)', 'unknown'];
  return [
    ...texts([...pools.host, ...pools.source, ...pools.channel, ...pools.country, ...pools.language]),
    ...texts([...pools.browser, ...pools.version, ...pools.device, ...pools.screen, ...pools.clickId]),
    ...['google.com', 'google.com/item', 'Windows', '11', 'DE-1', 'Köln', 'unknown', '(none)'],
  ];
}

const filter = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...visitDimensions) },
    { weight: 2, arbitrary: fc.constantFrom<Filter['dimension'][]>(...rowDimensions, ...properties) },
    { weight: 2, arbitrary: fc.constantFrom(...withinVisitFilters) },
  )
  .chain((dimension) =>
    fc
      .record({
        operator: fc.constantFrom(...filterOperators),
        values: fc.uniqueArray(fc.constantFrom(...valuesOf(dimension)), { minLength: 1, maxLength: 3 }),
        partLength: fc.integer({ min: 1, max: 6 }),
      })
      .map(({ operator, values, partLength }): Filter => {
        const toPart = {
          contains: (text: string) => [...text].slice(1, partLength + 1).join('') || text,
        } as const;
        if (operator === 'contains') return { dimension, operator, values: values.map(toPart.contains) };
        if (operator !== 'starts-with') return { dimension, operator, values };
        return { dimension, operator, values: values.map((text) => [...text].slice(0, partLength).join('')) };
      }),
  );

/** Minutes after the dataset's start; the dataset's events are within three days. */
const moment = fc.nat(5 * 24 * 60);

const period = fc.oneof(
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

export const generatedQuestion = fc.record({
  period,
  /** When the question is asked, in minutes after the dataset's start. */
  now: moment,
  compare: fc.constantFrom('previous' as const, 'year' as const, 'none' as const),
  interval: fc.constantFrom(...statsIntervals),
  filters: fc.array(filter, { maxLength: 3, size: 'max' }),
  goal: fc.option(
    fc.oneof(
      fc.constantFrom(...pools.path).map((value) => ({ kind: 'page' as const, value: String(value) })),
      fc.constantFrom(...pools.eventName).map((value) => ({ kind: 'event' as const, value: String(value) })),
    ),
  ),
  dimension: fc.constantFrom(...dimensions),
  sort: fc.record({ by: fc.constantFrom('value' as const, ...statsMetrics), isDescending: fc.boolean() }),
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
