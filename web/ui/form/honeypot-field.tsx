import { type ComponentProps, useId } from 'react';
import { useEarlyInput } from './use-early-input.ts';

type TrapFieldProps = Pick<ComponentProps<'input'>, 'name' | 'value' | 'onChange'>;

/** A field people neither see nor reach, and robots fill in. */
export function TrapField({ name, value, onChange }: TrapFieldProps) {
  const id = useId();
  useEarlyInput(id);
  return (
    <input
      id={id}
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
