import type { ReactNode } from 'react';

interface NoticeProps {
  /** A short text above the title, such as a status. */
  mark?: string;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** The content of a page that has only a message, such as an error. */
export function Notice({ mark, title, children, actions }: NoticeProps) {
  return (
    <div className="page arriving grid min-h-[62dvh] content-center py-16">
      <div className="max-w-[38rem] border-l-2 border-live-dot pl-6 sm:pl-10">
        {mark && <p className="mb-3 font-mono text-note break-all text-soft">{mark}</p>}
        <h1 className="text-heading break-words">{title}</h1>
        <div className="mt-4 text-lead text-soft">{children}</div>
        {actions && <div className="mt-8 flex flex-wrap gap-3">{actions}</div>}
      </div>
    </div>
  );
}
