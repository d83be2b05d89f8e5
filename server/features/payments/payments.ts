import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { createPaymentRequest, PaymentStatus } from '../../../contract/payments.ts';
import { notifyAdmins } from '../../platform/admin-topics.ts';
import { AppError } from '../../platform/errors.ts';
import { type OpenedCheckout, toCheckoutEnd } from '../../platform/payments/payments.ts';
import { findProduct, toAmount, toExpected, toStatus } from './ordered.ts';
import type { PaymentsDeps } from './payment-deps.ts';
import {
  findPaymentByAttempt,
  findPaymentBySession,
  hasPaidOrder,
  insertPayment,
  type PaymentRow,
  saveCheckout,
} from './payments.queries.ts';

type CheckoutRequest = z.output<typeof createPaymentRequest>;

/** Writes the order down, then asks for its checkout. The same attempt again gets the same checkout. */
export async function startCheckout(deps: PaymentsDeps, request: CheckoutRequest): Promise<string> {
  const payment = await requirePayment(deps, request);
  if (payment.checkout_url !== null) return payment.checkout_url;
  if (Date.now() > toCheckoutEnd(payment.created_at).getTime() - lastRetryMs) throw anotherAttempt();
  const checkout = await askForCheckout(deps, payment);
  await saveCheckout(deps.db.orm, payment.id, checkout);
  return checkout.url;
}

/** A checkout must stay open for half an hour at least, or the provider refuses to make it. */
const lastRetryMs = 3_600_000;

async function askForCheckout(deps: PaymentsDeps, payment: PaymentRow): Promise<OpenedCheckout> {
  const product = findProduct(payment.price_id);
  if (!product) throw anotherAttempt();
  return deps.payments.openCheckout({
    paymentId: payment.id,
    productId: product.id,
    ...toExpected(payment),
    customerEmail: payment.customer_email,
    createdAt: payment.created_at,
  });
}

async function requirePayment(
  { db, payments }: PaymentsDeps,
  { priceId, customerEmail, currency, attemptId }: CheckoutRequest,
): Promise<PaymentRow> {
  const product = findProduct(priceId);
  if (!product) throw new AppError(400, 'invalid-request', 'This product is not on sale.');
  const now = new Date();
  const inserted = await db.orm.transaction(async (transaction) => {
    const row = await insertPayment(transaction, {
      id: randomUUID(),
      provider: payments.provider,
      is_test: payments.isTest,
      attempt_id: attemptId ?? null,
      price_id: priceId,
      currency,
      amount: toAmount(product, currency),
      customer_email: customerEmail,
      state: 'pending',
      created_at: now,
      updated_at: now,
    });
    if (row) await notifyAdmins(transaction, 'orders');
    return row;
  });
  if (inserted) return inserted;
  const known = attemptId === undefined ? undefined : await findPaymentByAttempt(db.orm, attemptId);
  const isSame =
    known?.price_id === priceId &&
    known.customer_email === customerEmail &&
    known.currency === currency &&
    known.provider === payments.provider &&
    known.is_test === payments.isTest;
  if (!known || !isSame) throw anotherAttempt();
  return known;
}

/** Whether somebody paid for an order with this address; test orders move no money and do not count. */
export const isCustomer = (orm: Parameters<typeof hasPaidOrder>[0], address: string): Promise<boolean> =>
  hasPaidOrder(orm, address);

function anotherAttempt(): AppError {
  return new AppError(409, 'conflict', 'This checkout cannot be taken up again. Please try once more.');
}

/** The payment a checkout belongs to, for whoever holds the checkout's id. */
export async function requireStatus(
  { db }: Pick<PaymentsDeps, 'db'>,
  sessionId: string,
): Promise<PaymentStatus> {
  const payment = await findPaymentBySession(db.orm, sessionId);
  if (!payment) throw new AppError(404, 'not-found', 'There is no such payment.');
  return toStatus(payment);
}
