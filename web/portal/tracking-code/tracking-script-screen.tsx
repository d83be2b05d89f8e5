import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PortalCompany } from '../../../contract/companies.ts';
import { DataProvider } from '../../api/data-provider.tsx';
import { trackingScriptQuery } from '../../api/tracking.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteFrame } from '../../ui/layout/site-layout.tsx';
import { CompanyGate } from '../company-gate.tsx';
import { TrackingView } from './tracking-view.tsx';

const failure = 'Failed to load company information';

export const meta = () =>
  pageMeta({
    title: 'Analytics Tracking Code',
    description: 'The script that makes the figures of a site live, and how to install it.',
    hidden: true,
  });

export default function TrackingScriptScreen() {
  return (
    <DataProvider>
      <SiteFrame>
        <CompanyGate failure={failure}>
          {(company) => <LoadedScript key={company.id} company={company} />}
        </CompanyGate>
      </SiteFrame>
    </DataProvider>
  );
}

function LoadedScript({ company }: { company: PortalCompany }) {
  const { data, isError, error, refetch, isFetching } = useQuery(trackingScriptQuery(company.id));
  const isFailed = isError && !data;

  useEffect(() => {
    if (isFailed) toast.error(failure);
  }, [isFailed]);

  if (data) return <TrackingView company={company} script={data} />;
  if (!isFailed) return <Spinner />;
  return (
    <Notice
      title="The tracking code could not be loaded"
      actions={
        <Button busy={isFetching} onClick={() => refetch()}>
          {isFetching ? 'Trying...' : 'Try again'}
        </Button>
      }
    >
      <p>{error.message}</p>
    </Notice>
  );
}
