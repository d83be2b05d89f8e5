import { Ban } from 'lucide-react';
import type { StatsDimension } from '../../../../contract/stats/model/dimensions.ts';
import { isCountryCode, toValueLabel } from '../../../figures/value-labels.ts';
import { classNames } from '../../../ui/class-names.ts';
import { isFilteredBy } from '../filters/filter-rules.ts';
import { usePortal } from '../view/use-portal.ts';
import { useRowFilter } from './use-row-filter.ts';

interface RowNameProps {
  dimension: StatsDimension;
  value: string;
  /** Long names are broken into lines, not cut off. */
  isBroken?: boolean;
}

/** The name of a row: a button that filters the page, and one that leaves the value out. */
export function RowName({ dimension, value, isBroken = false }: RowNameProps) {
  const { view, isShared } = usePortal();
  const filterBy = useRowFilter();
  const label = toValueLabel(dimension, value);
  const isFiltered = isFilteredBy(view.filters, dimension, value);
  const name = <Name dimension={dimension} value={value} isBroken={isBroken} />;
  if (isShared)
    return (
      <span title={label} className="relative flex min-h-9 min-w-0 items-center gap-2 px-2">
        {name}
      </span>
    );
  return (
    <span className="relative flex items-center">
      <button
        type="button"
        aria-pressed={isFiltered}
        aria-keyshortcuts="Alt+Enter"
        title={label}
        onClick={() => filterBy(dimension, 'is', value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.altKey) return;
          event.preventDefault();
          filterBy(dimension, 'is-not', value);
        }}
        className={classNames(
          'flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control px-2 text-left hover:underline sm:min-h-9',
          isFiltered && 'font-semibold underline',
        )}
      >
        {name}
      </button>
      <button
        type="button"
        aria-label={`Leave out ${label}`}
        title="Leave out (Alt+Enter)"
        onClick={() => filterBy(dimension, 'is-not', value)}
        className="pointer-events-none absolute right-0 grid size-11 place-content-center rounded-control bg-raised text-soft opacity-0 group-hover:pointer-events-auto group-hover:opacity-100 hover:text-ink focus-visible:pointer-events-auto focus-visible:opacity-100 sm:size-9"
      >
        <Ban className="size-4" strokeWidth={1.5} aria-hidden="true" />
      </button>
    </span>
  );
}

function Name({ dimension, value, isBroken }: Required<RowNameProps>) {
  return (
    <>
      {dimension === 'country' && isCountryCode(value) && (
        <span
          aria-hidden="true"
          className="shrink-0 rounded-[3px] border border-strong bg-raised px-1 font-mono text-[0.6875rem] text-soft"
        >
          {value}
        </span>
      )}
      <bdi dir="auto" className={isBroken ? 'min-w-0 break-words [overflow-wrap:anywhere]' : 'truncate'}>
        {toValueLabel(dimension, value)}
      </bdi>
    </>
  );
}
