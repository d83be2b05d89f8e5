import { type Aggregate, aggregateNames } from '../../../../contract/stats/model/aggregates.ts';
import { aggregatesOf, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import type { StatsSort } from '../../../../contract/stats/questions.ts';
import type { Grouping, Question } from './question.ts';

export type DimensionGrouping = Extract<Grouping, { dimension: string }>;

export interface BreakdownPage {
  search?: string | undefined;
  /** Only these values. */
  values?: readonly string[];
  sort: StatsSort;
  limit: number;
  /** Counted from 1. */
  page: number;
  /** The decimals of the company's currency. */
  digits: number;
}

/** One of the answers of a statement. */
export type AskedList =
  /** A row for each day, hour or minute that has something to count; `key` names it as `listBuckets` does. */
  | { grouping: Extract<Grouping, { by: 'time' }>; wanted: readonly Aggregate[] }
  /** The rows of one page; `key` is the value, and `row_count` the number of values on all pages. */
  | { grouping: DimensionGrouping; metrics: readonly StatsMetric[]; page: BreakdownPage };

/** In a fixed order, so that the same question is the same statement. */
export function listAggregates(metrics: readonly StatsMetric[]): Aggregate[] {
  const wanted = new Set(metrics.flatMap((metric) => aggregatesOf(metric)));
  return aggregateNames.filter((aggregate) => wanted.has(aggregate));
}

/** In a fixed order, so that the same lists are the same statement. */
export function listWanted(question: Question, lists: readonly AskedList[]): Aggregate[] {
  const wanted = new Set(
    lists.flatMap((list) =>
      'page' in list
        ? [
            ...listAggregates([...list.metrics, list.page.sort.metric]),
            ...listPresence(question, list.grouping),
          ]
        : list.wanted,
    ),
  );
  return aggregateNames.filter((aggregate) => wanted.has(aggregate));
}

/**
 * Which values have a row does not depend on the metrics: those with a visit, a page view or an event. A row of a visit
 * is outside of a range that has its visit's beginning, but not the other way round if the range begins with a day.
 */
export function listPresence(question: Question, grouping: Grouping): Aggregate[] {
  const hasRowsAlone = grouping.by === 'row-dimension' || !question.range.beginsWithDay;
  return hasRowsAlone ? ['visits', 'page_views', 'events'] : ['visits'];
}
