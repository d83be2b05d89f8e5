import { useQuery } from '@tanstack/react-query';
import type { PortalCompany } from '../../../contract/company/companies.ts';
import { DataProvider } from '../../api/data-provider.tsx';
import { PageLoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { trackingScriptQuery } from '../api/tracking.ts';
import { CompanyLoader } from '../company-loader.tsx';
import { ReactRouterBridge } from '../routing/react-router-bridge.tsx';
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
      <ReactRouterBridge>
        <SiteLayout>
          <CompanyLoader failure={failure}>
            {(company) => <TrackingScriptLoader key={company.id} company={company} />}
          </CompanyLoader>
        </SiteLayout>
      </ReactRouterBridge>
    </DataProvider>
  );
}

function TrackingScriptLoader({ company }: { company: PortalCompany }) {
  const query = useQuery(trackingScriptQuery(company.id));

  if (query.data) return <TrackingView company={company} script={query.data} />;
  if (!query.error) return <Spinner />;
  return <PageLoadFailed title="The tracking code could not be loaded" toastText={failure} query={query} />;
}
