import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { createPaymentRequest, PurchaseStatus } from '../../../contract/purchases.ts';
import type { Tx } from '../../db/client.ts';
import { notify } from '../../db/notifications.ts';
import { AppError } from '../../platform/errors.ts';
import { type Arrival, claimKey } from '../../platform/idempotency/idempotency.ts';
import { type OpenedCheckout, toCheckoutEnd } from '../../platform/payment-provider/payment-provider.ts';
import type { PurchasesDeps } from './purchase-deps.ts';
import { findProduct, toExpectedPayment, toPriceInCurrency, toPurchaseStatus } from './purchase-price.ts';
import {
  findPurchaseById,
  findPurchaseBySession,
  hasPaidPurchase,
  insertPurchase,
  type PurchaseRow,
  saveCheckout,
} from './purchases.queries.ts';

type CheckoutRequest = z.output<typeof createPaymentRequest>;

/** Stores the purchase, then opens its checkout. A repeated request gets the same checkout. */
export async function startCheckout(
  deps: PurchasesDeps,
  request: CheckoutRequest,
  arrival: Arrival,
): Promise<string> {
  const payment = await requirePayment(deps, request, arrival);
  if (payment.checkout_url !== null) return payment.checkout_url;
  if (Date.now() > toCheckoutEnd(payment.created_at).getTime() - lastRetryMs) throw anotherAttempt();
  const checkout = await askForCheckout(deps, payment);
  await saveCheckout(deps.db, payment.id, checkout);
  return checkout.url;
}

/** A checkout must stay open for half an hour at least, or the provider refuses to make it. */
const lastRetryMs = 3_600_000;

async function askForCheckout(deps: PurchasesDeps, payment: PurchaseRow): Promise<OpenedCheckout> {
  const product = findProduct(payment.price_id);
  if (!product) throw anotherAttempt();
  return deps.payments.openCheckout({
    paymentId: payment.id,
    productId: product.id,
    ...toExpectedPayment(payment),
    customerEmail: payment.customer_email,
    createdAt: payment.created_at,
  });
}

async function requirePayment(
  { db, payments }: PurchasesDeps,
  { priceId, customerEmail, currency }: CheckoutRequest,
  { claim, admit }: Arrival,
): Promise<PurchaseRow> {
  const product = findProduct(priceId);
  if (!product) throw new AppError(400, 'invalid-request', 'This product is not on sale.');
  const now = new Date();
  const id = randomUUID();
  const payment = await db.transaction(async (tx) => {
    const earlierId = await claimKey(tx, claim, id, now);
    if (earlierId !== undefined) return findPurchaseById(tx, earlierId);
    await admit(tx);
    const row = await insertPurchase(tx, {
      id,
      provider: payments.provider,
      is_test: payments.isTest,
      price_id: priceId,
      currency,
      amount: toPriceInCurrency(product, currency),
      customer_email: customerEmail,
      state: 'pending',
      created_at: now,
      updated_at: now,
    });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'orders' });
    return row;
  });
  // The configured provider or mode has changed since the purchase was stored.
  if (payment?.provider !== payments.provider || payment.is_test !== payments.isTest) throw anotherAttempt();
  return payment;
}

/** Whether there is a paid purchase with this address. Test orders move no money and do not count. */
export const isCustomer = (tx: Tx, address: string): Promise<boolean> => hasPaidPurchase(tx, address);

function anotherAttempt(): AppError {
  return new AppError(409, 'conflict', 'This checkout cannot be taken up again. Please try once more.');
}

/** The payment a checkout belongs to, for whoever holds the checkout's id. */
export async function requirePurchaseStatus(
  { db }: Pick<PurchasesDeps, 'db'>,
  sessionId: string,
): Promise<PurchaseStatus> {
  const payment = await findPurchaseBySession(db, sessionId);
  if (!payment) throw new AppError(404, 'not-found', 'There is no such payment.');
  return toPurchaseStatus(payment);
}
