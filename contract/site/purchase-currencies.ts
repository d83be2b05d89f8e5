/**
 * The currencies that products can be sold in, as the payment provider writes them. Without those whose smallest unit is
 * a thousandth, or that the provider rounds.
 */
export const purchaseCurrencies = [
  ...['usd', 'gbp', 'eur', 'aed', 'aud', 'brl', 'cad', 'chf', 'czk', 'dkk', 'hkd', 'ils', 'inr', 'jpy'],
  ...['krw', 'mxn', 'myr', 'nok', 'nzd', 'pln', 'ron', 'sar', 'sek', 'sgd', 'thb', 'try', 'zar'],
] as const;
export type PurchaseCurrency = (typeof purchaseCurrencies)[number];
