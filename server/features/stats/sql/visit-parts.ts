import type { Aggregate } from '../../../../contract/stats/model/aggregates.ts';
import { type AggregateExpressions, countVisitors, orderColumns, toSelectList } from './aggregates.ts';
import { countedKinds, hasHitColumn, toVisitColumn } from './dimensions.ts';
import { toGoalVisits } from './filters.ts';
import { filterBy, type Grouping, type SpanContext, where } from './question.ts';
import { toTimeKey } from './time-keys.ts';

/**
 * The parts of answers that are grouped by time or by dimensions of visits: SELECT statements with the number of the grouping
 * (`list`), a key and all wanted aggregates, to be added up by both.
 */
export function listVisitParts(context: SpanContext): string[] {
  const { conditions, groupings, isByClock, isWhole } = context;
  const isByRows = conditions.onRow.length > 0;
  const parts = [isByRows ? toMatchedVisits(context) : toVisits(context)];
  // Visits know how many rows they have, but not when, nor which of them meet a condition.
  if (wantsRows(context) && (isByClock || !(isByRows || isWhole))) parts.push(toRows(context));
  if (groupings.some(isByTime) && conditions.admitsRowsWithoutVisit)
    parts.push(...toRowsWithoutVisit(context));
  if (context.wanted.includes('refunds')) parts.push(...toRefunds(context));
  return parts;
}

const isByTime = ({ by }: Grouping) => by === 'time';

const wantsRows = ({ wanted }: SpanContext) => wanted.includes('page_views') || wanted.includes('events');

function toKey(grouping: Grouping, { question, values }: SpanContext, at: 'at' | 'started_at'): string {
  if (grouping.by === 'time') return toTimeKey(grouping.interval, question.range, at, values);
  return grouping.by === 'visit-dimension' ? toVisitColumn(grouping.dimension) : `''`;
}

/** One pass over the rows for all groupings. */
function toPart(
  context: SpanContext,
  at: 'at' | 'started_at',
  from: string,
  expressions: AggregateExpressions,
  has: (grouping: Grouping) => boolean = () => true,
): string {
  const keys = context.groupings.flatMap((grouping, list) =>
    has(grouping) ? [{ list, column: toKey(grouping, context, at) }] : [],
  );
  const aggregates = toSelectList(expressions, context.wanted);
  const [only] = keys;
  if (only && keys.length === 1)
    return `SELECT ${only.list} AS list, ${only.column} AS key, ${aggregates} FROM ${from} GROUP BY ALL`;
  const toCase = (toValue: (key: { list: number; column: string }) => string) =>
    `CASE ${keys.map((key) => `WHEN grouping(${key.column}) = 0 THEN ${toValue(key)}`).join(' ')} END`;
  return `SELECT ${toCase(({ list }) => String(list))} AS list, ${toCase(({ column }) => `(${column})::VARCHAR`)} AS key,
      ${aggregates} FROM ${from} GROUP BY GROUPING SETS (${keys.map(({ column }) => `(${column})`).join(', ')})`;
}

/** Without conditions on rows: the visits, whose rows are already counted. */
function toVisits(context: SpanContext): string {
  const { conditions, groupings, isByClock, isIn } = context;
  const from = `${context.visits} AS v ${conditions.withinVisit} ${joinGoal(context)}`;
  const matching = where(...isIn('started_at'), ...conditions.onVisit);
  const countsFirstVisits =
    groupings.every(isByTime) && (!isByClock || context.question.countsNewVisitors === true);
  const isFirstEnough = conditions.isEmpty && context.hasBeginnings && countsFirstVisits;
  return toPart(context, 'started_at', from + matching, {
    ...toVisitAggregates(context, []),
    ...(isFirstEnough ? { visitors: 'count(*) FILTER (WHERE is_first_visit)' } : {}),
    ...(context.isWhole && !isByClock ? { page_views: 'sum(page_views)', events: 'sum(events)' } : {}),
  });
}

