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
    <header className="pt-8 lg:pt-10">
      <p className="rounded-control bg-warn-wash px-5 py-3.5 text-[0.9375rem]">
        <strong className="font-medium text-warn">This is a sample workspace.</strong> Its projects, companies
        and people are invented. It shows what working with us looks like, and it is not connected to anything
        you buy.
      </p>
      <div className="mt-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <div className="min-w-0">
          <h1 className="text-heading">{title}</h1>
          <p className="mt-3 max-w-[54ch] text-lead text-soft">{lead}</p>
        </div>
        <nav aria-label="Workspace" className="flex flex-wrap gap-2.5">
          {children}
        </nav>
      </div>
    </header>
  );
}
