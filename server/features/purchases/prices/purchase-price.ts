import { formatAmount } from '../../../../contract/rules/money.ts';
import type { MergedSettings } from '../../../../contract/site/merged-settings.ts';
import { type Product, productIds, usualProducts } from '../../../../contract/site/products.ts';
import type { PurchaseCurrency } from '../../../../contract/site/purchase-currencies.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PurchaseRow } from '../purchases.queries.ts';

interface AskedPrice {
  priceId: string;
  /** Default: the first currency of the settings. */
  currency?: PurchaseCurrency | undefined;
  /** The price that the customer saw. Undefined: the client shows no price, such as a program. */
  expectedAmount?: number | undefined;
}

interface PurchasePrice {
  title: string;
  currency: PurchaseCurrency;
  /** In the smallest unit of the currency. */
  amount: number;
}

/**
 * The price at which a product is sold now. Decided by the settings alone: what the client expects can only refuse it.
 * It is stored with the purchase, which later changes of the settings do not alter.
 */
export function requirePrice(
  { products, currencies }: Pick<MergedSettings, 'products' | 'currencies'>,
  { priceId, currency: asked, expectedAmount }: AskedPrice,
): PurchasePrice {
  const product = products.find((each) => each.priceId === priceId);
  if (!product)
    throw new AppError(400, 'invalid-request', 'This product is not on sale.', { field: 'priceId' });
  const currency = asked ?? currencies[0];
  const amount = currency && currencies.includes(currency) ? product.prices[currency] : undefined;
  if (currency === undefined || amount === undefined) throw currencyNotOffered(currencies);
  if (expectedAmount !== undefined && expectedAmount !== amount) {
    const price = formatAmount(amount, currency);
    throw new AppError(
      409,
      'price-changed',
      `The price has changed to ${price}. Reload the page to buy at this price.`,
    );
  }
  return { title: product.title, currency, amount };
}

function currencyNotOffered(currencies: readonly PurchaseCurrency[]): AppError {
  const offered = currencies.map((code) => code.toUpperCase()).join(', ');
  const message = `This currency is not offered. Reload the page and pay in one of: ${offered}.`;
  return new AppError(400, 'invalid-request', message, { field: 'currency' });
}

/** The product as it was specified, by the id of its price. */
export function findUsualProduct(priceId: string): Product | undefined {
  return productIds.map((id) => usualProducts[id]).find((product) => product.priceId === priceId);
}

/**
 * The title of the product when it was bought. Releases that did not store it had no settings: there it had the
 * usual title. The price id for a product that is no longer sold.
 */
export function toProductTitle({ product_title, price_id }: PurchaseTitle): string {
  return product_title ?? findUsualProduct(price_id)?.title ?? price_id;
}

type PurchaseTitle = Pick<PurchaseRow, 'product_title' | 'price_id'>;
