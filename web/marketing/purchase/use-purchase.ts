import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { Product } from '../../../contract/products.ts';
import type { PurchaseCurrency } from '../../../contract/purchases.ts';
import { cleanEmail, invalidEmail, isEmailAddress } from '../../../contract/rules/email.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { refusedField } from '../../ui/form/field-errors.ts';

// Loaded when the field gets the focus, not with the page.
const loadApi = () => import('../../api/checkout.ts');

interface OpenCheckout {
  title: string;
  url: string;
}

const never = () => () => {};

/** Pounds for British browsers, dollars for others and on the prerendered page. */
const useBrowserCurrency = () =>
  useSyncExternalStore<PurchaseCurrency>(
    never,
    () => (/-GB\b/.test(navigator.language) ? 'gbp' : 'usd'),
    () => 'usd',
  );

/** The state of a purchase form with one email address, for one or several products; one purchase at a time. */
export function usePurchase() {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [busyId, setBusyId] = useState<Product['id']>();
  const browserCurrency = useBrowserCurrency();
  const [chosen, choose] = useState<PurchaseCurrency>();
  const currency = chosen ?? browserCurrency;
  const [blocked, setBlocked] = useState<OpenCheckout>();
  const field = useRef<HTMLInputElement>(null);

  function refuse(message: string) {
    setError(message);
    field.current?.focus();
  }

  async function buy(product: Product) {
    if (busyId) return;
    setBlocked(undefined);
    const customerEmail = cleanEmail(email);
    setEmail(customerEmail);
    if (!isEmailAddress(customerEmail)) return refuse(invalidEmail);
    setBusyId(product.id);
    try {
      const { createCheckout } = await loadApi();
      const url = await createCheckout({ priceId: product.priceId, customerEmail, currency });
      toast.success(`Redirecting to checkout for ${product.title}...`);
      const tab = window.open(url, '_blank');
      if (tab) tab.opener = null;
      // The browser blocked the new tab.
      else setBlocked({ title: product.title, url });
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : 'Failed to create checkout session';
      if (refusedField(failure) === 'customerEmail') refuse(message);
      else toast.error(message);
    } finally {
      setBusyId(undefined);
    }
  }

  return {
    busyId,
    /** A checkout whose tab the browser blocked. */
    blocked,
    buy,
    /** For a form that buys one product. */
    submit: (product: Product) => (event: FormEvent) => {
      event.preventDefault();
      void buy(product);
    },
    currency: { value: currency, onChange: choose },
    field: {
      ref: field,
      value: email,
      error,
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        setEmail(event.currentTarget.value);
        setError(undefined);
      },
      onFocus: () => void loadApi().catch(() => {}),
    },
  };
}
