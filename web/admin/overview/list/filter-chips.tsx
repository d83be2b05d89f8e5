import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

export interface FilterChip {
  name: string;
  count: number;
  isPressed: boolean;
  onPress: () => void;
}

interface FilterChipsProps {
  chips: readonly FilterChip[];
  /** Another control, before the filters. */
  before?: ReactNode;
}

/** Filters of the list, on phones in a row that scrolls sideways. A pressed one, pressed again, is off. */
export function FilterChips({ chips, before }: FilterChipsProps) {
  if (chips.length === 0 && !before) return null;
  return (
    <div className="flex min-w-0 gap-2 max-sm:-mx-[var(--gutter)] max-sm:[scrollbar-width:none] max-sm:overflow-x-auto max-sm:px-[var(--gutter)] max-sm:py-1 sm:flex-wrap">
      {before}
      <fieldset className="contents">
        <legend className="sr-only">Filters</legend>
        {chips.map(({ name, count, isPressed, onPress }) => (
          <button
            key={name}
            type="button"
            aria-pressed={isPressed}
            onClick={onPress}
            className={classNames(
              'inline-flex min-h-9 max-w-64 max-lg:min-h-11 shrink-0 items-center gap-2 rounded-full border px-3.5 text-[0.9375rem] transition-colors',
              isPressed
                ? 'border-action bg-action text-action-ink'
                : 'border-line text-soft hover:border-live hover:text-live',
            )}
          >
            <span className="truncate">{name}</span>
            <span className="text-note tabular">{count}</span>
          </button>
        ))}
      </fieldset>
    </div>
  );
}
