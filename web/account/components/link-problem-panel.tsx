import type { ReactNode } from 'react';
import { PanelIntro } from './auth-layout.tsx';
import type { LinkProblem } from './find-link-problem.ts';

interface LinkProblemPanelProps {
  problem: LinkProblem;
  /** The panel replaced another one: the focus moves to its title. */
  takesFocus: boolean;
  /** How to get another link. */
  children: ReactNode;
}

export function LinkProblemPanel({ problem, takesFocus, children }: LinkProblemPanelProps) {
  return (
    <>
      <PanelIntro title={problem.title} takesFocus={takesFocus}>
        <p>{problem.reason}</p>
      </PanelIntro>
      <div className="mt-8">{children}</div>
    </>
  );
}
