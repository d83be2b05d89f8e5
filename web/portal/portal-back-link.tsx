import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, LayoutGrid } from 'lucide-react';
import { companyQuery } from './api/portal.ts';
import { LinkButton } from './routing/link.tsx';

/** Back to the dashboard for administrators, to the list of portals for viewers. Empty until the company is loaded. */
export function PortalBackLink({ companyId }: { companyId: string }) {
  const { data } = useQuery({ ...companyQuery(companyId), enabled: false });
  return (
    <div className="flex min-h-11 items-center">
      {data?.viewedAs === 'admin' && (
        <LinkButton to="/admin" shape="secondary" size="small">
          <ArrowLeft className="size-4" strokeWidth={1.5} aria-hidden="true" />
          Back to Dashboard
        </LinkButton>
      )}
      {data?.viewedAs === 'viewer' && (
        <LinkButton to="/company-access" shape="secondary" size="small">
          <LayoutGrid className="size-4" strokeWidth={1.5} aria-hidden="true" />
          Your portals
        </LinkButton>
      )}
    </div>
  );
}
