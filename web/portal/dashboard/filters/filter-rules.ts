import { findFilterExcess, formatFilter, type StatsFilter } from '../../../../contract/stats/filter.ts';
import type { FilterSubject } from '../../../../contract/stats/model/dimensions.ts';
import { statsLimits } from '../../../../contract/stats/model/limits.ts';

type RowOperator = 'is' | 'is-not';

const isAbout = (filter: StatsFilter, subject: FilterSubject, operator: RowOperator) =>
  filter.subject === subject && filter.operator === operator;

export const isFilteredBy = (
  filters: readonly StatsFilter[],
  subject: FilterSubject,
  value: string,
): boolean => filters.some((filter) => isAbout(filter, subject, 'is') && filter.values.includes(value));

/** Removes the value from the filter that has it, or else adds a filter. Excluded values share one filter. */
export function toggleValue(
  filters: readonly StatsFilter[],
  subject: FilterSubject,
  operator: RowOperator,
  value: string,
): StatsFilter[] {
  const known = filters.find((filter) => isAbout(filter, subject, operator) && filter.values.includes(value));
  if (known)
    return filters.flatMap((filter) => {
      if (filter !== known) return [filter];
      const values = filter.values.filter((each) => each !== value);
      return values.length > 0 ? [{ ...filter, values }] : [];
    });
  const shared = operator === 'is-not' && filters.find((filter) => isAbout(filter, subject, operator));
  if (shared && shared.values.length < statsLimits.filterValues)
    return isFull(filters)
      ? [...filters]
      : filters.map((filter) =>
          filter === shared ? { ...filter, values: [...filter.values, value] } : filter,
        );
  return addFilter(filters, { subject, operator, values: [value] });
}

/** The same filter twice would change nothing; more than the limit would be refused. */
export function addFilter(filters: readonly StatsFilter[], filter: StatsFilter): StatsFilter[] {
  const isKnown = filters.some((each) => formatFilter(each) === formatFilter(filter));
  const more = [...filters, filter];
  return isKnown || findFilterExcess(more) !== undefined ? [...filters] : more;
}

/** Whether no value of a row can be added, which `FilterBar` shows. */
export const isFull = (filters: readonly StatsFilter[]): boolean =>
  filters.length >= statsLimits.filters ||
  filters.reduce((sum, { values }) => sum + values.length, 0) >= statsLimits.allFilterValues;
