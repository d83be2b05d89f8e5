import type { StatsFilter, StatsGoal } from '../../../../contract/stats/filter.ts';
import { dimensions, isVisitDimension, withinVisit } from '../../../../contract/stats/model/dimensions.ts';
import { type FilterOperator, isNegative, operatorOf } from '../../../../contract/stats/model/operators.ts';
import type { Relations } from '../../segments/segments.ts';
import { countedKinds, hasHitColumn, isRowDimension, toRowColumn, toVisitColumn } from './dimensions.ts';
import { toPathCondition } from './path-patterns.ts';
import type { StatementValues } from './statement-values.ts';

/** A question's filters as conditions of SQL. All of them have to hold. */
export interface FilterConditions {
  /** Conditions on the visit, as conditions of `visits`, and of a refund in `hits`. */
  onVisit: string[];
  /** The same conditions on a row of `hits` that has its visit's values, or no visit. Together with `rowJoins`. */
  onVisitOfRow: string[];
  /** Conditions that one row of `hits` has to meet together. */
  onRow: string[];
  /** The dimensions that `onRow` tests. */
  rowSubjects: Set<string>;
  /** Joins that keep visits, or rows of visits, by the other rows of the visit. */
  withinVisit: string;
  /** The same joins for rows of `hits`, and those that keep them by what only `visits` has. */
  rowJoins: string;
  /** Whether rows without a visit can match. */
  admitsRowsWithoutVisit: boolean;
  /** Whether every visit and row matches. */
  isEmpty: boolean;
}

/** `relations`: visits and rows in the days of the question. */
export function toFilterConditions(
  filters: readonly StatsFilter[],
  { visits, hits }: Relations,
  values: StatementValues,
): FilterConditions {
  const onVisit: string[] = [];
  const onVisitOfRow: string[] = [];
  const onRow: string[] = [];
  const rowSubjects = new Set<string>();
  const joins: string[] = [];
  const visitJoins: string[] = [];
  for (const { subject, operator, values: given } of filters) {
    if (isVisitDimension(subject)) {
      const column = toVisitColumn(subject);
      const condition = toCondition(column, operator, given, values);
      onVisit.push(condition);
      // A row without a visit has null there, which only matches a filter that excludes values.
      if (!hasHitColumn(column)) visitJoins.push(toVisitJoin(visits, condition, isNegative(operator)));
      else onVisitOfRow.push(isNegative(operator) ? `coalesce(${condition}, true)` : condition);
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
    rowJoins: [...joins, ...visitJoins].join(' '),
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

/** Keeps rows of visits that meet a condition. Rows without a visit are kept by a negative one. */
const toVisitJoin = (visits: string, condition: string, excludes: boolean): string =>
  excludes
    ? `ANTI JOIN (SELECT day, visit_no FROM ${visits} WHERE NOT ${condition}) USING (day, visit_no)`
    : `SEMI JOIN (SELECT day, visit_no FROM ${visits} WHERE ${condition}) USING (day, visit_no)`;

const anyOf = (conditions: string[]) => `(${conditions.join(' OR ')})`;

/** The condition of each operator. `given`: placeholders of the values. */
const operatorSql: Record<FilterOperator, (expression: string, given: string[]) => string> = {
  is: isOneOf,
  'is-not': (expression, given) => `(NOT ${isOneOf(expression, given)})`,
  contains: (expression, given) => anyOf(given.map((value) => toContains(expression, value))),
  'starts-with': (expression, given) => anyOf(given.map((value) => `starts_with(${expression}, ${value})`)),
};

/** DuckDB tests a list while it reads a file, and `IN` with several values only afterwards. */
function isOneOf(expression: string, given: string[]): string {
  const [only] = given;
  return only !== undefined && given.length === 1
    ? `${expression} = ${only}`
    : `list_contains([${given.join(', ')}], ${expression})`;
}

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
