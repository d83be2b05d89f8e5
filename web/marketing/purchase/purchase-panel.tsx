import { Check } from 'lucide-react';
import type { Product } from '../../../contract/site/products.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { TermsNote } from '../../ui/form/legal-note.tsx';
import { NeedsScript } from '../../ui/form/needs-script.tsx';
import { Panel } from '../../ui/panel.tsx';
import { BlockedCheckout } from './blocked-checkout.tsx';
import { CurrencyChoice } from './currency-choice.tsx';
import { Price } from './price.tsx';
import { usePurchase } from './use-purchase.ts';

interface PurchasePanelProps {
  product: Product;
  className?: string;
}

/** The form that buys the product of a page. */
export function PurchasePanel({ product, className }: PurchasePanelProps) {
  const purchase = usePurchase([product]);
  const isBusy = purchase.busyId !== undefined;
  return (
    <Panel labelledBy="purchase" className={`p-6 ${className ?? ''}`}>
      <h2 id="purchase" className="text-[0.9375rem] text-soft">
        {product.title}, one-time purchase
      </h2>
      <Price product={product} className="mt-2" />
      <form {...purchase.props} className="mt-5 grid gap-4">
        <EmailField {...purchase.email} label="Your email" placeholder="you@company.com" />
        <CurrencyChoice {...purchase.currency} />
        <Button type="submit" busy={isBusy} className="min-h-12">
          {isBusy ? 'Processing...' : 'Purchase Now'}
        </Button>
        <TermsNote action="By purchasing" />
        {purchase.blocked && <BlockedCheckout {...purchase.blocked} />}
        <NeedsScript what="Buying online" />
      </form>
      <ul className="mt-5 grid gap-2 border-t border-line pt-5 text-[0.9375rem]">
        {product.features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check className="mt-0.5 size-4.5 shrink-0 text-live" strokeWidth={1.5} aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
