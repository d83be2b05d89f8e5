import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { readPortalView } from '../../../../contract/stats/view.ts';
import { DataProvider } from '../../../api/data-provider.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { pageMeta } from '../../../ui/layout/page-meta.ts';
import { usePortalTitle } from '../../brand/portal-brand.tsx';
import { CompanyLoader } from '../../company-loader.tsx';
import { PortalLayout } from '../../portal-layout.tsx';
import { hasRight } from '../../portal-rights.ts';
import { LinkButton } from '../../routing/link.tsx';
import { useSearchParams } from '../../routing/routing.ts';
import { useCompanyId } from '../../routing/use-company-id.ts';
import { useLivePortal } from '../../use-live-portal.ts';
import { toOrdersAddress, toPortalAddress } from './order-address.ts';
import { OrderLinks } from './order-links.tsx';
import { OrderLoader } from './order-page/order-loader.tsx';
import { OrdersPage } from './orders-page.tsx';

export const meta = () =>
  pageMeta({
    title: 'Orders',
    description: 'The orders of a company: their amounts, refunds, visits and history.',
    hidden: true,
  });

export default function OrderScreen() {
  const companyId = useCompanyId();
  return (
    <DataProvider>
      <PortalLayout companyId={companyId}>
        <CompanyLoader failure="Failed to load company data">
          {(company) => <CompanyOrders key={company.id} company={company} />}
        </CompanyLoader>
      </PortalLayout>
    </DataProvider>
  );
}

/** All orders, or the order in the address. */
function CompanyOrders({ company }: { company: PortalCompany }) {
  const [address] = useSearchParams();
  const orderId = address.get('id');
  if (!hasRight(company, 'orders')) return <OrdersNotIncluded company={company} />;
  return orderId === null ? (
    <OrdersPage company={company} />
  ) : (
    <CompanyOrder company={company} orderId={orderId} />
  );
}

function OrdersNotIncluded({ company }: { company: PortalCompany }) {
  const [address] = useSearchParams();
  const view = readPortalView(address, company.display.period);
  return (
    <Notice
      title="Your access does not include orders"
      actions={<LinkButton to={toPortalAddress(company, view)}>Portal of {company.name}</LinkButton>}
    >
      <p>Ask your account administrator if you need to see them.</p>
    </Notice>
  );
}

function CompanyOrder({ company, orderId }: { company: PortalCompany; orderId: string }) {
  const [address] = useSearchParams();
  useLivePortal(company.id, { timeZone: company.timeZone });
  usePortalTitle(company, orderId === '' ? company.name : `Order ${orderId}`);
  const view = readPortalView(address, company.display.period);

  return (
    <div className="page-wide pt-6 pb-16 lg:pt-8">
      <OrderLinks
        name={company.name}
        portal={hasRight(company, 'dashboard') ? toPortalAddress(company, view) : undefined}
        orders={toOrdersAddress(company, view)}
      />
      <OrderLoader key={orderId} company={company} orderId={orderId} />
    </div>
  );
}
