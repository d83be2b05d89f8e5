import type { ReactNode } from 'react';
import { staticPart } from '../../loading/static-part.tsx';
import { SiteHeader } from './site-header.tsx';

const SiteFooter = staticPart('footer', () => import('./site-footer.tsx').then((file) => file.SiteFooter));

/** The layout of public pages: fixed header, content, footer. */
export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader />
      <main id="main" tabIndex={-1} className="grow pt-16">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
