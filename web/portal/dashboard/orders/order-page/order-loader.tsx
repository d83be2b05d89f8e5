import { useQuery } from '@tanstack/react-query';
import type { PortalCompany } from '../../../../../contract/company/companies.ts';
import { isNotFound } from '../../../../api/client.ts';
import { hasFailed, LoadFailed } from '../../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../../ui/feedback/spinner.tsx';
import { orderPageQuery } from '../../../api/portal-orders.ts';
import { OrderView } from './order-view.tsx';

interface OrderLoaderProps {
  company: PortalCompany;
  /** Text from the address; empty if it has none. */
  orderId: string;
}

export function OrderLoader({ company, orderId }: OrderLoaderProps) {
  const answer = useQuery({ ...orderPageQuery(company.id, orderId), enabled: orderId !== '' });
  if (orderId === '' || isNotFound(answer.error)) return <OrderMissing orderId={orderId} />;
  if (answer.data) return <OrderView company={company} page={answer.data} />;
  if (!hasFailed(answer)) return <Spinner />;
  return (
    <div className="mt-8">
      <LoadFailed title="The order could not be loaded" query={answer} />
    </div>
  );
}

function OrderMissing({ orderId }: { orderId: string }) {
  return (
    <div className="mt-8 max-w-[62ch] border-l-2 border-live-dot pl-6 sm:pl-10">
      <h1 className="text-heading">This order is not stored</h1>
      <p className="mt-3 text-soft wrap-anywhere">
        {orderId === '' ? (
          'The address names no order.'
        ) : (
          <>
            No order of this company has the id “<bdi>{orderId}</bdi>”.
          </>
        )}{' '}
        Search for it among all orders, in another period.
      </p>
    </div>
  );
}