/** With conditions on rows: the visits that have such a row, from one pass over the rows. */
function toMatchedVisits(context: SpanContext): string {
  const { conditions, isIn } = context;
  const countsRows = !context.isByClock && wantsRows(context);
  const rowCounts = countsRows
    ? `, count(*)${filterBy('is_page_view', ...isIn('at'))} AS row_page_views,
       count(*)${filterBy('is_event', ...isIn('at'))} AS row_events`
    : '';
  // Conditions on columns that only `visits` has are tested there.
  const matched = `(SELECT day, visit_no${rowCounts} FROM ${context.hits} AS h ${conditions.withinVisit}
    ${where(
      'visit_no IS NOT NULL',
      ...conditions.onRow,
      ...conditions.onVisitOfRow,
      // A visit that began outside of the range can have rows inside.
      ...(countsRows ? [] : isIn('visit_started_at')),
    )} GROUP BY day, visit_no) AS m`;
  const visits = `(SELECT * FROM ${context.visits}${where(...conditions.onVisit)}) AS v`;
  const from = `${matched} JOIN ${visits} USING (day, visit_no) ${joinGoal(context)}`;
  return toPart(context, 'started_at', from, {
    ...toVisitAggregates(context, countsRows ? isIn('started_at') : []),
    ...(countsRows ? { page_views: 'sum(row_page_views)', events: 'sum(row_events)' } : {}),
  });
}

/** Rows by their own time. Those without a visit are included only in answers by the clock. */
function toRows(context: SpanContext): string {
  const { conditions, isByClock, isIn } = context;
  const from = `${toRowsWithDimensions(context)} AS h ${conditions.rowJoins}`;
  const rows = where(
    countedKinds,
    isByClock ? undefined : 'visit_no IS NOT NULL',
    ...isIn('at'),
    ...conditions.onRow.filter((condition) => condition !== countedKinds),
    ...conditions.onVisitOfRow,
  );
  return toPart(context, 'at', from + rows, rowCounts);
}

/** The rows, with the dimensions of their visits by which they are grouped. */
function toRowsWithDimensions({ groupings, visits, hits }: SpanContext): string {
  const lacking = groupings.flatMap((grouping) => {
    const column = grouping.by === 'visit-dimension' ? toVisitColumn(grouping.dimension) : undefined;
    return column === undefined || hasHitColumn(column) ? [] : [column];
  });
  if (lacking.length === 0) return hits;
  return `(SELECT h.* EXCLUDE (${lacking.join(', ')}), ${lacking.map((column) => `v.${column}`).join(', ')}
    FROM ${hits} AS h JOIN ${visits} AS v ON v.day = h.day AND v.visit_no = h.visit_no)`;
}

const rowCounts = {
  page_views: `count(*) FILTER (WHERE is_page_view)`,
  events: `count(*) FILTER (WHERE is_event)`,
};

/** Rows that belong to no visit count in answers that are not about visits. Orders only without any filter. */
function toRowsWithoutVisit(context: SpanContext): string[] {
  const { conditions, wanted, isByClock, isIn, question } = context;
  const isVerified = `kind = 'order' AND is_verified`;
  const isCounted = question.ordersCounted === 'verified' ? isVerified : `kind = 'order'`;
  const expressions: AggregateExpressions = {
    ...(isByClock ? {} : rowCounts),
    ...(conditions.isEmpty
      ? {
          orders: `count(*) FILTER (WHERE ${isCounted})`,
          revenue: `sum(amount) FILTER (WHERE ${isCounted})`,
          priced_orders: `count(amount) FILTER (WHERE ${isCounted})`,
          verified_orders: `count(*) FILTER (WHERE ${isVerified})`,
          verified_revenue: `sum(amount) FILTER (WHERE ${isVerified})`,
        }
      : {}),
  };
  if (!wanted.some((aggregate) => expressions[aggregate] !== undefined)) return [];
  const rows = where('visit_no IS NULL', ...isIn('at'), ...conditions.onRow);
  return [toPart(context, 'at', `${context.hits} AS h${rows}`, expressions, isByTime)];
}

