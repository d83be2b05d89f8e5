import { isClean } from '../rules/clean-text.ts';
import { isPropertyName } from '../rules/properties/is-property-name.ts';
import {
  type FilterSubject,
  filterSubjects,
  isNamedDimension,
  isWithinVisitSubject,
  type StatsDimension,
} from './model/dimensions.ts';
import { statsLimits } from './model/limits.ts';
import {
  type FilterOperator,
  filterOperators,
  isFilterOperator,
  operatorOf,
  searchOperators,
} from './model/operators.ts';

export interface StatsFilter {
  subject: FilterSubject;
  operator: FilterOperator;
  /** One of them has to match; with an operator that negates another, none. */
  values: string[];
}

export function isStatsDimension(text: string): text is StatsDimension {
  if (text.startsWith('property:')) return isPropertyName(text.slice('property:'.length));
  return isNamedDimension(text);
}

const isFilterSubject = (text: string): text is FilterSubject =>
  isStatsDimension(text) || isWithinVisitSubject(text);

/** Whether a filter or goal can have this value. */
export const isFilterValue = (text: string): boolean =>
  text.length <= statsLimits.filterValueLength && isClean(text);

/**
 * Reads `country:is:DE,FR`, `property:plan:is-not:free` or `saw-page:starts-with:/blog`. A comma or backslash that
 * belongs to a value is written with a backslash before it.
 */
export function parseFilter(text: string): StatsFilter | { problem: string } {
  const parts = /^(property:[^:]*|[^:]*):([^:]*):(.*)$/su.exec(text);
  const [, subject = '', operator = '', list = ''] = parts ?? [];
  if (!parts) return { problem: 'needs a dimension, an operator and values, such as country:is:DE,FR' };
  if (!isFilterSubject(subject))
    return {
      problem: `tests an unknown dimension; known are ${filterSubjects.join(', ')} and property:<name>`,
    };
  if (!isFilterOperator(operator))
    return { problem: `has an unknown operator; known are ${filterOperators.join(', ')}` };
  const values = splitValues(list);
  if (values === undefined) return { problem: 'has a backslash that is not before a comma or a backslash' };
  const problem = findValueProblem(operator, values);
  return problem === undefined ? { subject, operator, values } : { problem };
}

function findValueProblem(operator: FilterOperator, values: string[]): string | undefined {
  if (values.length > statsLimits.filterValues)
    return `has too many values (at most ${statsLimits.filterValues})`;
  // Every text contains the empty one. A property, however, may be empty.
  if (isSearching({ operator }) && values.includes('')) return 'has an empty value';
  const invalid = values.find((value) => !isFilterValue(value));
  if (invalid === undefined) return undefined;
  if (invalid.length > statsLimits.filterValueLength)
    return `has a value that is too long (at most ${statsLimits.filterValueLength} characters)`;
  return 'has a value with control characters';
}

/** The excess of filters that are valid one by one, as a sentence; undefined if a question may have them. */
export function findFilterExcess(filters: readonly StatsFilter[]): string | undefined {
  const { allFilterValues, searchedFilterValues } = statsLimits;
  if (filters.length > statsLimits.filters) return `A question has at most ${statsLimits.filters} filters.`;
  const countValues = (some: readonly StatsFilter[]) =>
    some.reduce((sum, { values }) => sum + values.length, 0);
  if (countValues(filters) > allFilterValues)
    return `All filters together have at most ${allFilterValues} values.`;
  if (countValues(filters.filter(isSearching)) > searchedFilterValues)
    return `All filters with ${searchLabels} together have at most ${searchedFilterValues} values.`;
  if (filters.filter(({ subject }) => isWithinVisitSubject(subject)).length > statsLimits.withinVisitFilters)
    return `At most ${statsLimits.withinVisitFilters} filters can ask for the other pages and events of a visit.`;
  return undefined;
}

const isSearching = ({ operator }: Pick<StatsFilter, 'operator'>) => operatorOf(operator).isSearch;
const searchLabels = searchOperators.map((name) => operatorOf(name).label).join(' or ');

/** Undefined if a backslash escapes something else than a comma or a backslash. */
function splitValues(list: string): string[] | undefined {
  if (!/^(?:[^\\]|\\[\\,])*$/su.test(list)) return undefined;
  const values: string[] = [];
  let value = '';
  for (const [token] of list.matchAll(/\\?./gsu)) {
    if (token === ',') {
      values.push(value);
      value = '';
    } else value += token.startsWith('\\') ? token.slice(1) : token;
  }
  return [...values, value];
}

/** The text of a filter in an address, before it is percent-encoded. */
export function formatFilter({ subject, operator, values }: StatsFilter): string {
  return `${subject}:${operator}:${values.map((value) => value.replaceAll(/[\\,]/g, '\\$&')).join(',')}`;
}

/** The condition under which a visit is a conversion: a page view of a path or pattern, or a custom event. */
export interface StatsGoal {
  kind: 'page' | 'event';
  value: string;
}
