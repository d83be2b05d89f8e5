import { DataProvider } from '../../api/data-provider.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { CompanyLoader } from '../company-loader.tsx';
import { PortalLayout } from '../portal-layout.tsx';
import { useCompanyId } from '../routing/use-company-id.ts';
import { PortalView } from './view/portal-view.tsx';

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
          {(company) => <PortalView key={company.id} company={company} />}
        </CompanyLoader>
      </PortalLayout>
    </DataProvider>
  );
}
