import { Link } from 'react-router';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { classNames } from '../../../ui/class-names.ts';
import { AccessKey } from '../../companies/access-key.tsx';

/** The name, which leads to the portal, and the domain. */
export function CompanyName({ company, className }: { company: AdminCompany; className?: string }) {
  return (
    <div className={classNames('min-w-0', className)}>
      <Link
        to={`/company-portal/${company.id}`}
        aria-label={`Portal of ${company.name}`}
        className="inline-block leading-snug font-medium break-words underline decoration-transparent underline-offset-4 transition-colors hover:text-live hover:decoration-live"
      >
        {company.name}
      </Link>
      <span
        title={company.displayDomain}
        className="block truncate font-mono text-note text-soft in-[table]:max-w-40 xl:in-[table]:max-w-52"
      >
        {company.displayDomain}
      </span>
    </div>
  );
}

const link =
  'inline-flex min-h-9 max-lg:min-h-11 items-center whitespace-nowrap in-[table]:min-h-7 text-soft underline decoration-line underline-offset-4 hover:text-live hover:decoration-live';

/** The links to the tracking code and the settings, and the access key. */
export function CompanyActions({ company }: { company: AdminCompany }) {
  return (
    <div className="flex flex-wrap gap-x-6 text-[0.9375rem] in-[table]:-mt-px in-[table]:-mb-1 in-[table]:block in-[table]:text-note">
      <div className="flex gap-x-6 in-[table]:gap-x-5">
        <Link to={`/tracking-script/${company.id}`} className={link}>
          Tracking code<span className="sr-only"> of {company.name}</span>
        </Link>
        <Link to={`/admin/companies/${company.id}`} className={link}>
          Settings<span className="sr-only"> of {company.name}</span>
        </Link>
      </div>
      <AccessKey accessKey={company.access_key} company={company.name} />
    </div>
  );
}
