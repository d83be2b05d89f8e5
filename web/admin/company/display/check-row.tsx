import { Check } from 'lucide-react';
import { type ComponentProps, useId } from 'react';

interface CheckRowProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
}

/** A checkbox in a row of a list. */
export function CheckRow({ label, ...input }: CheckRowProps) {
  const id = useId();
  return (
    <span className="flex min-w-0 grow items-center gap-3.5">
      <span className="relative size-6 shrink-0">
        <input
          {...input}
          type="checkbox"
          id={id}
          className="peer size-6 cursor-pointer appearance-none rounded-[6px] border border-strong bg-surface transition-colors checked:border-action checked:bg-action hover:border-ink disabled:cursor-not-allowed disabled:opacity-50"
        />
        <Check
          className="pointer-events-none absolute inset-1 hidden size-4 text-action-ink peer-checked:block"
          strokeWidth={2.5}
          aria-hidden="true"
        />
      </span>
      <label htmlFor={id} className="min-w-0 cursor-pointer py-2">
        {label}
      </label>
    </span>
  );
}
