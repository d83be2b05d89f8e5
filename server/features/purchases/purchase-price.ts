import { type Product, products } from '../../../contract/public/products.ts';
import type { PurchaseCurrency } from '../../../contract/public/purchases.ts';

export function findProduct(priceId: string): Product | undefined {
  return products.find((product) => product.priceId === priceId);
}

/** The price id for a product that is no longer sold: its old purchases stay. */
export function toProductTitle(priceId: string): string {
  return findProduct(priceId)?.title ?? priceId;
}

/**
 * The price of a product in the smallest unit of the currency. The checkout request decides the currency of a purchase
 * (`createCheckoutRequest`); the price and the currency are stored with the purchase and do not change later.
 */
export function toPriceInCurrency(product: Product, currency: PurchaseCurrency): number {
  return currency === 'gbp' ? product.priceGbpPence : product.priceUsdCents;
}
