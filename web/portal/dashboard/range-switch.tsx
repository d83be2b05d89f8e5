import { useState } from 'react';
import { type Range, ranges } from '../../../contract/constants.ts';
import { rangeLabels } from './ranges.ts';

interface RangeSwitchProps {
  value: Range;
  onChange: (range: Range) => void;
}

/** Native radio buttons, for their keyboard support and accessible states. */
export function RangeSwitch({ value, onChange }: RangeSwitchProps) {
  // The switch changes at once, without waiting for the navigation that changes `value`.
  const [chosen, setChosen] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  if (previousValue !== value) {
    setPreviousValue(value);
    setChosen(value);
  }

  return (
    <fieldset className="flex w-full sm:w-auto rounded-control border border-strong bg-raised p-[3px]">
      <legend className="sr-only">Range of the charts</legend>
      {ranges.map((range) => (
        <label
          key={range}
          className="relative inline-flex min-h-9 min-w-13 flex-1 items-center justify-center rounded-[7px] px-3 text-[0.9375rem] font-medium whitespace-nowrap text-soft transition-colors hover:text-ink has-checked:bg-action has-checked:text-action-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]"
        >
          <input
            type="radio"
            name="range"
            value={range}
            aria-label={rangeLabels[range].long}
            checked={chosen === range}
            onChange={() => {
              setChosen(range);
              onChange(range);
            }}
            className="absolute inset-0 appearance-none rounded-[7px] outline-none"
          />
          <span aria-hidden="true">{rangeLabels[range].short}</span>
        </label>
      ))}
    </fieldset>
  );
}
