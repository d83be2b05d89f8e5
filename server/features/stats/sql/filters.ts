import type { StatsFilter, StatsGoal } from '../../../../contract/stats/filter.ts';
import { dimensions, isVisitDimension, withinVisit } from '../../../../contract/stats/model/dimensions.ts';
import { type FilterOperator, isNegative, operatorOf } from '../../../../contract/stats/model/operators.ts';
import { countedKinds, isRowDimension, toRowColumn, toVisitColumn } from './dimensions.ts';
import { toPathCondition } from './path-patterns.ts';
import type { StatementValues } from './statement-values.ts';

/** A question's filters as conditions of SQL. All of them have to hold. */
export interface FilterConditions {
  /** Conditions on the visit, as conditions of `visits`. */
  onVisit: string[];
  /** The same conditions on a row of `hits`, which has its visit's values, or no visit. */
  onVisitOfRow: string[];
  /** Conditions that one row of `hits` has to meet together. */
  onRow: string[];
  /** The dimensions that `onRow` tests. */
  rowSubjects: Set<string>;
  /** Joins that keep visits, or rows of visits, by the other rows of the visit. */
  withinVisit: string;
  /** Whether rows without a visit can match. */
  admitsRowsWithoutVisit: boolean;
  /** Whether every visit and row matches. */
  isEmpty: boolean;
}

/** `hits`: relation of the rows in the days of the question. */
export function toFilterConditions(
  filters: readonly StatsFilter[],
  hits: string,
  values: StatementValues,
): FilterConditions {
  const onVisit: string[] = [];
  const onVisitOfRow: string[] = [];
  const onRow: string[] = [];
  const rowSubjects = new Set<string>();
  const joins: string[] = [];
  for (const { subject, operator, values: given } of filters) {
    if (isVisitDimension(subject)) {
      const condition = toCondition(toVisitColumn(subject), operator, given, values);
      onVisit.push(condition);
      // A row without a visit has null there, which only matches a filter that excludes values.
      onVisitOfRow.push(isNegative(operator) ? `(visit_no IS NULL OR ${condition})` : condition);
    } else if (isRowDimension(subject)) {
      const { value, kinds } = toRowColumn(subject, values);
      onRow.push(kinds, toCondition(value, operator, given, values));
      rowSubjects.add(subject);
    } else {
      const { dimension } = withinVisit[subject];
      const isKind = dimension === 'page' ? 'is_page_view' : 'is_event';
      const { negates } = operatorOf(operator);
      const condition = toCondition(dimensions[dimension].column, negates ?? operator, given, values);
      const join = negates === undefined ? 'SEMI JOIN' : 'ANTI JOIN';
      joins.push(
        `${join} (SELECT day, visit_no FROM ${hits} WHERE ${isKind} AND visit_no IS NOT NULL AND ${condition}) USING (day, visit_no)`,
      );
    }
  }
  if (onRow.length > 0) onRow.unshift(countedKinds);
  return {
    onVisit,
    onVisitOfRow,
    onRow: [...new Set(onRow)],
    rowSubjects,
    withinVisit: joins.join(' '),
    admitsRowsWithoutVisit: filters.every(
      ({ subject, operator }) => isRowDimension(subject) || isNegative(operator),
    ),
    isEmpty: filters.length === 0,
  };
}

/**
 * One of the values has to match; with `is-not` none. `contains` ignores the case of letters, the others compare
 * exactly. Values are never patterns.
 */
function toCondition(
  expression: string,
  operator: FilterOperator,
  given: readonly string[],
  values: StatementValues,
): string {
  return operatorSql[operator](
    expression,
    given.map((value) => values.bind(value)),
  );
}

const anyOf = (conditions: string[]) => `(${conditions.join(' OR ')})`;

/** The condition of each operator. `given`: placeholders of the values. */
const operatorSql: Record<FilterOperator, (expression: string, given: string[]) => string> = {
  is: (expression, given) => `${expression} IN (${given.join(', ')})`,
  'is-not': (expression, given) => `${expression} NOT IN (${given.join(', ')})`,
  contains: (expression, given) => anyOf(given.map((value) => toContains(expression, value))),
  'starts-with': (expression, given) => anyOf(given.map((value) => `starts_with(${expression}, ${value})`)),
};

/** Ignores the case of letters. */
export const toContains = (expression: string, placeholder: string) =>
  `contains(lower(${expression}), lower(${placeholder}))`;

/** The visits that reached a goal, each once. */
export function toGoalVisits({ kind, value }: StatsGoal, hits: string, values: StatementValues): string {
  const condition =
    kind === 'page'
      ? `is_page_view AND ${toPathCondition(value, hits, values)}`
      : `is_event AND event_name = ${values.bind(value)}`;
  return `SELECT DISTINCT day, visit_no, true AS has_reached FROM ${hits}
    WHERE visit_no IS NOT NULL AND ${condition}`;
}
