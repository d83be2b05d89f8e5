import type { ReactNode } from 'react';

interface PageIntroProps {
  title: string;
  lead: string;
  children?: ReactNode;
}

export function PageIntro({ title, lead, children }: PageIntroProps) {
  return (
    <div className="page py-16 lg:py-28">
      <h1 className="max-w-[18ch] text-heading break-words">{title}</h1>
      <p className="mt-5 max-w-[58ch] text-lead text-soft">{lead}</p>
      {children}
    </div>
  );
}
