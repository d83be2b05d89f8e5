import type { OrderPage } from '../../../../../contract/shop/portal-orders.ts';
import { formatQuantity } from '../../../../figures/format.ts';
import { OrderPanel } from './order-panel.tsx';

interface OrderItemsProps {
  items: OrderPage['items'];
  money: (amount: string) => string;
}

export function OrderItems({ items, money }: OrderItemsProps) {
  if (items.length === 0) return null;
  return (
    <OrderPanel title="Items">
      <ul>
        {items.map(({ name, quantity, price }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two items can be equal, and their order is fixed.
            key={index}
            className="flex items-baseline gap-4 border-t border-line py-2.5 first:border-t-0 first:pt-0 last:pb-0"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              <bdi dir="auto">{name}</bdi>
            </span>
            <span className="whitespace-nowrap text-soft tabular">
              {formatQuantity(quantity)}
              {price !== undefined && ` × ${money(price)}`}
            </span>
          </li>
        ))}
      </ul>
    </OrderPanel>
  );
}
