import { z } from 'zod';
import { type Product, products } from '../../../contract/products.ts';
import { paymentCurrencies, purchaseStates } from '../../../contract/purchases.ts';
import type { ExpectedPayment } from './purchase-state.ts';
import type { PurchaseRow } from './purchases.queries.ts';

const currency = z.enum(paymentCurrencies);
const state = z.enum(purchaseStates);

export function findProduct(priceId: string): Product | undefined {
  return products.find((product) => product.priceId === priceId);
}

/** A product that is sold no more keeps its old orders. */
export function toProductTitle(priceId: string): string {
  return findProduct(priceId)?.title ?? priceId;
}

export function toPriceInCurrency(product: Product, given: ExpectedPayment['currency']): number {
  return given === 'gbp' ? product.priceGbpPence : product.priceUsdCents;
}

/** What was asked for when the order was made, whatever it costs by now. */
export function toExpectedPayment(payment: PurchaseRow): ExpectedPayment {
  return { priceId: payment.price_id, amount: payment.amount, currency: currency.parse(payment.currency) };
}

/** What anybody may know of a payment who holds its checkout. */
export function toPurchaseStatus(payment: PurchaseRow) {
  return {
    state: state.parse(payment.state),
    isTest: payment.is_test,
    productTitle: toProductTitle(payment.price_id),
    amount: payment.amount,
    currency: currency.parse(payment.currency),
  };
}

/** "$1,000.00", "£790.00" */
export function formatMoney(amount: number, given: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: given.toUpperCase() }).format(
    amount / 100,
  );
}
