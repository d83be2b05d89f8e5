import { useId } from 'react';
import { useEarlyInput } from './use-early-input.ts';

interface ChoiceChipsProps {
  legend: string;
  name: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** One of several, as native radio buttons: keyboard use and roles come from the browser. */
export function ChoiceChips({ legend, name, options, value, onChange }: ChoiceChipsProps) {
  const id = useId();
  useEarlyInput(id);
  return (
    <fieldset id={id} className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex min-h-11 items-center gap-2 rounded-control border border-strong bg-raised px-4 text-[0.9375rem] font-medium transition-colors hover:border-live hover:text-live has-checked:border-action has-checked:bg-action has-checked:text-action-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-control outline-none"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
