import { type ReactNode, useEffect, useRef } from 'react';
import { DataProvider } from '../../api/data-provider.tsx';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StudioPicture } from './studio-picture.tsx';

/** The layout of sign-in, sign-up and links from mails: one panel next to a picture. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <DataProvider>
      <SiteLayout>
        <div className="page grid items-start gap-x-16 pt-10 lg:min-h-[74dvh] lg:grid-cols-[minmax(0,30rem)_1fr] lg:pt-16">
          <Panel labelledBy={panelTitleId} className="w-full max-w-[36rem] min-w-0 p-6 max-lg:mx-auto sm:p-9">
            {children}
          </Panel>
          <StudioPicture />
        </div>
      </SiteLayout>
    </DataProvider>
  );
}

const panelTitleId = 'panel-title';

interface PanelIntroProps {
  title: string;
  children: ReactNode;
  /** Moves the focus here, when this replaced the panel that had it. */
  takesFocus?: boolean;
}

export function PanelIntro({ title, children, takesFocus = false }: PanelIntroProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  return (
    <>
      <h1 ref={heading} id={panelTitleId} tabIndex={-1} className="text-heading outline-none">
        {title}
      </h1>
      <div className="mt-3 text-lead text-soft">{children}</div>
    </>
  );
}
