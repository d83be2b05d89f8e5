import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export function Panel({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <section className={classNames('rounded-panel border border-line bg-raised', className)}>
      {children}
    </section>
  );
}
