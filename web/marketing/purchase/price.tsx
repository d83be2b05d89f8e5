import { formatMoney } from '../../../contract/rules/money.ts';
import type { Product } from '../../../contract/site/products.ts';

export const formatUsd = ({ prices }: Product) => formatMoney((prices.usd ?? 0) / 100, 'USD');
export const formatGbp = ({ prices }: Product) => formatMoney((prices.gbp ?? 0) / 100, 'GBP');

export function Price({ product }: { product: Product }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 tabular">
      <span className="text-heading font-medium">{formatUsd(product)}</span>
      <span className="whitespace-nowrap text-soft">or {formatGbp(product)}</span>
    </p>
  );
}
