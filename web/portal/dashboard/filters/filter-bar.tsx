import { ListFilterPlus, X } from 'lucide-react';
import { useRef } from 'react';
import { formatFilter } from '../../../../contract/stats/filter.ts';
import { Button } from '../../../ui/button.tsx';
import { useOpenDialog } from '../options/portal-dialog.ts';
import { preloadDialogs } from '../options/portal-dialogs.tsx';
import { usePortal } from '../view/use-portal.ts';
import { FilterChip } from './filter-chip.tsx';
import { toFilterLabel } from './filter-labels.ts';
import { isFull } from './filter-rules.ts';

/** Marks the buttons that get the focus when the button that had it goes away. One of them is on the screen. */
export const takesFocus = { 'data-takes-focus': true } as const;

function focusRemaining(): void {
  // An element that is not on the screen does not take the focus.
  for (const button of document.querySelectorAll<HTMLElement>('[data-takes-focus]')) button.focus();
}

/** What the page leaves out, as chips. Takes no room if it shows everything. */
export function FilterBar() {
  const { view, changeView } = usePortal();
  const openDialog = useOpenDialog();
  const { filters } = view;
  const bar = useRef<HTMLFieldSetElement>(null);
  const isVerifiedOnly = view.orders === 'verified';
  const isEmpty = filters.length === 0 && !isVerifiedOnly;

  const remove = (index: number) => {
    changeView({ filters: filters.filter((_, each) => each !== index) });
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>('[data-remove]') ?? [])];
    const next = buttons[index + 1] ?? buttons[index - 1];
    if (next) next.focus();
    else focusRemaining();
  };

  return (
    <fieldset ref={bar} className={isEmpty ? 'sr-only' : 'mt-3 flex min-w-0 flex-wrap items-center gap-2'}>
      <legend className="sr-only">Filters of the page</legend>
      <span role="status" className="sr-only">
        {filters.length === 0 ? '' : `Filtered: ${filters.map(toFilterLabel).join(', ')}`}
      </span>
      {filters.map((filter, index) => (
        <FilterChip
          key={formatFilter(filter)}
          filter={filter}
          onEdit={() => openDialog({ is: 'filter', filter })}
          onRemove={() => remove(index)}
        />
      ))}
      {isVerifiedOnly && (
        <span className="inline-flex items-center rounded-control border border-live bg-live-wash pl-3 text-[0.9375rem]">
          Verified orders only
          <button
            type="button"
            aria-label="Show all orders"
            onClick={() => {
              changeView({ orders: 'all' });
              focusRemaining();
            }}
            className="grid size-11 shrink-0 place-content-center rounded-control text-soft hover:text-ink print:hidden"
          >
            <X className="size-4" strokeWidth={1.5} aria-hidden="true" />
          </button>
        </span>
      )}
      {isFull(filters) && (
        <p role="status" className="text-note text-soft print:hidden">
          No more filters fit. Remove one to add another.
        </p>
      )}
      {filters.length > 1 && (
        <Button
          shape="quiet"
          size="small"
          className="min-h-11 print:hidden"
          onClick={() => {
            changeView({ filters: [] });
            focusRemaining();
          }}
        >
          Clear all
        </Button>
      )}
    </fieldset>
  );
}

/** Opens the form of a new filter. Nothing if no more filters fit, which the bar shows. */
export function AddFilterButton() {
  const { view } = usePortal();
  const openDialog = useOpenDialog();
  if (isFull(view.filters)) return null;
  return (
    <Button
      shape="secondary"
      size="small"
      className="min-h-11 whitespace-nowrap"
      {...takesFocus}
      onPointerEnter={preloadDialogs}
      onClick={() => openDialog({ is: 'filter' })}
    >
      <ListFilterPlus className="size-5 max-lg:hidden" strokeWidth={1.5} aria-hidden="true" />
      Add filter
    </Button>
  );
}
