import { useState, useSyncExternalStore } from 'react';
import type { Product } from '../../../contract/site/products.ts';
import type { PurchaseCurrency } from '../../../contract/site/purchase-currencies.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { emailRule } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { findCurrency } from './browser-currency.ts';
import { currenciesOf } from './price.tsx';

// Loaded when the field gets the focus, not with the page.
const loadApi = () => import('../api/checkout.ts');

interface OpenCheckout {
  title: string;
  url: string;
}

const never = () => () => {};

/** On the page of the server, the first currency. */
const useBrowserCurrency = (currencies: readonly PurchaseCurrency[]) =>
  useSyncExternalStore(
    never,
    () => findCurrency(currencies, navigator.language),
    () => currencies[0],
  );

/**
 * A purchase form for one product, or of several for the one given to `buy`: one email address, one purchase at a time.
 */
export function usePurchase(sold: readonly Product[]) {
  // Every product is sold in the same currencies.
  const [first] = sold;
  const own = sold.length === 1 ? first : undefined;
  const currencies = first ? currenciesOf(first) : [];
  const browserCurrency = useBrowserCurrency(currencies);
  const [chosen, choose] = useState<PurchaseCurrency>();
  const currency = chosen ?? browserCurrency;
  const [buyingId, setBuyingId] = useState<Product['id']>();
  const [blocked, setBlocked] = useState<OpenCheckout>();
  const { props, field, isBusy, send } = useForm({
    fields: { customerEmail: '' },
    rules: { customerEmail: emailRule },
    submit: async ({ customerEmail }, _, given?: Product) => {
      const product = given ?? own;
      if (!product) return;
      setBlocked(undefined);
      setBuyingId(product.id);
      const { createCheckout } = await loadApi();
      const url = await createCheckout({
        priceId: product.priceId,
        customerEmail,
        currency,
        // The price on this page: the server opens no checkout with another one.
        expectedAmount: currency && product.prices[currency],
      });
      toast.success(`Redirecting to checkout for ${product.title}...`);
      const tab = window.open(url, '_blank');
      if (tab) tab.opener = null;
      // The browser blocked the new tab.
      else setBlocked({ title: product.title, url });
    },
  });

  return {
    props,
    buy: send,
    busyId: isBusy ? buyingId : undefined,
    /** A checkout whose tab the browser blocked. It opens with another click. */
    blocked,
    currency: { currencies, value: currency, onChange: choose },
    email: { ...field('customerEmail'), onFocus: () => void loadApi().catch(() => {}) },
  };
}
