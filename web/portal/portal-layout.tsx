import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BrandMark } from '../ui/layout/brand-mark.tsx';
import { ThemeToggle } from '../ui/layout/theme-toggle.tsx';
import { PortalBackLink } from './portal-back-link.tsx';

interface PortalFrameProps {
  /** Undefined where the address names no company. */
  companyId: string | undefined;
  children: ReactNode;
}

/** The portal belongs to the client: our name stays small and out of the way. */
export function PortalLayout({ companyId, children }: PortalFrameProps) {
  return (
    <>
      <header className="border-b border-line">
        <div className="page-wide flex min-h-16 flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
          <Link
            to="/"
            aria-label="Northlight, home"
            className="mr-auto inline-flex min-h-11 items-center rounded-control"
          >
            <BrandMark isCompact />
          </Link>
          {/* At the end, so that it stays in place when the way out appears. */}
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
