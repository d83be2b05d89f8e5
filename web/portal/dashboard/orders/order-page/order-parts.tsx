import type { PortalOrder } from '../../../../../contract/shop/portal-orders.ts';
import { subtractAmounts } from '../../../amounts.ts';
import { OrderPanel } from './order-panel.tsx';

interface OrderPartsProps {
  order: PortalOrder;
  money: (amount: string) => string;
}

/** The parts of the amount, as far as the shop sent them. */
export function OrderParts({ order, money }: OrderPartsProps) {
  const { amount, net, shipping, tax } = order;
  const parts = [
    ['Net', net],
    ['Shipping', shipping],
    ['Tax', tax],
  ].flatMap(([name, part]) => (typeof name === 'string' && typeof part === 'string' ? [[name, part]] : []));
  if (amount === null || parts.length === 0) return null;
  const rest = subtractAmounts(
    amount,
    parts.map(([, part = '0']) => part),
  );
  const isWhole = parts.length === 3;
  const rows = [...parts, ...(isWhole && Number(rest) > 0 ? [['Other, such as fees', rest]] : [])];
  return (
    <OrderPanel title="Amount">
      <dl>
        {[...rows, ['Total', amount]].map(([name = '', part = '']) => (
          <div
            key={name}
            className="flex items-baseline justify-between gap-4 border-t border-line py-2.5 first:border-t-0 first:pt-0 last:pb-0 last:font-medium"
          >
            <dt className="text-soft">{name}</dt>
            <dd className="whitespace-nowrap tabular">{money(part)}</dd>
          </div>
        ))}
      </dl>
    </OrderPanel>
  );
}
