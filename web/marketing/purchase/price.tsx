import { currencyDigits } from '../../../contract/rules/decimal.ts';
import { formatMoney } from '../../../contract/rules/money.ts';
import type { Product } from '../../../contract/site/products.ts';
import type { PurchaseCurrency } from '../../../contract/site/purchase-currencies.ts';
import { classNames } from '../../ui/class-names.ts';

/** The currencies in which a product is sold, in the order of the settings. */
export const currenciesOf = ({ prices }: Product) => Object.keys(prices) as PurchaseCurrency[];

/** The prices in all currencies, such as "$1,000" and "£790". */
export const formatPrices = (product: Product): string[] =>
  currenciesOf(product).map((currency) => {
    const code = currency.toUpperCase() as Uppercase<PurchaseCurrency>;
    return formatMoney((product.prices[currency] ?? 0) / 10 ** currencyDigits(code), code);
  });

export function Price({ product, className }: { product: Product; className?: string }) {
  const [first, ...others] = formatPrices(product);
  return (
    <p className={classNames('flex flex-wrap items-baseline gap-x-2.5 tabular', className)}>
      <span className="text-heading font-medium">{first}</span>
      {others.map((price) => (
        <span key={price} className="whitespace-nowrap text-soft">
          or {price}
        </span>
      ))}
    </p>
  );
}
