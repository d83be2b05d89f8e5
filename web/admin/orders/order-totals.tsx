import type { PurchaseList } from '../../../contract/public/purchases.ts';
import { formatAmount } from '../../../contract/rules/money.ts';

type OrderTotalsProps = Pick<PurchaseList, 'totals' | 'paidTestOrders'>;

/** Revenue of real payments by currency. Test orders are counted separately, because no money was paid. */
export function OrderTotals({ totals, paidTestOrders }: OrderTotalsProps) {
  if (totals.length === 0 && paidTestOrders === 0) return null;
  return (
    <div className="grid gap-3">
      {totals.length > 0 && (
        <dl className="flex flex-wrap gap-x-12 gap-y-4">
          {totals.map(({ currency, amount, taxAmount, count }) => (
            <div key={currency}>
              <dt className="text-note text-soft">
                Paid in {currency.toUpperCase()}, {count === 1 ? '1 order' : `${count} orders`}
              </dt>
              <dd className="text-title tabular">{formatAmount(amount, currency)}</dd>
              {taxAmount > 0 && (
                <dd className="text-note text-soft">
                  {formatAmount(taxAmount, currency)} of tax was charged with these orders
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
      {paidTestOrders > 0 && (
        <p className="text-[0.9375rem] text-soft">
          {totals.length === 0 && 'No real payment yet. '}Test orders: {paidTestOrders}, not counted.
        </p>
      )}
    </div>
  );
}
