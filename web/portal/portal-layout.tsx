import type { ReactNode } from 'react';
import { brand } from '../site/brand.ts';
import { BrandMark } from '../ui/layout/brand-mark.tsx';
import { ThemeToggle } from '../ui/layout/theme-toggle.tsx';
import { PortalBackLink } from './portal-back-link.tsx';
import { Link } from './routing/link.tsx';

interface PortalLayoutProps {
  /** Undefined when the address has no valid company id. */
  companyId: string | undefined;
  children: ReactNode;
}

/** The layout of a portal: a small header, because the portal is about the client's company. */
export function PortalLayout({ companyId, children }: PortalLayoutProps) {
  return (
    <>
      <header data-print="hide" className="border-b border-line">
        <div className="page-wide flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 py-1 sm:min-h-16">
          <Link
            to="/"
            aria-label={`${brand().name}, home`}
            className="mr-auto inline-flex min-h-11 items-center rounded-control"
          >
            <BrandMark isCompact />
          </Link>
          {/* The toggle comes last, so that it does not move when the link appears. */}
          {companyId !== undefined && <PortalBackLink companyId={companyId} />}
          <ThemeToggle />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
