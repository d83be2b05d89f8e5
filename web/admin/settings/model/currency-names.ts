import type { PurchaseCurrency } from '../../../../contract/site/purchase-currencies.ts';

const names = new Intl.DisplayNames('en', { type: 'currency' });

export const nameOfCurrency = (currency: PurchaseCurrency): string => {
  const code = currency.toUpperCase();
  return names.of(code) ?? code;
};
