import { weekdaysMatchedUpTo } from '../../contract/stats/model/periods.ts';
import type { ChooseView } from './choose-view.ts';

/** Whether days are compared with the same weekday. Nothing without a comparison. */
export function MatchWeekday({ view, changeView }: ChooseView) {
  if (view.compare === 'none') return null;
  return (
    <label className="mt-1 flex min-h-11 max-w-72 cursor-pointer items-start gap-2.5 border-t border-line px-3 pt-2.5">
      <input
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-[var(--live)]"
        checked={view.match === 'weekday'}
        onChange={({ target }) => changeView({ match: target.checked ? 'weekday' : 'date' })}
      />
      <span>
        Match weekday
        <span className="block text-note text-soft">
          A Monday with a Monday, whole weeks earlier. For periods of up to {weekdaysMatchedUpTo} days.
        </span>
      </span>
    </label>
  );
}
