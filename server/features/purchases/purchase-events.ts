import { z } from 'zod';
import type { Tx } from '../../db/client.ts';
import { lockForTransaction } from '../../db/locks.ts';
import { notify } from '../../db/notifications/notifications.ts';
import {
  type PaymentFact,
  type ProviderEvent,
  paymentFact,
} from '../../platform/payment-provider/payment-provider.ts';
import { queuePurchaseMails } from './purchase-mails.ts';
import { toPurchaseState } from './purchase-state.ts';
import { toExpectedPayment } from './purchase-status.ts';
import {
  adoptPurchaseEvents,
  findPurchaseOfEvent,
  insertPurchaseEvent,
  listPurchaseEvents,
  type PurchaseRow,
  updatePurchase,
} from './purchases.queries.ts';
import type { PurchasesDeps } from './purchases.ts';

/** Verifies and applies an event that the provider sent. Resolves when the event is stored and its effect committed. */
export async function receivePurchaseEvent(
  deps: PurchasesDeps,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = await deps.payments.readEvent(body, signature);
  if (event) await applyPurchaseEvent(deps, event);
}

/**
 * Stores an event and updates its purchase in one transaction. A repeated event changes nothing. An event without a known
 * purchase is stored until a later event identifies the purchase.
 */
export async function applyPurchaseEvent(deps: PurchasesDeps, event: ProviderEvent): Promise<void> {
  const { provider } = deps.payments;
  const references = toReferences(event.fact);
  await deps.db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'purchase-events' });
    const purchase = await findPurchaseOfEvent(tx, { provider, isTest: event.isTest, ...references });
    const isNew = await insertPurchaseEvent(tx, {
      id: event.id,
      purchase_id: purchase?.id ?? null,
      payment_intent: references.paymentIntent,
      kind: event.kind,
      is_test: event.isTest,
      occurred_at: event.occurredAt,
      received_at: new Date(),
      detail: event.fact,
    });
    if (!isNew || !purchase) return;
    if (references.paymentIntent !== null) await adoptPurchaseEvents(tx, purchase, references.paymentIntent);
    await updateFromEvents(deps, tx, {
      ...purchase,
      session_id: purchase.session_id ?? references.sessionId,
      payment_intent: purchase.payment_intent ?? references.paymentIntent,
    });
  });
}

/** Updates a purchase from all its events, notifies administrators and queues mails for the first payment. */
async function updateFromEvents(deps: PurchasesDeps, tx: Tx, purchase: PurchaseRow): Promise<void> {
  const events = await listPurchaseEvents(tx, purchase.id);
  const known = events.map((event) => ({
    occurredAt: event.occurred_at,
    fact: paymentFact.parse(event.detail),
  }));
  const next = toPurchaseState(toExpectedPayment(purchase), known);
  await updatePurchase(tx, purchase.id, {
    session_id: purchase.session_id,
    payment_intent: purchase.payment_intent,
    state: next.state,
    paid_at: next.paidAt,
    tax_amount: next.taxAmount,
    refunded_amount: next.refundedAmount,
    problem: next.problem,
    updated_at: new Date(),
  });
  await notify(tx, { kind: 'admin-topic-changed', topic: 'orders' });
  if (purchase.paid_at === null && next.paidAt !== null) {
    await queuePurchaseMails(deps, tx, { ...purchase, tax_amount: next.taxAmount }, next.paidAt);
  }
}

function toReferences(fact: PaymentFact) {
  const paymentId = fact.is === 'checkout' ? z.uuid().safeParse(fact.paymentId).data : undefined;
  return {
    paymentId: paymentId ?? null,
    sessionId: fact.is === 'checkout' ? fact.sessionId : null,
    paymentIntent: fact.paymentIntent,
  };
}
