import { type ReactNode, useId } from 'react';
import { Panel } from '../../../../ui/panel.tsx';

export function OrderPanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Panel labelledBy={id} className="min-w-0 p-5 lg:p-6">
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <div className="mt-3">{children}</div>
    </Panel>
  );
}
