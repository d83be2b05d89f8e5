import { Link } from 'react-router';
import type { AdminCompany } from '../../../contract/company/companies.ts';

interface SetupLinkProps {
  company: Pick<AdminCompany, 'id' | 'name' | 'setup'>;
  className: string;
}

/** Leads back to the path of a company that is not set up yet. Nothing for every other company. */
export function SetupLink({ company: { id, name, setup }, className }: SetupLinkProps) {
  if (!setup || setup.done >= setup.of) return null;
  const label = `Continue setup: ${setup.done} of ${setup.of}`;
  return (
    <Link to={`/admin/companies/${id}/setup`} aria-label={`${label}, ${name}`} className={className}>
      {label}
    </Link>
  );
}
