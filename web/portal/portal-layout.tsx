import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { brand } from '../site/brand.ts';
import { siteSettings } from '../site/site-settings.ts';
import { classNames } from '../ui/class-names.ts';
import { ThemeToggle } from '../ui/layout/theme-toggle.tsx';
import { companyQuery } from './api/portal.ts';
import { brandOf, PortalMark, PortalTheme } from './brand/portal-brand.tsx';
import { PortalBackLink } from './portal-back-link.tsx';
import { Link } from './routing/link.tsx';

interface PortalLayoutProps {
  /** Undefined when the address has no valid company id. */
  companyId: string | undefined;
  children: ReactNode;
}

/** The layout of a portal: a small header, because the portal is about the client's company. */
export function PortalLayout({ companyId, children }: PortalLayoutProps) {
  const { data: company, isPending } = useQuery({ ...companyQuery(companyId ?? ''), enabled: false });
  const own = brandOf(company);
  const { logo, isRenamed = false } = siteSettings();
  const isLongMark = own?.isOwn === true || isRenamed || logo !== undefined;
  // A client's portal never shows the agency first.
  const isKnown = companyId === undefined || !isPending;
  return (
    <>
      <PortalTheme company={company} />
      <header data-print="hide" className="border-b border-line">
        <div className="page-wide flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 py-1 sm:min-h-16">
          <div className={classNames('flex min-h-11 min-w-0 flex-1', isLongMark ? 'basis-28' : 'basis-8')}>
            {isKnown && (
              <Link
                to={own?.isOwn ? `/company-portal/${companyId}` : '/'}
                aria-label={own?.isOwn ? `${own.logo?.label ?? own.name}, portal` : `${brand().name}, home`}
                className="inline-flex min-h-11 min-w-0 items-center rounded-control"
              >
                <PortalMark company={company} />
              </Link>
            )}
          </div>
          {/* The toggle comes last, so that it does not move when the link appears. */}
          {companyId !== undefined && <PortalBackLink companyId={companyId} isCompact={isLongMark} />}
          <ThemeToggle />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
