import type { PortalCompany } from '../../../contract/company/companies.ts';
import { DataProvider } from '../../api/data-provider.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { CompanyLoader } from '../company-loader.tsx';
import { PortalLayout } from '../portal-layout.tsx';
import { hasRight } from '../portal-rights.ts';
import { useCompanyId } from '../routing/use-company-id.ts';
import { PortalView } from './view/portal-view.tsx';
import { toFailedQuery, useLoaded } from './view/use-loaded.ts';

const loadOrders = () => import('./orders/orders-page.tsx').then((file) => file.OrdersPage);

/** The portal of a reader who sees orders and nothing else. */
function LoadedOrders({ company }: { company: PortalCompany }) {
  const { loaded, retry } = useLoaded(loadOrders);
  if (loaded === 'loading') return <Spinner />;
  if (loaded === 'failed')
    return <LoadFailed title="The orders could not be loaded" query={toFailedQuery(retry)} />;
  return <loaded.Component company={company} />;
}

export const meta = () =>
  pageMeta({
    title: 'Company portal',
    description: 'Live visitors, revenue, orders and conversion of one company.',
    hidden: true,
  });

export default function CompanyPortalScreen() {
  const companyId = useCompanyId();
  return (
    <DataProvider>
      <PortalLayout companyId={companyId}>
        <CompanyLoader failure="Failed to load company data">
          {(company) =>
            hasRight(company, 'dashboard') ? (
              <PortalView key={company.id} company={company} />
            ) : (
              <LoadedOrders key={company.id} company={company} />
            )
          }
        </CompanyLoader>
      </PortalLayout>
    </DataProvider>
  );
}
