import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { purchasesQuery as ordersFilterShape, purchaseStates } from '../../../contract/public/purchases.ts';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { type OrdersFilter, ordersExportUrl, ordersQuery } from '../api/orders.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ExportLink } from '../components/export-link.tsx';
import { SegmentedControl } from '../components/segmented-control.tsx';
import { ShowOlderButton } from '../components/show-older-button.tsx';
import { useOpenParam } from '../components/use-open-param.ts';
import { CreateOrderPortal } from './create-order-portal.tsx';
import { stateLabels } from './order-labels.ts';
import { OrderTotals } from './order-totals.tsx';
import { OrdersTable } from './orders-table.tsx';

const stateOptions = [
  { value: '', label: 'All' },
  ...purchaseStates.map((state) => ({ value: state, label: stateLabels[state] })),
];

export function OrdersView() {
  const [search, setSearch] = useSearchParams();
  const state = ordersFilterShape.shape.state.catch(undefined).parse(search.get('state') ?? undefined);
  const filter: OrdersFilter = state ? { state } : {};
  const list = useInfiniteQuery({ ...ordersQuery(filter), placeholderData: keepPreviousData });
  const openOrder = useOpenParam('portal');

  const orders = list.data?.pages.flatMap((page) => page.orders);
  const order = orders?.find(({ id, companyId }) => id === openOrder.value && companyId === null);

  return (
    <>
      <PageTitle title="Orders" note="What was bought on the site, newest first.">
        <ExportLink address={ordersExportUrl(filter)} />
      </PageTitle>
      <div className="mt-5 grid grid-cols-1 gap-5">
        {list.data?.pages[0] && <OrderTotals {...list.data.pages[0]} />}
        <SegmentedControl
          legend="State"
          name="state"
          value={state ?? ''}
          onChange={(value) =>
            setSearch(value ? { state: value } : {}, { replace: true, preventScrollReset: true })
          }
          options={stateOptions}
        />
        {!orders && list.error && <LoadFailed title="Failed to load orders" query={list} />}
        {!orders && !list.error && <Spinner />}
        {orders?.length === 0 && (state ? <NoOrdersInState /> : <NoOrders />)}
        {orders && orders.length > 0 && (
          <div
            className="grid grid-cols-1 gap-5 transition-opacity data-[stale=true]:opacity-50"
            data-stale={list.isPlaceholderData}
          >
            <OrdersTable orders={orders} onCreatePortal={openOrder.open} />
            <ShowOlderButton {...list} />
          </div>
        )}
      </div>
      {order && <CreateOrderPortal key={order.id} order={order} onClose={openOrder.close} />}
    </>
  );
}

function NoOrdersInState() {
  return (
    <EmptyState title="No matching orders">
      <p>No order is in this state.</p>
    </EmptyState>
  );
}

function NoOrders() {
  return (
    <EmptyState
      title="No orders yet"
      action={
        <LinkButton to="/products" shape="secondary">
          See the products page
        </LinkButton>
      }
    >
      <p>
        A purchase appears here when its checkout starts, and is marked as paid when the payment provider
        confirms it. You can then create the customer's portal from the order.
      </p>
    </EmptyState>
  );
}
