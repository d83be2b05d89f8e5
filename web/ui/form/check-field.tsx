import { Check } from 'lucide-react';
import { type ComponentProps, useId } from 'react';

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  hint: string;
}

export function CheckField({ label, hint, ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[1.75rem_1fr] gap-x-3.5">
      <span className="relative mt-px size-6">
        <input
          {...input}
          type="checkbox"
          id={id}
          aria-describedby={`${id}-hint`}
          className="peer size-6 cursor-pointer appearance-none rounded-[6px] border border-strong bg-surface transition-colors checked:border-action checked:bg-action hover:border-ink"
        />
        <Check
          className="pointer-events-none absolute inset-1 hidden size-4 text-action-ink peer-checked:block"
          strokeWidth={2.5}
          aria-hidden="true"
        />
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
