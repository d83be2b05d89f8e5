import type { Product } from '../../../contract/public/products.ts';
import { formatMoney } from '../../../contract/rules/money.ts';

export const formatUsd = ({ priceUsdCents }: Product) => formatMoney(priceUsdCents / 100, 'USD');
export const formatGbp = ({ priceGbpPence }: Product) => formatMoney(priceGbpPence / 100, 'GBP');

export function Price({ product }: { product: Product }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 tabular">
      <span className="text-heading font-medium">{formatUsd(product)}</span>
      <span className="whitespace-nowrap text-soft">or {formatGbp(product)}</span>
    </p>
  );
}
