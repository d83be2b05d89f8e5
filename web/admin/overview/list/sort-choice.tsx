import { ArrowDownUp } from 'lucide-react';
import { useId } from 'react';
import { type OverviewAddress, readSort } from '../model/overview-address.ts';
import { columnNames, nameOf } from '../model/overview-columns.ts';

const options = [
  { value: '', label: 'Newest first' },
  { value: 'name', label: 'Name' },
  ...columnNames.map((name) => ({ value: `-${name}`, label: nameOf(name) })),
];

/** The order of the cards. Figures are sorted from the largest. */
export function SortChoice({ sort, changeSort }: Pick<OverviewAddress, 'sort' | 'changeSort'>) {
  const id = useId();
  const value = sort === null ? '' : sort.by === 'name' ? 'name' : `-${sort.by}`;
  return (
    <div className="relative min-w-0 max-sm:shrink-0">
      <label htmlFor={id} className="sr-only">
        Sort by
      </label>
      <ArrowDownUp
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft"
        strokeWidth={1.5}
        aria-hidden="true"
      />
      <select
        id={id}
        value={value}
        onChange={({ target }) => changeSort(readSort(target.value))}
        className="min-h-11 max-w-48 [field-sizing:content] cursor-pointer appearance-none truncate rounded-control border border-strong bg-surface pr-3 pl-9 text-[0.9375rem] text-ink hover:border-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
