import { type ComponentProps, useId } from 'react';
import { Checkbox } from './checkbox.tsx';

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string;
  hint: string;
}

export function CheckField({ label, hint, ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[1.75rem_1fr] gap-x-3.5">
      <span className="mt-px flex">
        <Checkbox {...input} id={id} aria-describedby={`${id}-hint`} />
      </span>
      <div className="grid">
        <label htmlFor={id} className="-my-2 cursor-pointer py-2 font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-[0.9375rem] text-soft">
          {hint}
        </p>
      </div>
    </div>
  );
}
