import type { OrderPage } from '../../../../../contract/shop/portal-orders.ts';
import { formatOrderTime } from '../order-time.ts';
import { OrderPanel } from './order-panel.tsx';

type Refund = OrderPage['refunds'][number];

const kindLabels: Record<Refund['kind'], string> = {
  refund: 'Refund',
  dispute: 'Dispute',
  'dispute-won': 'Dispute won',
};

interface OrderRefundsProps {
  refunds: readonly Refund[];
  timeZone: string;
  money: (amount: string) => string;
}

/** The refunds of the order, and disputed money that came back to the shop. */
export function OrderRefunds({ refunds, timeZone, money }: OrderRefundsProps) {
  return (
    <OrderPanel title="Refunds">
      {refunds.length === 0 ? (
        <p className="text-soft">Nothing was refunded.</p>
      ) : (
        <ul>
          {refunds.map(({ refundId, kind, at, amount }) => (
            <li
              key={`${kind} ${refundId}`}
              className="flex items-baseline gap-4 border-t border-line py-2.5 first:border-t-0 first:pt-0 last:pb-0"
            >
              <span className="min-w-0 flex-1">
                <span className="block wrap-anywhere">
                  {kindLabels[kind]} <bdi dir="auto">{refundId}</bdi>
                </span>
                <time dateTime={at} className="block text-note text-soft">
                  {formatOrderTime(at, timeZone)}
                </time>
              </span>
              {amount !== null && <span className="whitespace-nowrap tabular">{money(negate(amount))}</span>}
            </li>
          ))}
        </ul>
      )}
    </OrderPanel>
  );
}

/** A refund of 5 lowers the revenue by 5. */
const negate = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
