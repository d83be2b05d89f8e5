import type { Orders } from '../../../contract/payments.ts';
import { formatAmount } from './order-words.ts';

/** What was paid in all, a figure a currency: sums of two currencies would be none. */
export function OrderTotals({ totals }: { totals: Orders['totals'] }) {
  if (totals.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4">
      {totals.map(({ currency, amount, count }) => (
        <div key={currency}>
          <dt className="text-note text-soft">
            Paid in {currency.toUpperCase()}, {count === 1 ? '1 order' : `${count} orders`}
          </dt>
          <dd className="text-title tabular">{formatAmount(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}
