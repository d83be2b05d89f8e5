import type { ReactNode } from 'react';

interface PageTitleProps {
  title: string;
  /** One line below the title: a count, a state. */
  note?: ReactNode;
  /** Actions, at the right or below. */
  children?: ReactNode;
}

export function PageTitle({ title, note, children }: PageTitleProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-title">{title}</h1>
        <div className="mt-1 min-h-6 text-[0.9375rem] text-soft">{note}</div>
      </div>
      {children && <div className="flex flex-wrap items-center gap-3">{children}</div>}
    </div>
  );
}
