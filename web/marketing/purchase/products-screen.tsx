import type { Product } from '../../../contract/site/products.ts';
import { products } from '../../site/products.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { TermsNote } from '../../ui/form/legal-note.tsx';
import { NeedsScript } from '../../ui/form/needs-script.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { BlockedCheckout } from './blocked-checkout.tsx';
import { CurrencyChoice } from './currency-choice.tsx';
import { formatPrices } from './price.tsx';
import { ProductColumn } from './product-column.tsx';
import { usePurchase } from './use-purchase.ts';

const title = 'Products';
const lead =
  'Four products, each at one price, paid once. The same five points for each, so that you can compare.';

export const meta = () => pageMeta({ title, description: lead });

export default function ProductsScreen() {
  const sold = products();
  const purchase = usePurchase(sold);
  return (
    <SiteLayout>
      <div className="page grid items-end gap-x-16 gap-y-10 py-12 lg:grid-cols-[1fr_24rem] lg:pt-20 lg:pb-14">
        <div>
          <h1 className="text-display">{title}</h1>
          <p className="mt-5 mb-4 max-w-[52ch] text-lead text-soft">{lead}</p>
          <TermsNote action="By purchasing" />
        </div>
        <div className="grid gap-3">
          <EmailField
            {...purchase.email}
            label="Your email"
            placeholder="you@company.com"
            hint="The checkout opens in a new tab. The receipt goes to this address."
          />
          <CurrencyChoice {...purchase.currency} />
          {purchase.blocked && <BlockedCheckout {...purchase.blocked} />}
          <NeedsScript what="Buying online" />
        </div>
      </div>
      <div className="page">
        <ul className="grid grid-cols-1 gap-x-4 gap-y-4 md:grid-cols-2 xl:grid-cols-4 xl:grid-rows-[repeat(9,auto)] xl:gap-x-8 xl:gap-y-0">
          {sold.map((product) => (
            <ProductColumn
              key={product.id}
              product={product}
              isBusy={purchase.busyId === product.id}
              onBuy={() => void purchase.buy(product)}
            />
          ))}
        </ul>
        <p className="mt-8 max-w-[66ch] text-soft">
          All prices are one-time{toCommonPrice(sold)}, without a subscription.
          {purchase.currency.currencies.length > 1 && ' You pay in the currency you choose above.'}
        </p>
      </div>
    </SiteLayout>
  );
}

/** ": $1,000 or £790 for each product", if that is true. */
function toCommonPrice(sold: readonly Product[]): string {
  const [price, ...others] = new Set(sold.map((product) => formatPrices(product).join(' or ')));
  return price && others.length === 0 ? `: ${price} for each product` : '';
}
