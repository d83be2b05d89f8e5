import type { PurchaseCurrency } from '../../../contract/site/purchase-currencies.ts';

const euroRegions = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK';

/** The currency of the browser's region if products are sold in it, else the first one. */
export function findCurrency(
  currencies: readonly PurchaseCurrency[],
  language: string,
): PurchaseCurrency | undefined {
  const [, region = '-'] = /-([A-Z]{2})\b/.exec(language) ?? [];
  // The code of a currency begins with that of its region. The euro has many.
  const prefix = euroRegions.includes(region) ? 'eu' : region.toLowerCase();
  return currencies.find((currency) => currency.startsWith(prefix)) ?? currencies[0];
}
