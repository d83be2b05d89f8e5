import type { z } from 'zod';
import { fromMinorUnits } from '../../../../contract/rules/decimal.ts';
import {
  ignored,
  parseContent,
  requireOrderId,
  type ShopRefund,
  type ShopReport,
  toParts,
} from '../shop-report.ts';
import { fromStripeAmount, toStripeDigits } from './stripe-amount.ts';
import {
  eventAbout,
  type StripeRefund,
  stripeCharge,
  stripeDispute,
  stripeEvent,
  stripeIntent,
  stripeRefund,
  stripeSession,
} from './stripe-objects.ts';

const readers: Readonly<Record<string, (content: unknown) => ShopReport>> = {
  'checkout.session.completed': readSession,
  'checkout.session.async_payment_succeeded': readSession,
  'checkout.session.async_payment_failed': readSession,
  'payment_intent.succeeded': readIntent,
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': readRefund,
  'charge.refund.updated': readRefund,
  'charge.refunded': readCharge,
  'charge.dispute.created': readDispute,
  'charge.dispute.updated': readDispute,
  'charge.dispute.closed': readDispute,
  'charge.dispute.funds_withdrawn': readDispute,
  'charge.dispute.funds_reinstated': readDispute,
};

/**
 * Reads an event of a shop's own Stripe account.
 * @throws {ContentError}
 */
export function readStripeEvent(content: unknown): ShopReport {
  const { type } = parseContent(stripeEvent, content);
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  return read ? read(content) : ignored('Events of this type contain no orders.');
}

function readSession(content: unknown): ShopReport {
  const event = parseContent(eventAbout(stripeSession), content);
  const { object } = event.data;
  const { amount_total, currency, metadata } = object;
  if (amount_total === null || currency === null) return ignored('The Checkout session has no amount.');
  const failed = event.type === 'checkout.session.async_payment_failed';
  const unpaid = failed ? 'cancelled' : 'pending';
  const status = object.payment_status === 'unpaid' ? unpaid : 'paid';
  const [id, field] = toOrderId(object);
  const total = fromStripeAmount(amount_total, currency, 'data.object.amount_total');
  return {
    kind: 'order',
    paymentId: object.payment_intent,
    refunds: [],
    order: {
      orderId: requireOrderId(id, `data.object.${field}`),
      amount: total,
      currency,
      ...toParts(toSentParts(object, currency), total, currency),
      occurredAt: object.created,
      status,
      customerRef: object.customer,
      visitor: metadata.visitor,
      // Stripe has seconds: of two events of one second, the one with the result of the payment is the later one.
      changedAt: new Date(event.created.getTime() + (status === 'pending' ? 0 : 1)),
    },
  };
}

/**
 * The parts of a session whose tax Stripe knows: without automatic tax and tax rates it is zero, also where prices include
 * tax. A session without a shipping rate has no `shipping_cost`.
 */
function toSentParts(
  { total_details: details, automatic_tax: automatic, shipping_cost: cost }: z.output<typeof stripeSession>,
  currency: string,
): { tax: string | undefined; shipping: string | undefined } {
  const tax = details?.amount_tax ?? 0;
  if (tax === 0 && !automatic?.enabled) return { tax: undefined, shipping: undefined };
  const shipping = cost ? cost.amount_total - cost.amount_tax : 0;
  const toText = (units: number) => fromMinorUnits(BigInt(units), toStripeDigits(currency));
  return { tax: toText(tax), shipping: toText(shipping) };
}

/** Stripe suggests a customer's id as client reference, so the shop can say in the metadata what the order's id is. */
function toOrderId(session: z.output<typeof stripeSession>): [id: string, field: string] {
  if (session.metadata.orderId) return [session.metadata.orderId, 'metadata.order_id'];
  if (session.client_reference_id) return [session.client_reference_id, 'client_reference_id'];
  return [session.id, 'id'];
}

/** For shops without Checkout. Only with an order id: a Checkout session has a payment intent as well. */
function readIntent(content: unknown): ShopReport {
  const event = parseContent(eventAbout(stripeIntent), content);
  const { object } = event.data;
  const { currency, metadata } = object;
  if (!metadata.orderId) return ignored('The payment intent has no order_id in its metadata.');
  return {
    kind: 'order',
    paymentId: object.id,
    refunds: [],
    order: {
      orderId: requireOrderId(metadata.orderId, 'data.object.metadata.order_id'),
      amount: fromStripeAmount(object.amount_received, currency, 'data.object.amount_received'),
      currency,
      occurredAt: object.created,
      status: 'paid',
      customerRef: object.customer,
      visitor: metadata.visitor,
      changedAt: new Date(event.created.getTime() + 1),
    },
  };
}

const noPayment = 'It belongs to no payment intent, so its order cannot be found.';

function readRefund(content: unknown): ShopReport {
  const { object } = parseContent(eventAbout(stripeRefund), content).data;
  return toRefunds(object.payment_intent, toShopRefunds(object, 'data.object.amount'));
}

function readCharge(content: unknown): ShopReport {
  const { object } = parseContent(eventAbout(stripeCharge), content).data;
  const refunds = object.refunds?.data ?? [];
  if (refunds.length === 0)
    return ignored('The event lists no refunds. Select refund.created and refund.updated in Stripe.');
  const paymentId = object.payment_intent ?? refunds.find((refund) => refund.payment_intent)?.payment_intent;
  return toRefunds(
    paymentId,
    refunds.flatMap((refund, n) => toShopRefunds(refund, `data.object.refunds.data.${n}.amount`)),
  );
}

function toRefunds(paymentId: string | undefined, refunds: ShopRefund[]): ShopReport {
  if (paymentId === undefined) return ignored(noPayment);
  if (refunds.length === 0) return ignored('The refund is not completed, so no money went back yet.');
  return { kind: 'refunds', of: { paymentId }, refunds };
}

/**
 * A refund counts once it succeeded. A failed one is both: money that went back, and came back. So it does not matter
 * which of its events arrives first.
 */
function toShopRefunds({ id, amount, currency, status, created }: StripeRefund, field: string): ShopRefund[] {
  const isFailed = status === 'failed' || status === 'canceled';
  const isSucceeded = status === 'succeeded' || status === null || status === undefined;
  if (!isFailed && !isSucceeded) return [];
  const shared = { kind: 'refund', currency, occurredAt: created } as const;
  const refund = { ...shared, refundId: id, amount: fromStripeAmount(amount, currency, field) };
  return isFailed ? [refund, { ...refund, refundId: `${id}:failed`, amount: `-${refund.amount}` }] : [refund];
}

function readDispute(content: unknown): ShopReport {
  const event = parseContent(eventAbout(stripeDispute), content);
  const { id, amount, currency, status, created, payment_intent: paymentId } = event.data.object;
  if (!['needs_response', 'under_review', 'won', 'lost'].includes(status))
    return ignored('Only an inquiry: no money was taken.');
  if (paymentId === undefined) return ignored(noPayment);
  const shared = { currency, amount: fromStripeAmount(amount, currency, 'data.object.amount') };
  const dispute: ShopRefund = { ...shared, refundId: id, kind: 'dispute', occurredAt: created };
  // A won dispute ends with two events, and only this one has the time at which it was won.
  const isWon = status === 'won' && event.type === 'charge.dispute.closed';
  const won: ShopRefund = {
    ...shared,
    refundId: `${id}:won`,
    kind: 'dispute-won',
    occurredAt: event.created,
  };
  return { kind: 'refunds', of: { paymentId }, refunds: isWon ? [dispute, won] : [dispute] };
}
