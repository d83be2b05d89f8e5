import type { ReactNode } from 'react';
import { PanelIntro } from './auth-layout.tsx';
import type { LinkTrouble } from './link-error.ts';

interface LinkRefusedProps {
  trouble: LinkTrouble;
  /** It came in answer to a click. */
  isNews: boolean;
  /** The way to another one. */
  children: ReactNode;
}

export function LinkRefused({ trouble, isNews, children }: LinkRefusedProps) {
  return (
    <>
      <PanelIntro title={trouble.title} isNews={isNews}>
        <p>{trouble.why}</p>
      </PanelIntro>
      <div className="mt-8">{children}</div>
    </>
  );
}
