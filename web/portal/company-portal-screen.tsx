import { DataProvider } from '../api/data-provider.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { Spinner } from '../ui/spinner.tsx';
import { CompanyGate } from './company-gate.tsx';
import { PortalView } from './portal-view.tsx';

export const meta = () =>
  pageMeta({
    title: 'Company portal',
    description: 'Live visitors, revenue, orders and conversion of one company.',
    hidden: true,
  });

export default function CompanyPortalScreen() {
  return (
    <DataProvider>
      <CompanyGate loading={<Spinner />} failure="Failed to load company data">
        {(company) => <PortalView key={company.id} company={company} />}
      </CompanyGate>
    </DataProvider>
  );
}
