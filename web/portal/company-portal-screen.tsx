import { DataProvider } from '../api/data-provider.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { CompanyGate } from './company-gate.tsx';
import { PortalFrame } from './portal-frame.tsx';
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
      <PortalFrame>
        <CompanyGate failure="Failed to load company data">
          {(company) => <PortalView key={company.id} company={company} />}
        </CompanyGate>
      </PortalFrame>
    </DataProvider>
  );
}
