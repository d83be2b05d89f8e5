import { classNames } from '../../../ui/class-names.ts';

export interface FilterChip {
  name: string;
  count: number;
  isPressed: boolean;
  onPress: () => void;
}

/** Filters of the list. A pressed one, pressed again, is off. */
export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  if (chips.length === 0) return null;
  return (
    <fieldset className="min-w-0 max-sm:-mx-[var(--gutter)]">
      <legend className="sr-only">Filters</legend>
      <div className="flex gap-2 max-sm:[scrollbar-width:none] max-sm:overflow-x-auto max-sm:px-[var(--gutter)] max-sm:py-1 sm:flex-wrap">
        {chips.map(({ name, count, isPressed, onPress }) => (
          <button
            key={name}
            type="button"
            aria-pressed={isPressed}
            onClick={onPress}
            className={classNames(
              'inline-flex min-h-9 max-w-64 shrink-0 items-center gap-2 rounded-full border px-3.5 text-[0.9375rem] transition-colors',
              isPressed
                ? 'border-action bg-action text-action-ink'
                : 'border-line text-soft hover:border-live hover:text-live',
            )}
          >
            <span className="truncate">{name}</span>
            <span className="text-note tabular">{count}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