/**
 * Refunds by their own time, under the dimensions of the visits of their orders. They belong to no page or event, and to
 * no other condition of a visit, so they do not count under such a filter.
 */
function toRefunds(context: SpanContext): string[] {
  const { conditions, isIn } = context;
  if (conditions.onRow.length > 0 || conditions.withinVisit !== '') return [];
  const rows = where(`kind = 'refund'`, ...isIn('at'), ...conditions.onVisit);
  const expressions = { refunds: 'sum(amount)' };
  return [toPart(context, 'at', `${context.hits} AS h${rows}`, expressions)];
}

/** Aggregates that are counted of visits. The others are counted of their rows. */
type VisitAggregate = Exclude<Aggregate, 'page_views' | 'events' | 'refunds'>;

interface VisitSql {
  /** The column of `visits` that it needs and rows of the visit do not have. */
  column?: string;
  /** The expression over a relation with one row for each visit. `isCounted`: conditions for a visit to count. */
  toSql: (isCounted: readonly string[]) => string;
}

const sumOf = (column: string): VisitSql => ({
  column,
  toSql: (isCounted) => `sum(${column})${filterBy(...isCounted)}`,
});
const countWhere = (condition: string, column?: string): VisitSql => ({
  ...(column === undefined ? {} : { column }),
  toSql: (isCounted) => `count(*)${filterBy(...isCounted, condition)}`,
});

function toVisitSql({ question }: SpanContext): Record<VisitAggregate, VisitSql> {
  const columns = orderColumns[question.ordersCounted ?? 'all'];
  return {
    visits: { toSql: (isCounted) => `count(*)${filterBy(...isCounted)}` },
    visitors: { toSql: countVisitors },
    bounces: countWhere('is_bounce', 'is_bounce'),
    engaged_ms: sumOf('engaged_ms'),
    orders: sumOf(columns.orders),
    revenue: sumOf(columns.revenue),
    priced_orders: sumOf(columns.priced_orders),
    conversions: countWhere(`${columns.orders} > 0`, columns.orders),
    verified_orders: sumOf('verified_orders'),
    verified_revenue: sumOf('verified_revenue'),
    goals: countWhere('has_reached'),
  };
}

/** Aggregates of a relation with one row for each visit. `isCounted`: conditions for a visit to count. */
export function toVisitAggregates(context: SpanContext, isCounted: readonly string[]): AggregateExpressions {
  const sql = Object.entries<VisitSql>(toVisitSql(context));
  return Object.fromEntries(sql.map(([name, { toSql }]) => [name, toSql(isCounted)]));
}

function listNeededColumns(context: SpanContext): string[] {
  const columns = Object.entries<VisitSql>(toVisitSql(context)).flatMap(([name, { column }]) =>
    column !== undefined && context.wanted.some((wanted) => wanted === name) ? [column] : [],
  );
  return [...new Set(columns)];
}

export const needsVisits = (context: SpanContext): boolean => listNeededColumns(context).length > 0;

/** Adds to visits found by their rows what only `visits` has. */
export function joinVisits(context: SpanContext): string {
  const columns = listNeededColumns(context);
  if (columns.length === 0) return '';
  return `JOIN (SELECT day, visit_no, ${columns.join(', ')} FROM ${context.visits}
    ${where(...context.conditions.onVisit)}) AS v USING (day, visit_no)`;
}

/** Adds `has_reached`: true for the visits that reached the goal. */
export function joinGoal({ question, wanted, hits, values }: SpanContext): string {
  if (question.goal === undefined || !wanted.includes('goals')) return '';
  return `LEFT JOIN (${toGoalVisits(question.goal, hits, values)}) AS g USING (day, visit_no)`;
}
