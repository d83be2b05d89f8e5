import { z } from 'zod';
import { notifyAdmins } from '../../platform/live/admin-topics.ts';
import {
  type PaymentFact,
  type ProviderEvent,
  paymentFact,
} from '../../platform/payment-provider/payments.ts';
import { queueOrderMails } from './order-mails.ts';
import { toExpected } from './order-mapping.ts';
import { toPaymentState } from './payment-state.ts';
import type { PaymentsDeps } from './purchase-deps.ts';
import {
  adoptPaymentEvents,
  findPaymentOf,
  insertPaymentEvent,
  listPaymentEvents,
  lockPaymentEvents,
  type Orm,
  type PaymentRow,
  updatePayment,
} from './purchases.queries.ts';

/** Takes what the provider sent. Once this resolves, the event is stored and has had its effect. */
export async function receiveEvent(
  deps: PaymentsDeps,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = await deps.payments.readEvent(body, signature);
  if (event) await takeEvent(deps, event);
}

/**
 * Stores an event and what follows from it together. A repeated event changes nothing; one of a payment we do not know
 * is kept aside, for the event that will say whose it is.
 */
export async function takeEvent(deps: PaymentsDeps, event: ProviderEvent): Promise<void> {
  const { provider } = deps.payments;
  const names = namesOf(event.fact);
  await deps.db.orm.transaction(async (transaction) => {
    await lockPaymentEvents(transaction);
    const payment = await findPaymentOf(transaction, { provider, isTest: event.isTest, ...names });
    const isNew = await insertPaymentEvent(transaction, {
      id: event.id,
      payment_id: payment?.id ?? null,
      payment_intent: names.paymentIntent,
      kind: event.kind,
      is_test: event.isTest,
      occurred_at: event.occurredAt,
      received_at: new Date(),
      detail: event.fact,
    });
    if (!isNew || !payment) return;
    if (names.paymentIntent !== null) await adoptPaymentEvents(transaction, payment, names.paymentIntent);
    await settle(deps, transaction, {
      ...payment,
      session_id: payment.session_id ?? names.sessionId,
      payment_intent: payment.payment_intent ?? names.paymentIntent,
    });
  });
}

/** Brings a payment to what all its events say, and tells those who wait for it. */
async function settle(deps: PaymentsDeps, transaction: Orm, payment: PaymentRow): Promise<void> {
  const events = await listPaymentEvents(transaction, payment.id);
  const known = events.map((event) => ({
    occurredAt: event.occurred_at,
    fact: paymentFact.parse(event.detail),
  }));
  const settled = toPaymentState(toExpected(payment), known);
  await updatePayment(transaction, payment.id, {
    session_id: payment.session_id,
    payment_intent: payment.payment_intent,
    state: settled.state,
    paid_at: settled.paidAt,
    refunded_amount: settled.refundedAmount,
    problem: settled.problem,
    updated_at: new Date(),
  });
  await notifyAdmins(transaction, 'orders');
  if (payment.paid_at === null && settled.paidAt !== null) {
    await queueOrderMails(deps, transaction, payment, settled.paidAt);
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
