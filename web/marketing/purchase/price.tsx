import type { Product } from '../../../contract/products.ts';

const whole = (currency: 'USD' | 'GBP') =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    maximumFractionDigits: 2,
    minimumFractionDigits: 0,
  });
const dollars = whole('USD');
const pounds = whole('GBP');

export const formatUsd = ({ priceUsdCents }: Product) => dollars.format(priceUsdCents / 100);
export const formatGbp = ({ priceGbpPence }: Product) => pounds.format(priceGbpPence / 100);

export function Price({ product }: { product: Product }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 tabular">
      <span className="text-heading font-medium">{formatUsd(product)}</span>
      <span className="whitespace-nowrap text-soft">or {formatGbp(product)}</span>
    </p>
  );
}
