import { ListFilterPlus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { formatFilter, type StatsFilter } from '../../../../contract/stats/filter.ts';
import { Button } from '../../../ui/button.tsx';
import { usePortal } from '../view/use-portal.ts';
import { FilterChip } from './filter-chip.tsx';
import { toFilterLabel } from './filter-labels.ts';
import { addFilter, isFull } from './filter-rules.ts';
import { VerifiedToggle } from './verified-toggle.tsx';

const FilterEditor = lazy(() =>
  import('./filter-editor.tsx').then((file) => ({ default: file.FilterEditor })),
);

/** The filters of the page as chips, and a way to add one. */
export function FilterBar() {
  const { view, changeView } = usePortal();
  const { filters } = view;
  const bar = useRef<HTMLFieldSetElement>(null);
  const [edited, setEdited] = useState<StatsFilter | 'new'>();

  const remove = (index: number) => {
    changeView({ filters: filters.filter((_, each) => each !== index) });
    // The button that had the focus goes away: to the next chip, or to the button that is always there.
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>('[data-remove]') ?? [])];
    const next = buttons[index + 1] ?? buttons[index - 1];
    (next ?? bar.current?.querySelector<HTMLButtonElement>('[data-add]'))?.focus();
  };
  const others = filters.filter((each) => each !== edited);
  const save = (filter: StatsFilter) => {
    changeView({ filters: addFilter(others, filter) });
    setEdited(undefined);
  };

  return (
    <fieldset ref={bar} className="mt-3 flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">Filters of the page</legend>
      <span role="status" className="sr-only">
        {filters.length === 0 ? '' : `Filtered: ${filters.map(toFilterLabel).join(', ')}`}
      </span>
      {filters.map((filter, index) => (
        <FilterChip
          key={formatFilter(filter)}
          filter={filter}
          onEdit={() => setEdited(filter)}
          onRemove={() => remove(index)}
        />
      ))}
      {isFull(filters) ? (
        <p role="status" className="text-note text-soft print:hidden">
          No more filters fit. Remove one to add another.
        </p>
      ) : (
        <Button
          shape="quiet"
          size="small"
          data-add
          className="min-h-11 print:hidden"
          onClick={() => setEdited('new')}
        >
          <ListFilterPlus className="size-5" strokeWidth={1.5} aria-hidden="true" />
          Add filter
        </Button>
      )}
      {filters.length > 1 && (
        <Button
          shape="quiet"
          size="small"
          className="min-h-11 print:hidden"
          onClick={() => {
            changeView({ filters: [] });
            bar.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus();
          }}
        >
          Clear all
        </Button>
      )}
      <VerifiedToggle />
      {edited && (
        <Suspense>
          <FilterEditor
            initial={edited === 'new' ? undefined : edited}
            others={others}
            onSave={save}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </fieldset>
  );
}
