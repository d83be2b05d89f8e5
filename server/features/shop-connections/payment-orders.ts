import type { Db } from '../../db/client.ts';
import {
  deleteOrderlessPayments,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './shop-payments.queries.ts';
import type { ShopRefund } from './shop-report.ts';

// Refunds and disputes of Stripe name a payment intent. These functions remember which order it paid.

type WaitingRefund = PaymentRow['waiting_refunds'][number];

interface Payment {
  companyId: string;
  paymentId: string;
}

const dayMs = 86_400_000;
/** Longer than Stripe repeats an event, and than a delayed payment needs. */
const waitingDays = 60;
/** More than a payment can have. */
const waitingMax = 100;

/**
 * Remembers that a payment paid an order. One payment is one order: if an earlier event gave it another id, that one
 * remains. The refunds that waited for the order are returned every time, because recording them may have failed.
 */
export async function claimPayment(
  db: Db,
  payment: Payment,
  orderId: string,
): Promise<{ orderId: string; waiting: ShopRefund[] }> {
  return db.transaction(async (tx) => {
    const known = await lockPayment(tx, payment, new Date());
    if (known.order_id === null) await updatePayment(tx, payment, { order_id: orderId });
    return { orderId: known.order_id ?? orderId, waiting: known.waiting_refunds.map(toShopRefund) };
  });
}

/** The order of a payment. Without one the refunds wait for it. */
export async function findOrderOfRefunds(
  db: Db,
  payment: Payment,
  refunds: readonly ShopRefund[],
): Promise<string | undefined> {
  const now = new Date();
  return db.transaction(async (tx) => {
    await deleteOrderlessPayments(tx, payment.companyId, new Date(now.getTime() - waitingDays * dayMs));
    const known = await lockPayment(tx, payment, now);
    if (known.order_id !== null) return known.order_id;
    const ids = new Set(known.waiting_refunds.map(({ refundId }) => refundId));
    const added = refunds.filter(({ refundId }) => !ids.has(refundId)).map(toWaiting);
    const waiting = [...known.waiting_refunds, ...added].slice(0, waitingMax);
    await updatePayment(tx, payment, { waiting_refunds: waiting });
    return undefined;
  });
}

/** The waiting refunds of a payment are recorded. */
export async function forgetWaiting(db: Db, payment: Payment): Promise<void> {
  await db.transaction((tx) => updatePayment(tx, payment, { waiting_refunds: [] }));
}

const toWaiting = ({ occurredAt, ...refund }: ShopRefund): WaitingRefund => ({
  ...refund,
  occurredAt: occurredAt.toISOString(),
});

const toShopRefund = ({ occurredAt, ...refund }: WaitingRefund): ShopRefund => ({
  ...refund,
  occurredAt: new Date(occurredAt),
});
