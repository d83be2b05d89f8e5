import { type ComponentProps, useId } from 'react';
import { Checkbox } from '../../../ui/form/checkbox.tsx';

interface CheckRowProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string;
}

/** A checkbox in a row of a list. */
export function CheckRow({ label, ...input }: CheckRowProps) {
  const id = useId();
  return (
    <span className="flex min-w-0 grow items-center gap-3.5">
      <Checkbox {...input} id={id} />
      <label htmlFor={id} className="min-w-0 cursor-pointer py-2">
        {label}
      </label>
    </span>
  );
}
