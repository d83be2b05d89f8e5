import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { CheckoutFact, PaymentFact, ProviderEvent } from './payment-provider.ts';

// Only the properties we use, so that additions in a new version of Stripe's API change nothing.

/** An id, or the whole object if the request expanded it. */
const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

export const sessionShape = z.object({
  id: z.string().min(1).max(255),
  livemode: z.boolean(),
  status: z.string().nullish(),
  payment_status: z.string(),
  client_reference_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_intent: idOf,
  amount_subtotal: z.number().int().nullish(),
  amount_total: z.number().int().nullish(),
  total_details: z.object({ amount_tax: z.number().int().nullish() }).nullish(),
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

/** Statuses of disputes that were closed without a loss for the seller. */
const closedWithoutLoss = new Set(['won', 'warning_closed', 'prevented']);

const factParsers: Record<string, (object: unknown) => PaymentFact> = {
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
 * Converts an event of Stripe. Undefined for event types that are not about a payment.
 * @throws {AppError} if it is not an event or lacks a property we need.
 */
export function toProviderEvent(given: unknown): ProviderEvent | undefined {
  try {
    return convert(given);
  } catch (cause) {
    throw new AppError(400, 'invalid-request', 'This event cannot be read.', { cause });
  }
}

function convert(given: unknown): ProviderEvent | undefined {
  const event = eventShape.parse(given);
  const toFact = Object.hasOwn(factParsers, event.type) ? factParsers[event.type] : undefined;
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
    // Anyone can add a reference to the URL of a payment link. Only we can set the metadata.
    paymentId: paymentId !== null && paymentId === session.client_reference_id ? paymentId : null,
    priceId: metadata?.price_id ?? null,
    paymentIntent: session.payment_intent ?? null,
    outcome,
    amount: session.amount_total ?? null,
    subtotal: session.amount_subtotal ?? null,
    tax: session.total_details?.amount_tax ?? null,
    currency: session.currency ?? null,
  };
}

function toDisputeFact(object: unknown): PaymentFact {
  const dispute = disputeShape.parse(object);
  return {
    is: 'dispute',
    paymentIntent: dispute.payment_intent ?? null,
    disputeId: dispute.id,
    isOver: closedWithoutLoss.has(dispute.status),
  };
}
