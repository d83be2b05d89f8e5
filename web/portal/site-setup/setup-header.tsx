import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { PortalCompany } from '../../../contract/company/companies.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useTitle } from '../../ui/layout/use-title.ts';

const tab =
  'relative inline-flex min-h-12 items-center px-3 whitespace-nowrap text-soft transition-colors hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink ' +
  'after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:origin-left after:scale-x-0 after:bg-live-dot after:transition-transform after:duration-200 aria-[current=page]:after:scale-x-100';

const pages = [
  { path: '', label: 'Paste the code' },
  { path: '/shop', label: 'Server and shop' },
  { path: '/received', label: 'What was received' },
] as const;

/** Above each tracking page: the others, and where else one goes from here. */
export function SetupHeader({ company }: { company: PortalCompany }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1 border-b border-line">
      <nav
        aria-label="Tracking"
        className="-mx-[var(--gutter)] overflow-x-auto px-[var(--gutter)] [scrollbar-width:none] max-sm:order-last max-sm:w-[calc(100%+2*var(--gutter))]"
      >
        <ul className="-mx-3 flex">
          {pages.map(({ path, label }) => (
            <li key={path}>
              <NavLink to={`/tracking-script/${company.id}${path}`} end className={tab}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-wrap gap-3 pb-1.5">
        <LinkButton
          to={`/company-portal/${company.id}`}
          shape="secondary"
          size="small"
          className="max-sm:min-h-11"
        >
          Portal
        </LinkButton>
        {company.viewedAs === 'admin' && (
          <LinkButton
            to={`/admin/companies/${company.id}`}
            shape="secondary"
            size="small"
            className="max-sm:min-h-11"
          >
            Settings
          </LinkButton>
        )}
      </div>
    </div>
  );
}

interface SetupTitleProps {
  title: string;
  company: PortalCompany;
  children: ReactNode;
}

export function SetupTitle({ title, company, children }: SetupTitleProps) {
  useTitle(title);
  return (
    <div className="mt-8">
      <h1 className="text-heading">{title}</h1>
      <p className="mt-2 text-lead break-words text-soft">{company.name}</p>
      <p className="mt-3 max-w-[66ch] text-soft">{children}</p>
    </div>
  );
}
