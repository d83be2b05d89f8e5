import type { ReactNode } from 'react';

interface WorkspaceHeaderProps {
  title: string;
  lead: string;
  /** Links to other pages. */
  children: ReactNode;
}

/** The header of the two sample workspace pages, with a note that they are a demonstration. */
export function WorkspaceHeader({ title, lead, children }: WorkspaceHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6 pt-12 lg:pt-16">
      <div className="min-w-0">
        <p className="font-mono text-note text-soft">Demonstration workspace</p>
        <h1 className="mt-2 text-heading">{title}</h1>
        <p className="mt-3 max-w-[54ch] text-lead text-soft">{lead}</p>
      </div>
      <nav aria-label="Workspace" className="flex flex-wrap gap-2.5">
        {children}
      </nav>
    </header>
  );
}
