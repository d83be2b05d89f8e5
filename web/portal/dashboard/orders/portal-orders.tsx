import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { formatCount } from '../../../figures/format.ts';
import { hasFailed } from '../../../ui/feedback/load-failed.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { portalOrdersQuery } from '../../api/portal-orders.ts';
import { hasRight } from '../../portal-rights.ts';
import { LinkButton } from '../../routing/link.tsx';
import { PartFailed } from '../view/part-failed.tsx';
import { usePortal } from '../view/use-portal.ts';
import { toOrdersAddress } from './order-address.ts';
import { OrdersDownload } from './orders-download.tsx';
import { OrdersEmpty, OrdersSkeleton } from './orders-state.tsx';
import { OrdersTable } from './orders-table.tsx';

const shownOrders = 5;

/** The newest orders behind the revenue of the view. All of them are on their own page. */
export function PortalOrders() {
  const { company, view } = usePortal();
  const id = useId();
  const answer = useQuery(portalOrdersQuery(company.id, view, { search: '', limit: shownOrders, page: 1 }));
  const { data } = answer;
  const rowCount = data?.rowCount ?? 0;

  return (
    <Panel labelledBy={id} className="min-w-0 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={id} className="text-title">
            Orders
          </h2>
          <p role="status" className="mt-0.5 text-note text-soft">
            {rowCount > shownOrders
              ? `The newest ${formatCount(shownOrders)} of ${formatCount(rowCount)}`
              : hasRight(company, 'money')
                ? 'The orders behind the revenue'
                : 'The orders of the period'}
          </p>
        </div>
        <OrdersDownload search="" />
      </div>

      <div
        aria-busy={answer.isPlaceholderData}
        data-stale={answer.isPlaceholderData}
        className="mt-5 transition-opacity data-[stale=true]:opacity-85"
      >
        {!data && !hasFailed(answer) && <OrdersSkeleton rows={shownOrders} />}
        {!data && hasFailed(answer) && <PartFailed what="orders" query={answer} />}
        {data && rowCount === 0 && <OrdersEmpty search="" />}
        {data && rowCount > 0 && (
          <>
            <OrdersTable answer={data} />
            <div className="mt-4">
              <LinkButton to={toOrdersAddress(company, view)} shape="secondary">
                All orders
                <ArrowRight className="size-4" strokeWidth={1.5} aria-hidden="true" />
              </LinkButton>
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}
