import { z } from 'zod';
import {
  type PurchaseStatus,
  purchaseCurrencies,
  purchaseStates,
} from '../../../contract/public/purchases.ts';
import { toProductTitle } from './purchase-price.ts';
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
    productTitle: toProductTitle(purchase.price_id),
    amount: purchase.amount,
    currency: currency.parse(purchase.currency),
  };
}
