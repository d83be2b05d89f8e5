import { classNames } from '../../../ui/class-names.ts';
import type { OverviewAddress } from '../model/overview-address.ts';

interface GroupFilterProps extends Pick<OverviewAddress, 'changeGroup'> {
  groups: readonly { name: string; count: number }[];
  isChosen: (name: string) => boolean;
}

/** Lists the companies of one group alone. The pressed one, pressed again, lists all. */
export function GroupFilter({ groups, isChosen, changeGroup }: GroupFilterProps) {
  return (
    <fieldset className="min-w-0 max-sm:-mx-[var(--gutter)]">
      <legend className="sr-only">Groups</legend>
      <div className="flex gap-2 max-sm:[scrollbar-width:none] max-sm:overflow-x-auto max-sm:px-[var(--gutter)] max-sm:py-1 sm:flex-wrap">
        {groups.map(({ name, count }) => (
          <button
            key={name}
            type="button"
            aria-pressed={isChosen(name)}
            onClick={() => changeGroup(isChosen(name) ? null : name)}
            className={classNames(
              'inline-flex min-h-9 max-w-64 shrink-0 items-center gap-2 rounded-full border px-3.5 text-[0.9375rem] transition-colors',
              isChosen(name)
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
