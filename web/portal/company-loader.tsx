import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { PortalCompany } from '../../contract/company/companies.ts';
import { isNotFound } from '../api/client.ts';
import { removeKeptAnswers, removeKeptAnswersOfOthers } from '../api/kept-answers.ts';
import { hasFailed, PageLoadFailed } from '../ui/feedback/load-failed.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { Spinner } from '../ui/feedback/spinner.tsx';
import { companyQuery } from './api/portal.ts';
import { toAccessName } from './portal-rights.ts';
import { LinkButton } from './routing/link.tsx';
import { useRouting } from './routing/routing.ts';
import { useCompanyId } from './routing/use-company-id.ts';
import { carryEndedName, findPortalName, storePortalName } from './stored-portal-names.ts';

interface CompanyLoaderProps {
  /** The toast shown when the company cannot be loaded. */
  failure: string;
  children: (company: PortalCompany) => ReactNode;
}

/** Loads the company in the address and draws the page with it, or a notice when it is missing or not allowed. */
export function CompanyLoader(props: CompanyLoaderProps) {
  const companyId = useCompanyId();
  return companyId !== undefined ? <LoadedCompany companyId={companyId} {...props} /> : <CompanyMissing />;
}

function LoadedCompany({ companyId, failure, children }: CompanyLoaderProps & { companyId: string }) {
  const query = useQuery(companyQuery(companyId));
  const { data, error } = query;
  const isGone = isNotFound(error);

  useEffect(() => {
    if (!data) return;
    storePortalName(companyId, data.name);
    removeKeptAnswersOfOthers(companyId, toAccessName(data));
  }, [companyId, data]);

  if (isGone) {
    // The name is known if this tab showed the portal, even when another tab signed out of it.
    const name = data?.name ?? findPortalName(companyId);
    return name === undefined ? <CompanyMissing /> : <AccessEnded companyId={companyId} name={name} />;
  }
  if (data) return children(data);
  if (!hasFailed(query)) return <Spinner />;
  return <PageLoadFailed toastText={failure} query={query} />;
}

function AccessEnded({ companyId, name }: { companyId: string; name: string }) {
  const { navigate } = useRouting();
  useEffect(() => {
    carryEndedName(companyId, name);
    removeKeptAnswers(companyId);
    navigate(`/company-access?ended=${companyId}`, { replace: true });
  }, [companyId, name, navigate]);
  return null;
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
