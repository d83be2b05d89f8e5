import type { PortalCompany } from '../../../../../contract/company/companies.ts';
import type { OrderPage, PortalOrder } from '../../../../../contract/shop/portal-orders.ts';
import { formatExactMoney } from '../../../../figures/format.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { CorrectOrderButton } from '../../../correct-order.tsx';
import { Definition } from '../../cards/definition.tsx';
import { reportedNote, stateLabels, statusNotes } from '../order-labels.ts';
import { ProofMark } from '../proof-mark.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderParts } from './order-parts.tsx';
import { OrderRefunds } from './order-refunds.tsx';

interface OrderViewProps {
  company: PortalCompany;
  page: OrderPage;
}

/** Everything about one order. */
export function OrderView({ company, page }: OrderViewProps) {
  const { orderId, order, status, items, refunds, history } = page;
  const isUncounted = company.countsOnlyVerified && order?.isVerified === false;
  const note = status !== 'paid' ? statusNotes[status] : isUncounted ? reportedNote : undefined;
  const currency = order?.currency ?? history[0]?.currency ?? company.currency;
  const money = (amount: string) => formatExactMoney(amount, currency, company.currency);

  return (
    <>
      <h1 className={classNames('mt-4 wrap-anywhere', orderId.length > 40 ? 'text-title' : 'text-heading')}>
        Order <bdi dir="auto">{orderId}</bdi>
      </h1>
      {order && <OrderHead order={order} money={money} />}
      {note !== undefined && (
        <p className="mt-4 max-w-[62ch] rounded-control bg-warn-wash p-4 text-warn">{note}</p>
      )}

      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {order && <OrderFacts order={order} timeZone={company.timeZone} />}
          {order && <OrderParts order={order} money={money} />}
          <OrderItems items={items} money={money} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <OrderRefunds refunds={refunds} timeZone={company.timeZone} money={money} />
          <OrderHistory history={history} company={company} />
        </div>
      </div>

      {company.viewedAs === 'admin' && order && (
        <section aria-labelledby="remove-order" className="mt-12 border-t border-line pt-6">
          <h2 id="remove-order" className="text-title">
            Remove this order
          </h2>
          <p className="mt-1 mb-4 max-w-[66ch] text-soft">
            For orders that the shop does not have, such as a forged one. Every number follows.
          </p>
          <CorrectOrderButton
            companyId={company.id}
            orderId={orderId}
            amount={null}
            label="Remove this order"
            warning={`Order ${orderId} (${money(order.amount ?? '')}) will no longer count towards orders, revenue and conversion rate, including past values. If it is reported again, it appears under Order conflicts, where you can count it again.`}
            done={`Order ${orderId} removed`}
          />
        </section>
      )}
    </>
  );
}

function OrderHead({ order, money }: { order: PortalOrder; money: (amount: string) => string }) {
  return (
    <div className="mt-3 flex flex-wrap items-baseline gap-x-5 gap-y-2">
      {order.amount !== null && <p className="text-title font-medium tabular">{money(order.amount)}</p>}
      <p>
        {stateLabels[order.state]}
        {order.refunded !== null && Number(order.refunded) !== 0 && (
          <span className="text-soft tabular">, {money(`-${order.refunded}`)} given back</span>
        )}
      </p>
      <p className="flex items-center">
        <Definition id="verified-orders">
          <ProofMark isVerified={order.isVerified} />
        </Definition>
      </p>
    </div>
  );
}
