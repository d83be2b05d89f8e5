import { ArrowLeft } from 'lucide-react';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { readPortalView, writePortalView } from '../../../../contract/stats/view.ts';
import { DataProvider } from '../../../api/data-provider.tsx';
import { pageMeta } from '../../../ui/layout/page-meta.ts';
import { useTitle } from '../../../ui/layout/use-title.ts';
import { CompanyLoader } from '../../company-loader.tsx';
import { PortalLayout } from '../../portal-layout.tsx';
import { LinkButton } from '../../routing/link.tsx';
import { useSearchParams } from '../../routing/routing.ts';
import { useCompanyId } from '../../routing/use-company-id.ts';
import { useLivePortal } from '../../use-live-portal.ts';
import { OrderLoader } from './order-loader.tsx';

export const meta = () =>
  pageMeta({
    title: 'Order',
    description: 'One order of a company: its amount, refunds, visit and history.',
    hidden: true,
  });

export default function OrderScreen() {
  const companyId = useCompanyId();
  return (
    <DataProvider>
      <PortalLayout companyId={companyId}>
        <CompanyLoader failure="Failed to load company data">
          {(company) => <CompanyOrder key={company.id} company={company} />}
        </CompanyLoader>
      </PortalLayout>
    </DataProvider>
  );
}

function CompanyOrder({ company }: { company: PortalCompany }) {
  const [address] = useSearchParams();
  useLivePortal(company.id, { timeZone: company.timeZone });
  const orderId = address.get('id') ?? '';
  useTitle(orderId === '' ? company.name : `Order ${orderId}`);
  const { period } = company.display;
  const view = writePortalView(readPortalView(address, period), new URLSearchParams(), period).toString();

  return (
    <div className="page-wide pt-6 pb-16 lg:pt-8">
      <LinkButton
        to={`/company-portal/${company.id}${view === '' ? '' : `?${view}`}`}
        shape="quiet"
        size="small"
        className="-ml-3.5 min-h-11 max-w-full"
      >
        <ArrowLeft className="size-4 shrink-0" strokeWidth={1.5} aria-hidden="true" />
        <span className="min-w-0 truncate">Portal of {company.name}</span>
      </LinkButton>
      <OrderLoader key={orderId} company={company} orderId={orderId} />
    </div>
  );
}
