import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BrandMark } from '../ui/brand-mark.tsx';
import { LinkButton } from '../ui/button.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';

/** The portal belongs to the client: our name stays small and out of the way. */
export function PortalFrame({ children }: { children: ReactNode }) {
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
          <ThemeToggle />
          <LinkButton to="/admin" shape="secondary" size="small">
            <ArrowLeft className="size-4" strokeWidth={1.5} aria-hidden="true" />
            Back to Dashboard
          </LinkButton>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
