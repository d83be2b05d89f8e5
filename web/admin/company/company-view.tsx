import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import type { AdminCompany } from '../../../contract/company/companies.ts';
import { Timestamp } from '../../signed-in/timestamp.tsx';
import { usePermission } from '../../signed-in/use-permission.ts';
import { buttonClasses, LinkButton } from '../../ui/button.tsx';
import { useTitle } from '../../ui/layout/use-title.ts';
import { SetupLink } from '../components/setup-link.tsx';
import { AccessSection } from './access/access-section.tsx';
import { AlertsSection } from './alerts/alerts-section.tsx';
import { CompanyDomain } from './company-domain.tsx';
import { CompanyOpenings } from './company-openings.tsx';
import { DeleteCompany } from './delete-company.tsx';
import { EditCompany } from './edit-company.tsx';
import { GroupsSection } from './groups/groups-section.tsx';
import { ReplaceKey } from './replace-key.tsx';
import { ReportsSection } from './reports/reports-section.tsx';
import { SharesSection } from './shares/shares-section.tsx';
import { CompanyTokens } from './tokens/company-tokens.tsx';
import { useSectionOfAddress } from './use-section-of-address.ts';

const sections = [
  ['site', 'Site'],
  ['portal', 'What the client sees'],
  ['brand', 'Brand of the portal'],
  ['counting', 'Counting'],
  ['money', 'Money'],
  ['groups', 'Groups'],
  ['access-key', 'Access key'],
  ['access', 'Access'],
  ['shares', 'Share links'],
  ['reports', 'Reports'],
  ['alerts', 'Alerts'],
  ['openings', 'Openings'],
  ['address', 'Own address'],
  ['tokens', 'Tokens'],
  ['delete', 'Delete'],
] as const;

/** The settings of a company: what is saved together first, then its key, and last what cannot be undone. */
export function CompanyView({ company }: { company: AdminCompany }) {
  useTitle(company.name);
  useSectionOfAddress();
  const mayDelete = usePermission('company-deletion');
  const shown = sections.filter(([id]) => id !== 'delete' || mayDelete);
  return (
    <>
      <Link
        to="/admin"
        className="-ml-1 inline-flex min-h-11 items-center gap-1.5 px-1 text-[0.9375rem] text-soft hover:text-live"
      >
        <ArrowLeft className="size-4" strokeWidth={1.5} aria-hidden="true" />
        All companies
      </Link>
      <div className="mt-1 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-heading break-words">{company.name}</h1>
          <p className="mt-1 text-[0.9375rem] text-soft">
            <span className="font-mono text-note break-all">{company.displayDomain}</span> · created{' '}
            <Timestamp at={company.created_at} />
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <SetupLink company={company} className={buttonClasses({ size: 'small' })} />
          <LinkButton to={`/company-portal/${company.id}`} shape="secondary" size="small">
            Portal
          </LinkButton>
          <LinkButton to={`/tracking-script/${company.id}`} shape="secondary" size="small">
            Tracking code
          </LinkButton>
        </div>
      </div>
      <div className="mt-8 grid grid-cols-1 gap-x-16 lg:grid-cols-[13rem_minmax(0,44rem)]">
        <nav aria-label="Settings" className="max-lg:hidden">
          <ul className="sticky top-6">
            {shown.map(([id, title]) => (
              <li key={id}>
                <Link
                  to={`#${id}`}
                  replace
                  className="flex min-h-10 items-center border-l border-line pl-4 text-[0.9375rem] text-soft hover:border-live-dot hover:text-ink"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          <EditCompany company={company} />
          <GroupsSection company={company} />
          <ReplaceKey company={company} />
          <AccessSection company={company} />
          <SharesSection company={company} />
          <ReportsSection company={company} />
          <AlertsSection company={company} />
          <CompanyOpenings companyId={company.id} />
          <CompanyDomain companyId={company.id} />
          <CompanyTokens company={company} />
          {mayDelete && <DeleteCompany company={company} />}
        </div>
      </div>
    </>
  );
}
