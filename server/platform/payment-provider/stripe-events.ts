import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { CheckoutFact, PaymentFact, ProviderEvent } from './payment-provider.ts';

// Only what we use of Stripe's objects, so that a new version of its API with more in them changes nothing.

/** An id, or the whole object where it was asked for. */
const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

export const sessionShape = z.object({
  id: z.string().min(1).max(255),
  livemode: z.boolean(),
  status: z.string().nullish(),
  payment_status: z.string(),
  client_reference_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_intent: idOf,
  amount_total: z.number().int().nullish(),
  currency: z.string().nullish(),
});
type Session = z.infer<typeof sessionShape>;

const chargeShape = z.object({
  payment_intent: idOf,
  amount_refunded: z.number().int().nonnegative(),
  refunded: z.boolean(),
});

const disputeShape = z.object({ id: z.string().min(1).max(255), payment_intent: idOf, status: z.string() });

const eventShape = z.object({
  id: z.string().min(1).max(255),
  object: z.literal('event'),
  type: z.string().max(100),
  created: z.number().int().nonnegative(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});

/** Ended in the seller's favour, or before it cost anything. */
const harmlessEnds = new Set(['won', 'warning_closed', 'prevented']);

const factOf: Record<string, (object: unknown) => PaymentFact> = {
  'checkout.session.completed': (object) => {
    const session = sessionShape.parse(object);
    return toCheckoutFact(session, session.payment_status === 'unpaid' ? 'waiting' : 'paid');
  },
  'checkout.session.async_payment_succeeded': (object) => toCheckoutFact(sessionShape.parse(object), 'paid'),
  'checkout.session.async_payment_failed': (object) => toCheckoutFact(sessionShape.parse(object), 'failed'),
  'checkout.session.expired': (object) => toCheckoutFact(sessionShape.parse(object), 'expired'),
  'charge.refunded': (object) => {
    const charge = chargeShape.parse(object);
    return {
      is: 'refund',
      paymentIntent: charge.payment_intent ?? null,
      refundedAmount: charge.amount_refunded,
      isWhole: charge.refunded,
    };
  },
  'charge.dispute.created': toDisputeFact,
  'charge.dispute.updated': toDisputeFact,
  'charge.dispute.closed': toDisputeFact,
};

/**
 * The event in our words; undefined for kinds that say nothing about a payment.
 * @throws {AppError} for what is no event, or lacks what we need of it.
 */
export function toProviderEvent(given: unknown): ProviderEvent | undefined {
  try {
    return translate(given);
  } catch (cause) {
    throw new AppError(400, 'invalid-request', 'This event cannot be read.', { cause });
  }
}

function translate(given: unknown): ProviderEvent | undefined {
  const event = eventShape.parse(given);
  const toFact = Object.hasOwn(factOf, event.type) ? factOf[event.type] : undefined;
  if (!toFact) return undefined;
  return {
    id: event.id,
    kind: event.type,
    occurredAt: new Date(event.created * 1000),
    isTest: !event.livemode,
    fact: toFact(event.data.object),
  };
}

export function toCheckoutFact(session: Session, outcome: CheckoutFact['outcome']): CheckoutFact {
  const { metadata } = session;
  const paymentId = metadata?.payment_id ?? null;
  return {
    is: 'checkout',
    sessionId: session.id,
    // A reference can be put into the address of a payment link by anybody; the metadata only by us.
    paymentId: paymentId !== null && paymentId === session.client_reference_id ? paymentId : null,
    priceId: metadata?.price_id ?? null,
    paymentIntent: session.payment_intent ?? null,
    outcome,
    amount: session.amount_total ?? null,
    currency: session.currency ?? null,
  };
}

function toDisputeFact(object: unknown): PaymentFact {
  const dispute = disputeShape.parse(object);
  return {
    is: 'dispute',
    paymentIntent: dispute.payment_intent ?? null,
    disputeId: dispute.id,
    isOver: harmlessEnds.has(dispute.status),
  };
}
