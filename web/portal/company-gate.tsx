import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import type { PortalCompany } from '../../contract/companies.ts';
import { companyId as companyIdShape } from '../../contract/companies.ts';
import { isNotFound } from '../api/client.ts';
import { companyQuery } from '../api/portal.ts';
import { LinkButton } from '../ui/button.tsx';
import { PageLoadFailed } from '../ui/feedback/load-failed.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { Spinner } from '../ui/feedback/spinner.tsx';
import { rememberedName, rememberPortal } from './remembered-portals.ts';

interface CompanyGateProps {
  /** What a toast says when the company cannot be loaded. */
  failure: string;
  children: (company: PortalCompany) => ReactNode;
}

/** Loads the company of the address and shows the page only to whom the server shows the company. */
export function CompanyGate(props: CompanyGateProps) {
  const parsed = companyIdShape.safeParse(useParams().companyId);
  return parsed.success ? <LoadedGate companyId={parsed.data} {...props} /> : <CompanyMissing />;
}

function LoadedGate({ companyId, failure, children }: CompanyGateProps & { companyId: string }) {
  const { data, error, refetch, isFetching } = useQuery(companyQuery(companyId));
  const isGone = isNotFound(error);

  useEffect(() => {
    if (data) rememberPortal(companyId, data.name);
  }, [companyId, data]);

  if (isGone) {
    // A tab that showed the portal knows its name, also where the browser was signed out in another tab.
    const name = data?.name ?? rememberedName(companyId);
    return name === undefined ? (
      <CompanyMissing />
    ) : (
      <Navigate to="/company-access" replace state={{ ended: name }} />
    );
  }
  if (data) return children(data);
  if (error === null) return <Spinner />;
  return <PageLoadFailed toastText={failure} message={error.message} isBusy={isFetching} onRetry={refetch} />;
}

function CompanyMissing() {
  return (
    <Notice
      title="Company Not Found"
      actions={
        <>
          <LinkButton to="/admin">Back to Dashboard</LinkButton>
          <LinkButton to="/company-access" shape="secondary">
            Enter access key
          </LinkButton>
        </>
      }
    >
      <p>The requested company portal does not exist</p>
    </Notice>
  );
}
