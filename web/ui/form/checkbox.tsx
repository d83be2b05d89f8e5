import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';

/** A checkbox in the colours of both themes. Its label is a sibling or an ancestor. */
export function Checkbox(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <span className="relative size-6 shrink-0">
      <input
        {...props}
        type="checkbox"
        className="peer size-6 cursor-pointer appearance-none rounded-[6px] border border-strong bg-surface transition-colors checked:border-action checked:bg-action hover:border-ink disabled:cursor-not-allowed disabled:opacity-50"
      />
      <Check
        className="pointer-events-none absolute inset-1 hidden size-4 text-action-ink peer-checked:block"
        strokeWidth={2.5}
        aria-hidden="true"
      />
    </span>
  );
}
