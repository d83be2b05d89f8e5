import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface PanelProps {
  children: ReactNode;
  className?: string;
  /** Id of the heading that names the panel. */
  labelledBy: string;
}

export function Panel({ children, className, labelledBy }: PanelProps) {
  return (
    <section
      aria-labelledby={labelledBy}
      className={classNames('rounded-panel border border-line bg-raised', className)}
    >
      {children}
    </section>
  );
}
