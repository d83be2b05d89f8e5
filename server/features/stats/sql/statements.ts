import { type Aggregate, aggregateNames } from '../../../../contract/stats/model/aggregates.ts';
import { aggregatesOf, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import type { StatsSort } from '../../../../contract/stats/questions.ts';
import type { ClockInterval } from '../period/buckets.ts';
import { listDaySpans } from '../period/time-range.ts';
import { toResultList, toSortExpression, toSums } from './aggregates.ts';
import { toContains } from './filters.ts';
import {
  type Grouping,
  type Question,
  type QuestionSources,
  type Relations,
  toSpanContext,
  where,
} from './question.ts';
import { listRowParts } from './row-parts.ts';
import { StatementValues } from './statement-values.ts';
import { findSummedDimension, toSumsPart } from './sum-parts.ts';
import { listVisitParts } from './visit-parts.ts';

export interface Statement {
  sql: string;
  values: readonly (string | number)[];
}

/** In a fixed order, so that the same question is the same statement. */
export function listAggregates(metrics: readonly StatsMetric[]): Aggregate[] {
  const wanted = new Set(metrics.flatMap((metric) => aggregatesOf(metric)));
  return aggregateNames.filter((aggregate) => wanted.has(aggregate));
}

/** A row for each day, hour or minute that has something to count; `key` names it as `listBuckets` does. */
export function toTimeseriesStatement(
  question: Question,
  wanted: readonly Aggregate[],
  interval: 'day' | ClockInterval,
  sources: QuestionSources,
): Statement {
  const values = new StatementValues();
  const groups = toGroups(question, { by: 'time', interval }, wanted, sources, values);
  return { sql: `SELECT key::VARCHAR AS key, ${toResultList(wanted)} FROM ${groups}`, values: values.list };
}

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

/** The rows of one page; `key` is the value, and `row_count` the number of values on all pages. */
export function toBreakdownStatement(
  question: Question,
  metrics: readonly StatsMetric[],
  grouping: DimensionGrouping,
  { search, values: only, sort, limit, page, digits }: BreakdownPage,
  sources: QuestionSources,
): Statement {
  const values = new StatementValues();
  const presence = listPresence(question, grouping);
  const wanted = [...new Set([...listAggregates([...metrics, sort.metric]), ...presence])];
  const groups = toGroups(question, grouping, wanted, sources, values);
  const isSearched = search === undefined || search === '' ? [] : [toContains('key', values.bind(search))];
  const isAsked = only ? [`key IN (${only.map((value) => values.bind(value)).join(', ')})`] : [];
  const isPresent = `key IS NOT NULL AND (${presence.map((each) => `${each} > 0`).join(' OR ')})`;
  // `count(*) OVER ()` now and then ends DuckDB 1.5 with an internal error (duckdb/duckdb#22846).
  const sql = `WITH g AS MATERIALIZED (SELECT * FROM ${groups} AS all_groups ${where(isPresent, ...isSearched, ...isAsked)})
    SELECT key, ${toResultList(wanted)}, (SELECT count(*) FROM g)::DOUBLE AS row_count FROM g
    ORDER BY ${toSortExpression(sort.metric, 'g', digits)} ${sort.isDescending ? 'DESC' : 'ASC'} NULLS LAST, key
    LIMIT ${values.bind(limit)}::BIGINT OFFSET ${values.bind((page - 1) * limit)}::BIGINT`;
  return { sql, values: values.list };
}

/**
 * Which values have a row does not depend on the metrics: those with a visit, a page view or an event. A row of a visit
 * is outside of a range that has its visit's beginning, but not the other way round if the range begins with a day.
 */
function listPresence(question: Question, grouping: Grouping): Aggregate[] {
  const hasRowsAlone = grouping.by === 'row-dimension' || !question.range.beginsWithDay;
  return hasRowsAlone ? ['visits', 'page_views', 'events'] : ['visits'];
}

function toGroups(
  question: Question,
  grouping: Grouping,
  wanted: readonly Aggregate[],
  sources: QuestionSources,
  values: StatementValues,
): string {
  const summedDimension = findSummedDimension(question, grouping, wanted);
  const parts = listDaySpans(question.range).flatMap((span) => {
    const listParts = (from: Relations): string[] => {
      const context = toSpanContext(question, grouping, wanted, from, values, span);
      return grouping.by === 'row-dimension'
        ? listRowParts(context, grouping.dimension)
        : listVisitParts(context);
    };
    const { sums, rest } = sources.summed(span);
    if (!span.isWhole || summedDimension === undefined || sums === undefined)
      return listParts(sources.ofDays(span));
    const summed = toSumsPart(sums, span, {
      ...{ dimension: summedDimension, grouping, wanted, values },
      ordersCounted: question.ordersCounted ?? 'all',
    });
    return [summed, ...(rest ? listParts(rest) : [])];
  });
  return `(SELECT key, ${toSums(wanted)} FROM (${parts.join(' UNION ALL ')}) GROUP BY key)`;
}
