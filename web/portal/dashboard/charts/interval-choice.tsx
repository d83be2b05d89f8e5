import { useEffect, useState } from 'react';
import type { StatsInterval } from '../../../../contract/stats/model/periods.ts';

interface IntervalChoiceProps {
  offered: readonly StatsInterval[];
  shown: StatsInterval;
  onChange: (interval: StatsInterval) => void;
}

/** How long a bucket of both charts is, as native radio buttons. */
export function IntervalChoice({ offered, shown, onChange }: IntervalChoiceProps) {
  // Follows the click at once: the address changes a moment later.
  const [chosen, setChosen] = useState(shown);
  useEffect(() => setChosen(shown), [shown]);
  if (offered.length < 2) return null;
  return (
    <fieldset className="flex min-w-0 items-center justify-end gap-3 print:hidden">
      <legend className="sr-only">Interval of the charts</legend>
      <span className="text-note text-soft" aria-hidden="true">
        per
      </span>
      <div className="flex rounded-control border border-line bg-raised p-0.5">
        {offered.map((interval) => (
          <label
            key={interval}
            className="relative inline-flex min-h-10 items-center rounded-[8px] px-3 text-[0.9375rem] text-soft hover:text-ink has-checked:bg-sunken has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-[var(--focus)]"
          >
            <input
              type="radio"
              name="interval"
              checked={interval === chosen}
              onChange={() => {
                setChosen(interval);
                onChange(interval);
              }}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[8px] outline-none"
            />
            {interval}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
