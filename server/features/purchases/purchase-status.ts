import { z } from 'zod';
import { type PurchaseStatus, purchaseStates } from '../../../contract/public/purchases.ts';
import { purchaseCurrencies } from '../../../contract/site/purchase-currencies.ts';
import { toProductTitle } from './prices/purchase-price.ts';
import type { ExpectedPayment } from './purchase-state.ts';
import type { PurchaseRow } from './purchases.queries.ts';

const currency = z.enum(purchaseCurrencies);
const state = z.enum(purchaseStates);

/** The price when the purchase was made. The product may have another price now. */
export function toExpectedPayment(purchase: PurchaseRow): ExpectedPayment {
  return { priceId: purchase.price_id, amount: purchase.amount, currency: currency.parse(purchase.currency) };
}

/** The public status of a purchase, for anyone who has the id of its checkout. */
export function toPurchaseStatus(purchase: PurchaseRow): PurchaseStatus {
  return {
    state: state.parse(purchase.state),
    isTest: purchase.is_test,
    productTitle: toProductTitle(purchase),
    amount: purchase.amount,
    taxAmount: purchase.tax_amount,
    currency: currency.parse(purchase.currency),
  };
}
