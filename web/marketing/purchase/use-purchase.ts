import { useState, useSyncExternalStore } from 'react';
import type { Product } from '../../../contract/products.ts';
import type { PaymentCurrency } from '../../../contract/purchases.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { emailRule } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/use-form.ts';

// The data layer loads with the first touch of the field, not with the page.
const loadApi = () => import('../../api/checkout.ts');

interface OpenCheckout {
  title: string;
  url: string;
}

const never = () => () => {};

/** Pounds for readers in Britain. A prerendered page does not know its reader yet. */
const useHomeCurrency = () =>
  useSyncExternalStore<PaymentCurrency>(
    never,
    () => (/-GB\b/.test(navigator.language) ? 'gbp' : 'usd'),
    () => 'usd',
  );

/** Buys `own`, or the product given to `buy`: one email address, and one purchase at a time. */
export function usePurchase(own?: Product) {
  const home = useHomeCurrency();
  const [chosen, choose] = useState<PaymentCurrency>();
  const currency = chosen ?? home;
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
      const url = await createCheckout({ priceId: product.priceId, customerEmail, currency });
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
    currency: { value: currency, onChange: choose },
    email: { ...field('customerEmail'), onFocus: () => void loadApi().catch(() => {}) },
  };
}
