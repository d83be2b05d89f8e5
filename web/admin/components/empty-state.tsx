import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** The next step, or what will appear here. */
  children: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-start gap-5 rounded-panel border border-dashed border-strong px-6 py-10 sm:px-10 sm:py-14">
      <div>
        <h2 className="text-title">{title}</h2>
        <div className="mt-2 max-w-[58ch] text-soft">{children}</div>
      </div>
      {action}
    </div>
  );
}
