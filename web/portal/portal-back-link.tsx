import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, LayoutGrid } from 'lucide-react';
import { companyQuery } from './api/portal.ts';
import { LinkButton } from './routing/link.tsx';

interface PortalBackLinkProps {
  companyId: string;
  /** Without its text on phones, next to a long name or a wide logo. */
  isCompact: boolean;
}

/** Back to the dashboard for administrators, to the list of portals for viewers. Empty until the company is loaded. */
export function PortalBackLink({ companyId, isCompact }: PortalBackLinkProps) {
  const text = isCompact ? 'max-sm:sr-only' : undefined;
  const { data } = useQuery({ ...companyQuery(companyId), enabled: false });
  return (
    <div className="flex min-h-11 items-center">
      {data?.viewedAs === 'admin' && (
        <LinkButton to="/admin" shape="secondary" size="small">
          <ArrowLeft className="size-4" strokeWidth={1.5} aria-hidden="true" />
          <span className={text}>Back to Dashboard</span>
        </LinkButton>
      )}
      {data?.viewedAs === 'viewer' && (
        <LinkButton to="/company-access" shape="secondary" size="small">
          <LayoutGrid className="size-4" strokeWidth={1.5} aria-hidden="true" />
          <span className={text}>Your portals</span>
        </LinkButton>
      )}
    </div>
  );
}
