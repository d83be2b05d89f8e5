import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import type { PortalCompany } from '../../contract/companies.ts';
import { companyId as companyIdShape } from '../../contract/companies.ts';
import { isNotFound } from '../api/client.ts';
import { companyQuery } from '../api/portal.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { Spinner } from '../ui/feedback/spinner.tsx';
import { toast } from '../ui/feedback/toast.ts';
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
  const isFailed = error !== null && !isGone && !data;

  useEffect(() => {
    if (data) rememberPortal(companyId, data.name);
  }, [companyId, data]);

  useEffect(() => {
    if (isFailed) toast.error(failure);
  }, [isFailed, failure]);

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
  if (isFailed) return <CompanyFailed message={error.message} isBusy={isFetching} onRetry={refetch} />;
  return <Spinner />;
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

interface CompanyFailedProps {
  message: string;
  isBusy: boolean;
  onRetry: () => unknown;
}

function CompanyFailed({ message, isBusy, onRetry }: CompanyFailedProps) {
  return (
    <Notice
      title="This page could not be loaded"
      actions={
        <Button busy={isBusy} onClick={() => onRetry()}>
          {isBusy ? 'Trying...' : 'Try again'}
        </Button>
      }
    >
      <p>{message}</p>
    </Notice>
  );
}
