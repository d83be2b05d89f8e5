import { X } from 'lucide-react';
import type { StatsFilter } from '../../../../contract/stats/filter.ts';
import { operators } from '../../../../contract/stats/model/operators.ts';
import { toSubjectLabel } from '../../../../contract/stats/model/subject-labels.ts';
import { toFilterLabel, toValuesLabel } from './filter-labels.ts';

interface FilterChipProps {
  filter: StatsFilter;
  onEdit: () => void;
  onRemove: () => void;
}

/** A filter: its text opens the editor, its cross removes it. */
export function FilterChip({ filter, onEdit, onRemove }: FilterChipProps) {
  const label = toFilterLabel(filter);
  return (
    <span className="inline-flex max-w-full min-w-0 items-center rounded-control border border-live bg-live-wash text-[0.9375rem]">
      <button
        type="button"
        aria-label={`Change filter: ${label}`}
        title={label}
        onClick={onEdit}
        className="flex min-h-11 min-w-0 items-center gap-1 rounded-control pl-3 hover:underline"
      >
        <span className="shrink-0 text-soft">
          {toSubjectLabel(filter.subject)} {operators[filter.operator].label}
        </span>
        <bdi dir="auto" className="max-w-80 min-w-0 truncate font-medium">
          {toValuesLabel(filter)}
        </bdi>
      </button>
      <button
        type="button"
        data-remove
        aria-label={`Remove filter: ${label}`}
        onClick={onRemove}
        className="grid size-11 shrink-0 place-content-center rounded-control text-soft hover:text-ink print:hidden"
      >
        <X className="size-4" strokeWidth={1.5} aria-hidden="true" />
      </button>
    </span>
  );
}
