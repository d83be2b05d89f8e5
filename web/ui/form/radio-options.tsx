import { useState } from 'react';
import { classNames } from '../class-names.ts';

export interface RadioOptionsProps {
  name: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/**
 * Native radio buttons that fill their labels: keyboard use and roles come from the browser. The chosen option is shown
 * at once, also when `value` follows later, as it does when it is read from the address.
 */
export function RadioOptions({
  name,
  options,
  value,
  onChange,
  className,
}: RadioOptionsProps & { className: string }) {
  const [chosen, setChosen] = useState<{ value: string; before: string }>();
  if (chosen && chosen.before !== value) setChosen(undefined);
  const shown = chosen?.value ?? value;

  return options.map((option) => (
    <label
      key={option.value}
      className={classNames(
        'relative inline-flex items-center text-[0.9375rem] transition-colors has-checked:bg-action has-checked:text-action-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={option.value === shown}
        onChange={() => {
          setChosen({ value: option.value, before: value });
          onChange(option.value);
        }}
        className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
      />
      {option.label}
    </label>
  ));
}
