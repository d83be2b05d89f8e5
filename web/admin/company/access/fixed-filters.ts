import { formatFilter, parseFilter } from '../../../../contract/stats/filter.ts';
import type { FilterSubject } from '../../../../contract/stats/model/dimensions.ts';
import type { FilterOperator } from '../../../../contract/stats/model/operators.ts';

/** A filter while it is edited. Values are separated by commas; a comma of a value has a backslash before it. */
export interface EditableFilter {
  id: number;
  subject: FilterSubject;
  operator: FilterOperator;
  values: string;
}

/**
 * A stored filter that this version cannot read. The server shows nothing to its access. It stays in the form, because
 * the access without it would show more, up to the whole site.
 */
export interface UnreadableFilter {
  id: number;
  stored: string;
}

export type FilterDraft = EditableFilter | UnreadableFilter;

const isUnreadable = (draft: FilterDraft): draft is UnreadableFilter => 'stored' in draft;

let lastId = 0;

function nextId(): number {
  lastId += 1;
  return lastId;
}

export const newFilterDraft = (): EditableFilter => ({
  id: nextId(),
  subject: 'host',
  operator: 'is',
  values: '',
});

export const toFilterDrafts = (filters: readonly string[]): FilterDraft[] =>
  filters.map((text) => {
    const id = nextId();
    const filter = parseFilter(text);
    if ('problem' in filter) return { id, stored: text };
    const { subject, operator } = filter;
    const values = formatFilter(filter)
      .slice(`${subject}:${operator}:`.length)
      .replaceAll(/(?<!\\),/g, ', ');
    return { id, subject, operator, values };
  });

/** The filter as it is stored, or what is wrong with it. */
export function readFilterDraft(draft: FilterDraft): string | { problem: string } {
  if (isUnreadable(draft)) return draft.stored;
  const { subject, operator, values } = draft;
  if (values.trim() === '') return { problem: 'Please enter a value, or remove the filter' };
  const filter = parseFilter(`${subject}:${operator}:${values}`);
  if ('problem' in filter) return { problem: `This filter ${filter.problem}` };
  const trimmed = filter.values.map((value) => value.trim()).filter((value) => value !== '');
  if (trimmed.length === 0) return { problem: 'Please enter a value, or remove the filter' };
  return formatFilter({ ...filter, values: trimmed });
}

/** The filters as they are stored, or the problems by the id of their drafts. */
export type ReadFilters = { filters: string[] } | { problems: Record<number, string> };

/**
 * Reads all filters of a form. `stored`: the filters of the access so far; they are returned as they are if the form has
 * the same. The server refuses changed filters as long as one of them cannot be read.
 */
export function readFilterDrafts(drafts: readonly FilterDraft[], stored: readonly string[]): ReadFilters {
  const filters: string[] = [];
  const problems: Record<number, string> = {};
  for (const draft of drafts) {
    const filter = readFilterDraft(draft);
    if (typeof filter === 'string') filters.push(filter);
    else problems[draft.id] = filter.problem;
  }
  if (Object.keys(problems).length > 0) return { problems };
  // Compared in the form in which they are written: `DE, AT` is stored as `DE,AT`.
  const before = toFilterDrafts(stored).map(readFilterDraft);
  const isSame =
    filters.length === before.length && filters.every((filter, index) => filter === before[index]);
  if (isSame) return { filters: [...stored] };
  const unreadable = drafts.filter(isUnreadable);
  if (unreadable.length === 0) return { filters };
  return {
    problems: Object.fromEntries(
      unreadable.map((draft) => [
        draft.id,
        `The other filters cannot be changed while there is “${draft.stored}”. Remove it too, or cancel.`,
      ]),
    ),
  };
}
