import { z } from 'zod';
import type { Tx } from '../../db/client.ts';
import { lockForTransaction } from '../../db/locks.ts';
import { notify } from '../../db/notifications.ts';
import {
  type PaymentFact,
  type ProviderEvent,
  paymentFact,
} from '../../platform/payment-provider/payment-provider.ts';
import type { PurchasesDeps } from './purchase-deps.ts';
import { queuePurchaseMails } from './purchase-mails.ts';
import { toExpectedPayment } from './purchase-price.ts';
import { toPurchaseState } from './purchase-state.ts';
import {
  adoptPurchaseEvents,
  findPurchaseOfEvent,
  insertPurchaseEvent,
  listPurchaseEvents,
  type PurchaseRow,
  updatePurchase,
} from './purchases.queries.ts';

/** Takes what the provider sent. Once this resolves, the event is stored and has had its effect. */
export async function receivePurchaseEvent(
  deps: PurchasesDeps,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = await deps.payments.readEvent(body, signature);
  if (event) await applyPurchaseEvent(deps, event);
}

/**
 * Stores an event and what follows from it together. A repeated event changes nothing; one of a payment we do not know
 * is kept aside, for the event that will say whose it is.
 */
export async function applyPurchaseEvent(deps: PurchasesDeps, event: ProviderEvent): Promise<void> {
  const { provider } = deps.payments;
  const names = namesOf(event.fact);
  await deps.db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'purchase-events' });
    const payment = await findPurchaseOfEvent(tx, { provider, isTest: event.isTest, ...names });
    const isNew = await insertPurchaseEvent(tx, {
      id: event.id,
      purchase_id: payment?.id ?? null,
      payment_intent: names.paymentIntent,
      kind: event.kind,
      is_test: event.isTest,
      occurred_at: event.occurredAt,
      received_at: new Date(),
      detail: event.fact,
    });
    if (!isNew || !payment) return;
    if (names.paymentIntent !== null) await adoptPurchaseEvents(tx, payment, names.paymentIntent);
    await settle(deps, tx, {
      ...payment,
      session_id: payment.session_id ?? names.sessionId,
      payment_intent: payment.payment_intent ?? names.paymentIntent,
    });
  });
}

/** Brings a payment to what all its events say, and tells those who wait for it. */
async function settle(deps: PurchasesDeps, tx: Tx, payment: PurchaseRow): Promise<void> {
  const events = await listPurchaseEvents(tx, payment.id);
  const known = events.map((event) => ({
    occurredAt: event.occurred_at,
    fact: paymentFact.parse(event.detail),
  }));
  const settled = toPurchaseState(toExpectedPayment(payment), known);
  await updatePurchase(tx, payment.id, {
    session_id: payment.session_id,
    payment_intent: payment.payment_intent,
    state: settled.state,
    paid_at: settled.paidAt,
    refunded_amount: settled.refundedAmount,
    problem: settled.problem,
    updated_at: new Date(),
  });
  await notify(tx, { kind: 'admin-topic-changed', topic: 'orders' });
  if (payment.paid_at === null && settled.paidAt !== null) {
    await queuePurchaseMails(deps, tx, payment, settled.paidAt);
  }
}

function namesOf(fact: PaymentFact) {
  const paymentId = fact.is === 'checkout' ? z.uuid().safeParse(fact.paymentId).data : undefined;
  return {
    paymentId: paymentId ?? null,
    sessionId: fact.is === 'checkout' ? fact.sessionId : null,
    paymentIntent: fact.paymentIntent,
  };
}
