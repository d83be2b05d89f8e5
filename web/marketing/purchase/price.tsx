import type { PaymentCurrency } from '../../../contract/payments.ts';
import type { Product } from '../../../contract/products.ts';

/** From the smallest unit of the currency. */
export const formatMoney = (amount: number, currency: PaymentCurrency) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    maximumFractionDigits: 2,
    minimumFractionDigits: 0,
  }).format(amount / 100);

export const formatUsd = ({ priceUsdCents }: Product) => formatMoney(priceUsdCents, 'usd');
export const formatGbp = ({ priceGbpPence }: Product) => formatMoney(priceGbpPence, 'gbp');

export function Price({ product }: { product: Product }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 tabular">
      <span className="text-heading font-medium">{formatUsd(product)}</span>
      <span className="whitespace-nowrap text-soft">or {formatGbp(product)}</span>
    </p>
  );
}
