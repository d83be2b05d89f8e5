import type { ComponentProps } from 'react';

type TrapFieldProps = Pick<ComponentProps<'input'>, 'name' | 'value' | 'onChange'>;

/** A field people neither see nor reach, and robots fill in. */
export function TrapField({ name, value, onChange }: TrapFieldProps) {
  return (
    <input
      name={name}
      value={value}
      onChange={onChange}
      tabIndex={-1}
      autoComplete="off"
      aria-hidden="true"
      className="sr-only"
    />
  );
}
