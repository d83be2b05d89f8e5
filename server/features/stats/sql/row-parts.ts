import type { PropertyDimension, RowDimension } from '../../../../contract/stats/model/dimensions.ts';
import { type AggregateExpressions, countVisitors, toSelectList } from './aggregates.ts';
import { countedKinds, toRowColumn } from './dimensions.ts';
import { filterBy, type SpanContext, where } from './question.ts';
import { joinGoal, joinVisits, needsVisits, toVisitAggregates } from './visit-parts.ts';

/**
 * The parts of an answer by a dimension of rows: SELECT statements with a key and all wanted aggregates, to be added
 * up by key. A visit counts under every value of its rows.
 */
export function listRowParts(context: SpanContext, dimension: RowDimension | PropertyDimension): string[] {
  const { conditions, wanted, values, isIn } = context;
  const { value, kinds, first } = toRowColumn(dimension, values);
  // The flags mark the first row with a value among all rows of the visit, so other conditions on rows forbid them.
  const hasFlags =
    first !== undefined && [...conditions.rowSubjects].every((subject) => subject === dimension);
  // Every count of pages and hosts tests the kind itself, as the flags do, and the answer leaves out the group without a
  // value: testing each row for it before would take a tenth of the time.
  const onKind = hasFlags && kinds === countedKinds ? [] : [kinds];
  const onRow = conditions.onRow.filter((condition) => condition !== kinds);
  const rows = `(SELECT *, ${value} AS value FROM ${context.hits} AS h ${conditions.rowJoins}
    ${where(...onKind, ...onRow, ...conditions.onVisitOfRow)})`;
  const rowCounts = {
    page_views: `count(*)${filterBy('is_page_view', ...isIn('at'))}`,
    events: `count(*)${filterBy('is_event', ...isIn('at'))}`,
  };
  const toPart = (expressions: AggregateExpressions, from: string) =>
    `SELECT 0 AS list, value AS key, ${toSelectList(expressions, wanted)} FROM ${from} GROUP BY value`;

  if (hasFlags && !needsVisits(context) && !wanted.includes('goals')) {
    // Flags are only set in rows of visits.
    const isCounted = isIn('visit_started_at');
    const visits = {
      visits: `count(*)${filterBy(...isCounted, first.ofVisit)}`,
      visitors:
        conditions.isEmpty && context.hasBeginnings
          ? `count(*)${filterBy(...isCounted, first.ofVisitor)}`
          : countVisitors([...isCounted, first.ofVisit]),
    };
    return [toPart({ ...rowCounts, ...visits }, rows)];
  }
  if (!hasFlags && !needsVisits(context) && !wanted.includes('goals')) {
    const started = isIn('visit_started_at');
    // One pass over the rows, and one row for each visit and value.
    const counted = `(SELECT value, day, visit_no, any_value(visitor_no) AS visitor_no, any_value(is_only_visit) AS is_only_visit,
        ${started.length > 0 ? 'any_value(visit_started_at) AS visit_started_at,' : ''}
        ${rowCounts.page_views} AS row_page_views, ${rowCounts.events} AS row_events
      FROM ${rows}${where('value IS NOT NULL')} GROUP BY value, day, visit_no)`;
    return [
      toPart(
        {
          ...toVisitAggregates(context, ['visit_no IS NOT NULL', ...started]),
          page_views: 'sum(row_page_views)',
          events: 'sum(row_events)',
        },
        counted,
      ),
    ];
  }
  const isFirst = hasFlags ? first.ofVisit : undefined;
  const once = `(SELECT ${hasFlags ? '' : 'DISTINCT '}value, day, visit_no, visitor_no, is_only_visit FROM ${rows}
    ${where('value IS NOT NULL', 'visit_no IS NOT NULL', isFirst, ...isIn('visit_started_at'))}) AS r`;
  return [
    toPart(rowCounts, `${rows}${where('value IS NOT NULL')}`),
    toPart(toVisitAggregates(context, []), `${once} ${joinVisits(context)} ${joinGoal(context)}`),
  ];
}
