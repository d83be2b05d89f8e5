import type { ComponentProps } from 'react';

type HoneypotFieldProps = Pick<ComponentProps<'input'>, 'name' | 'value' | 'onChange' | 'ref'>;

/** A field that people neither see nor reach, and bots fill in. */
export function HoneypotField({ name, value, onChange, ref }: HoneypotFieldProps) {
  return (
    <input
      ref={ref}
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
