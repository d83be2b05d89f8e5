import { formatFilter, parseFilter } from '../../../../contract/stats/filter.ts';
import type { FilterSubject } from '../../../../contract/stats/model/dimensions.ts';
import { type FilterOperator, operators } from '../../../../contract/stats/model/operators.ts';
import { toSubjectLabel } from '../../../../contract/stats/model/subject-labels.ts';

/** A filter while it is edited. Values are separated by commas; a comma of a value has a backslash before it. */
export interface FilterDraft {
  id: number;
  subject: FilterSubject;
  operator: FilterOperator;
  values: string;
}

let lastId = 0;

export function newFilterDraft(): FilterDraft {
  lastId += 1;
  return { id: lastId, subject: 'host', operator: 'is', values: '' };
}

/** The drafts of stored filters. One that this page cannot read is left out. */
export const toFilterDrafts = (filters: readonly string[]): FilterDraft[] =>
  filters.flatMap((text) => {
    const filter = parseFilter(text);
    if ('problem' in filter) return [];
    const { subject, operator } = filter;
    const values = formatFilter(filter)
      .slice(`${subject}:${operator}:`.length)
      .replaceAll(/(?<!\\),/g, ', ');
    return [{ ...newFilterDraft(), subject, operator, values }];
  });

/** The filter as it is stored, or what is wrong with it. */
export function readFilterDraft({ subject, operator, values }: FilterDraft): string | { problem: string } {
  if (values.trim() === '') return { problem: 'Please enter a value, or remove the filter' };
  const filter = parseFilter(`${subject}:${operator}:${values}`);
  if ('problem' in filter) return { problem: `This filter ${filter.problem}` };
  const trimmed = filter.values.map((value) => value.trim()).filter((value) => value !== '');
  if (trimmed.length === 0) return { problem: 'Please enter a value, or remove the filter' };
  return formatFilter({ ...filter, values: trimmed });
}

/** A stored filter as text: "Host is shop.example". */
export function describeFilter(text: string): string {
  const filter = parseFilter(text);
  if ('problem' in filter) return text;
  const { subject, operator, values } = filter;
  return `${toSubjectLabel(subject)} ${operators[operator].label} ${values.join(' or ')}`;
}
