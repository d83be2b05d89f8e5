import type { PortalOrder, PortalOrders } from '../../../../contract/shop/portal-orders.ts';
import type { FilterSubject } from '../../../../contract/stats/model/dimensions.ts';
import { formatExactMoney } from '../../../figures/format.ts';
import { toValueLabel } from '../../../figures/value-labels.ts';
import { classNames } from '../../../ui/class-names.ts';
import { hasRight } from '../../portal-rights.ts';
import { Link } from '../../routing/link.tsx';
import { usePortal } from '../view/use-portal.ts';
import { toOrdersAddress } from './order-address.ts';
import { stateLabels } from './order-labels.ts';
import { formatOrderTime } from './order-time.ts';
import { ProofMark } from './proof-mark.tsx';

const columns = [
  { label: 'Order', width: 'xl:w-[12%]' },
  { label: 'Time', width: 'xl:w-[16%]' },
  { label: 'Amount', width: 'xl:w-[12%]', isNumber: true },
  { label: 'State', width: 'xl:w-[10%]' },
  { label: 'Verification', width: 'xl:w-[11%]' },
  { label: 'Source', width: 'xl:w-[10%]' },
  { label: 'Campaign', width: 'xl:w-[10%]' },
  { label: 'Device', width: 'xl:w-[7%]' },
  { label: 'Last page viewed', width: 'xl:w-[12%]' },
] as const;

const wide = 'xl:px-2 xl:py-2.5 xl:align-top xl:first:pl-0 xl:last:pr-0';

/** Orders as a table; where it does not fit, each order is a card. */
export function OrdersTable({ answer }: { answer: PortalOrders }) {
  const seesMoney = hasRight(usePortal().company, 'money');
  return (
    <table className="w-full border-collapse text-[0.9375rem] max-xl:block xl:table-fixed">
      <caption className="sr-only">Orders, newest first</caption>
      <thead className="max-xl:sr-only">
        <tr className="border-b border-strong text-note text-soft">
          {columns
            .filter(({ label }) => label !== 'Amount' || seesMoney)
            .map(({ label, width, ...column }) => (
              <th
                key={label}
                scope="col"
                className={classNames(
                  'px-2 pb-2 font-normal first:pl-0 last:pr-0',
                  width,
                  'isNumber' in column ? 'text-right' : 'text-left',
                )}
              >
                {label}
              </th>
            ))}
        </tr>
      </thead>
      <tbody className="max-xl:grid max-xl:grid-cols-1 max-xl:gap-3 md:max-xl:grid-cols-2">
        {answer.orders.map((order) => (
          <OrderRow key={order.orderId} order={order} answer={answer} />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({ order, answer }: { order: PortalOrder; answer: PortalOrders }) {
  const { company, view } = usePortal();
  const money = (amount: string) => formatExactMoney(amount, order.currency, answer.currency);

  return (
    <tr className="max-xl:grid max-xl:grid-cols-[minmax(0,1fr)_auto] max-xl:content-start max-xl:gap-x-4 max-xl:rounded-control max-xl:border max-xl:border-line max-xl:p-4 xl:border-b xl:border-line xl:hover:bg-surface">
      <th scope="row" className={classNames(wide, 'min-w-0 text-left font-medium')}>
        <Link
          to={toOrdersAddress(company, view, order.orderId)}
          title={order.orderId}
          className="flex min-h-11 min-w-0 items-center rounded-control underline decoration-strong underline-offset-4 hover:decoration-current xl:-my-2.5"
        >
          <bdi dir="auto" className="truncate">
            {order.orderId}
          </bdi>
        </Link>
      </th>
      <td className={classNames(wide, 'max-xl:col-start-1 max-xl:row-start-2 max-xl:text-note text-soft')}>
        <time dateTime={order.at}>{formatOrderTime(order.at, answer.timeZone)}</time>
      </td>
      {order.amount !== null && (
        <td
          className={classNames(
            wide,
            'tabular text-right max-xl:col-start-2 max-xl:row-start-1 max-xl:self-center',
          )}
        >
          <span className="font-medium wrap-anywhere">{money(order.amount)}</span>
        </td>
      )}
      <td className={classNames(wide, 'max-xl:col-start-2 max-xl:row-start-2 max-xl:text-right')}>
        {stateLabels[order.state]}
        {order.refunded !== null && Number(order.refunded) !== 0 && (
          <span className="block text-note wrap-anywhere text-soft tabular">
            {money(`-${order.refunded}`)}
          </span>
        )}
      </td>
      <td className={classNames(wide, 'max-xl:col-span-2 max-xl:mt-1 max-xl:text-note')}>
        <ProofMark isVerified={order.isVerified} />
      </td>
      <VisitCell label="Source" subject="source" value={order.source} />
      <VisitCell label="Campaign" subject="utm-campaign" value={order.campaign} />
      <VisitCell label="Device" subject="device" value={order.device} />
      <VisitCell label="Last page viewed" subject="page" value={order.pageBefore} />
    </tr>
  );
}

interface VisitCellProps {
  label: string;
  subject: FilterSubject;
  /** Null without a visit, or without a value of it. */
  value: string | null;
}

/** A dimension of the order's visit. A card leaves out one that is not known. */
function VisitCell({ label, subject, value }: VisitCellProps) {
  const text = value === null ? undefined : toValueLabel(subject, value);
  return (
    <td
      className={classNames(
        wide,
        'min-w-0 max-xl:col-span-2 max-xl:text-note',
        text === undefined && 'max-xl:hidden',
      )}
    >
      <span className="flex min-w-0 gap-1.5">
        <span className="shrink-0 text-soft xl:hidden">{label}</span>
        {text === undefined ? (
          <span className="text-soft">
            <span aria-hidden="true">–</span>
            <span className="sr-only">Unknown</span>
          </span>
        ) : (
          <bdi dir="auto" title={text} className="truncate">
            {text}
          </bdi>
        )}
      </span>
    </td>
  );
}
