import { useId } from 'react';
import { RadioLabel } from './radio-label.tsx';
import { useEarlyInput } from './use-early-input.ts';

interface ChoiceChipsProps {
  legend: string;
  name: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** One of several. */
export function ChoiceChips({ legend, name, options, value, onChange }: ChoiceChipsProps) {
  const id = useId();
  useEarlyInput(id);
  return (
    <fieldset id={id} className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <RadioLabel
            key={option.value}
            name={name}
            option={option}
            isChecked={option.value === value}
            onSelect={onChange}
            className="min-h-11 gap-2 rounded-control border border-strong bg-raised px-4 font-medium hover:border-live hover:text-live has-checked:border-action"
          />
        ))}
      </div>
    </fieldset>
  );
}
