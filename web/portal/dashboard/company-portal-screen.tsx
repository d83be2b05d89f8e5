import { usePrefetchQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { companyId as companyIdShape } from '../../../contract/company/companies.ts';
import { readPortalView } from '../../../contract/stats/view.ts';
import { DataProvider } from '../../api/data-provider.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { companyQuery } from '../api/portal.ts';
import { summaryQuery } from '../api/stats.ts';
import { CompanyLoader } from '../company-loader.tsx';
import { PortalLayout } from '../portal-layout.tsx';
import { PortalView } from './view/portal-view.tsx';

export const meta = () =>
  pageMeta({
    title: 'Company portal',
    description: 'Live visitors, revenue, orders and conversion of one company.',
    hidden: true,
  });

export default function CompanyPortalScreen() {
  const { data: companyId } = companyIdShape.safeParse(useParams().companyId);
  return (
    <DataProvider>
      <PortalLayout companyId={companyId}>
        {companyId !== undefined && <SummaryPrefetch companyId={companyId} />}
        <CompanyLoader failure="Failed to load company data">
          {(company) => <PortalView key={company.id} company={company} />}
        </CompanyLoader>
      </PortalLayout>
    </DataProvider>
  );
}

/** Requests the numbers together with the company, not after it: on slow connections each round trip is long. */
function SummaryPrefetch({ companyId }: { companyId: string }) {
  const [search] = useSearchParams();
  const company = useQueryClient().getQueryData(companyQuery(companyId).queryKey);
  usePrefetchQuery(summaryQuery(companyId, readPortalView(search, company?.display.period)));
  return null;
}
