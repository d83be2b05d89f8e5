import type { ReactNode } from 'react';
import { type FailedQuery, LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Panel } from '../../ui/panel.tsx';

interface SetupPanelProps {
  id: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** A panel of the tracking code page: its title, what it is about, and its content. */
export function SetupPanel({ id, title, lead, children }: SetupPanelProps) {
  return (
    <Panel labelledBy={id} className="mt-6 p-5 sm:p-8 lg:px-10">
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <p className="mt-2 max-w-[66ch] text-soft">{lead}</p>
      {children}
    </Panel>
  );
}

/** The failure of the list of a panel. Nothing without a failure. */
export function SetupListFailed({ what, list }: { what: string; list: FailedQuery }) {
  if (!list.error) return null;
  return (
    <div className="mt-5">
      <LoadFailed title={`Failed to load ${what}`} query={list} />
    </div>
  );
}
