import type { StatsSort } from '../../../../contract/stats/stats-questions.ts';
import type { StatsMetric } from '../../../../contract/stats.ts';
import { type Aggregate, aggregatesOf, toResultList, toSortExpression, toSums } from './aggregates.ts';
import { toContains } from './filters.ts';
import {
  type Grouping,
  openStatement,
  type Question,
  type Relations,
  type StatementContext,
  where,
} from './question.ts';
import { listRowParts } from './row-parts.ts';
import { listVisitParts } from './visit-parts.ts';

export interface Statement {
  sql: string;
  values: readonly (string | number)[];
}

function listAggregates(metrics: readonly StatsMetric[]): Aggregate[] {
  return [...new Set(metrics.flatMap((metric) => aggregatesOf[metric]))];
}

/** One row with the aggregates of the metrics. */
export function toSummaryStatement(
  question: Question,
  metrics: readonly StatsMetric[],
  relations: Relations,
): Statement {
  const context = openStatement(question, { by: 'nothing' }, listAggregates(metrics), relations);
  const sql = `SELECT ${toResultList(context.wanted)} FROM ${toGroups(context)}`;
  return { sql, values: context.values.list };
}

/** A row for each bucket that has something to count; `key` names the bucket. */
export function toTimeseriesStatement(
  question: Question,
  metrics: readonly StatsMetric[],
  interval: Extract<Grouping, { by: 'time' }>['interval'],
  relations: Relations,
): Statement {
  const context = openStatement(question, { by: 'time', interval }, listAggregates(metrics), relations);
  const sql = `SELECT key::VARCHAR AS key, ${toResultList(context.wanted)} FROM ${toGroups(context)}`;
  return { sql, values: context.values.list };
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
}

/** The rows of one page; `key` is the value, and `row_count` the number of values on all pages. */
export function toBreakdownStatement(
  question: Question,
  metrics: readonly StatsMetric[],
  grouping: DimensionGrouping,
  { search, values: only, sort, limit, page }: BreakdownPage,
  relations: Relations,
): Statement {
  const presence = listPresence(question, grouping);
  const wanted = listAggregates([...metrics, sort.metric]);
  const context = openStatement(question, grouping, [...new Set([...wanted, ...presence])], relations);
  const { values } = context;
  const isSearched = search === undefined || search === '' ? [] : [toContains('key', values.bind(search))];
  const isAsked = only ? [`key IN (${only.map((value) => values.bind(value)).join(', ')})`] : [];
  const isPresent = `(${presence.map((each) => `${each} > 0`).join(' OR ')})`;
  const sql = `SELECT key, ${toResultList(context.wanted)}, count(*) OVER ()::DOUBLE AS row_count FROM ${toGroups(context)} AS g
    ${where(isPresent, ...isSearched, ...isAsked)}
    ORDER BY ${toSortExpression(sort.metric, 'g')} ${sort.isDescending ? 'DESC' : 'ASC'} NULLS LAST, key
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

function toGroups(context: StatementContext): string {
  const { grouping, wanted } = context;
  const parts =
    grouping.by === 'row-dimension' ? listRowParts(context, grouping.dimension) : listVisitParts(context);
  return `(SELECT key, ${toSums(wanted)} FROM (${parts.join(' UNION ALL ')}) GROUP BY key)`;
}
