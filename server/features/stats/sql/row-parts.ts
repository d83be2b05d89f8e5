import type { RowDimension } from '../../../../contract/stats.ts';
import { countVisitors, toSelectList } from './aggregates.ts';
import { type PropertyDimension, toRowColumn } from './dimensions.ts';
import { filterBy, type StatementContext, where } from './question.ts';
import { joinGoal, joinVisits, needsVisits, toVisitAggregates } from './visit-parts.ts';

/**
 * The parts of an answer by a dimension of rows: SELECT statements with a key and all wanted aggregates, to be added
 * up by key. A visit counts under every value of its rows.
 */
export function listRowParts(
  context: StatementContext,
  dimension: RowDimension | PropertyDimension,
): string[] {
  const { conditions, question, wanted, values, isIn } = context;
  const { value, kinds, first } = toRowColumn(dimension, values);
  const rows = `(SELECT *, ${value} AS value FROM ${context.hits} AS h ${conditions.withinVisit}
    ${where(kinds, ...conditions.onRow.filter((condition) => condition !== kinds), ...conditions.onVisitOfRow)})`;
  const rowCounts = {
    page_views: `count(*)${filterBy(`kind = 'pageview'`, ...isIn('at'))}`,
    events: `count(*)${filterBy(`kind = 'event'`, ...isIn('at'))}`,
  };
  const toPart = (expressions: Parameters<typeof toSelectList>[0], from: string) =>
    `SELECT value AS key, ${toSelectList(expressions, wanted)} FROM ${from} GROUP BY value`;

  // The flags tell the first row with a value among all rows of the visit, so other conditions on rows forbid them.
  const hasFlags =
    first !== undefined && [...conditions.rowSubjects].every((subject) => subject === dimension);
  const ofVisits = wanted.some((each) => each !== 'page_views' && each !== 'events');
  if (hasFlags && !needsVisits(context) && !wanted.includes('goals')) {
    const isCounted = ['visit_no IS NOT NULL', ...isIn('visit_started_at'), first.ofVisit];
    const isFirstEnough = conditions.isEmpty && question.range.beginsWithDay;
    const visits = {
      visits: `count(*)${filterBy(...isCounted)}`,
      visitors: isFirstEnough
        ? `count(*)${filterBy(...isCounted.slice(0, -1), first.ofVisitor)}`
        : countVisitors(isCounted.join(' AND ')),
    };
    return [toPart({ ...rowCounts, ...visits }, `${rows}${where('value IS NOT NULL')}`)];
  }
  const isFirst = hasFlags ? first.ofVisit : undefined;
  const once = `(SELECT ${hasFlags ? '' : 'DISTINCT '}value, day, visit_no, visitor_no, is_only_visit FROM ${rows}
    ${where('value IS NOT NULL', 'visit_no IS NOT NULL', isFirst, ...isIn('visit_started_at'))}) AS r`;
  return [
    toPart(rowCounts, `${rows}${where('value IS NOT NULL')}`),
    ...(ofVisits
      ? [toPart(toVisitAggregates([]), `${once} ${joinVisits(context)} ${joinGoal(context)}`)]
      : []),
  ];
}
