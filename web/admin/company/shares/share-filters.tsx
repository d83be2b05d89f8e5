import { X } from 'lucide-react';
import type { StatsFilter } from '../../../../contract/stats/filter.ts';
import { toFilterName } from './view-in-words.ts';

interface ShareFiltersProps {
  filters: readonly StatsFilter[];
  onRemove: (index: number) => void;
}

/** The filters of a view. They are chosen in the portal, where their values are known. */
export function ShareFilters({ filters, onRemove }: ShareFiltersProps) {
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">Filters</h3>
      {filters.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {filters.map((filter, index) => {
            const name = toFilterName(filter);
            return (
              <li
                key={name}
                className="inline-flex max-w-full items-center rounded-control border border-line bg-sunken pl-3 text-[0.9375rem]"
              >
                <bdi dir="auto" className="min-w-0 truncate" title={name}>
                  {name}
                </bdi>
                <button
                  type="button"
                  aria-label={`Remove the filter ${name}`}
                  onClick={() => onRemove(index)}
                  className="grid size-11 shrink-0 place-content-center text-soft hover:text-ink"
                >
                  <X className="size-4" strokeWidth={1.5} aria-hidden="true" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <p className="text-note text-soft">
        {filters.length > 0
          ? 'The link counts only what matches. How many visitors are there now is not shown.'
          : 'None: all visits count. To share a part, filter the portal and choose “Share this view” there.'}
      </p>
    </div>
  );
}
