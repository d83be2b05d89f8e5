import type { AgencySettings } from './agency-settings.ts';
import { type Brand, toBrand, usualBrand } from './brand.ts';
import { withChanges } from './changes.ts';
import { type Product, toProducts } from './products.ts';
import type { PurchaseCurrency } from './purchase-currencies.ts';

/** The currencies of the specification. */
export const usualCurrencies: readonly PurchaseCurrency[] = ['usd', 'gbp'];

/** Settings with the specification's texts in place of fields that were not changed. */
export interface MergedSettings {
  brand: Brand;
  products: readonly Product[];
  /** In which products are sold, the first one first. */
  currencies: readonly PurchaseCurrency[];
  payments: { addsTax: boolean; createsInvoices: boolean; asksTaxIds: boolean };
}

export const usualPayments: MergedSettings['payments'] = {
  addsTax: false,
  createsInvoices: true,
  asksTaxIds: false,
};

export function mergeSettings(settings: AgencySettings): MergedSettings {
  const currencies = settings.currencies ?? usualCurrencies;
  return {
    brand: toBrand(settings.brand),
    products: toProducts(settings.products).map((product) => ({
      ...product,
      prices: Object.fromEntries(
        currencies.flatMap((code) => {
          const price = product.prices[code];
          return price === undefined ? [] : [[code, price]];
        }),
      ),
    })),
    currencies,
    payments: withChanges(usualPayments, settings.payments),
  };
}

/** Whether mails and icons have to use another name than the product's own. */
export const isRenamed = ({ brand }: MergedSettings): boolean => brand.name !== usualBrand.name;
