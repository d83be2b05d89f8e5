import { classNames } from '../class-names.ts';

interface RadioLabelProps {
  name: string;
  option: { value: string; label: string };
  isChecked: boolean;
  onSelect: (value: string) => void;
  className: string;
}

/** A native radio button that fills its label: keyboard use and roles come from the browser. */
export function RadioLabel({ name, option, isChecked, onSelect, className }: RadioLabelProps) {
  return (
    <label
      className={classNames(
        'relative inline-flex items-center text-[0.9375rem] transition-colors has-checked:bg-action has-checked:text-action-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={isChecked}
        onChange={() => onSelect(option.value)}
        className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
      />
      {option.label}
    </label>
  );
}
