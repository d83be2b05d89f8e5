import { usePrefetchQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { companyId as companyIdShape } from '../../../contract/companies.ts';
import { DataProvider } from '../../api/data-provider.tsx';
import { analyticsQuery } from '../../api/portal.ts';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { CompanyGate } from '../company-gate.tsx';
import { PortalFrame } from '../portal-layout.tsx';
import { PortalView } from './portal-view.tsx';
import { readRange } from './ranges.ts';

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
      <PortalFrame companyId={companyId}>
        {companyId !== undefined && <FiguresAhead companyId={companyId} />}
        <CompanyGate failure="Failed to load company data">
          {(company) => <PortalView key={company.id} company={company} />}
        </CompanyGate>
      </PortalFrame>
    </DataProvider>
  );
}

/** Asks for the figures beside the company, not after it: on a slow line every question takes long. */
function FiguresAhead({ companyId }: { companyId: string }) {
  const [search] = useSearchParams();
  usePrefetchQuery(analyticsQuery(companyId, readRange(search)));
  return null;
}
