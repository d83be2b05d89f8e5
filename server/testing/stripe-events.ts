import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import { apiPaths } from '../../contract/paths.ts';
import type { Answer } from './purchases.ts';
import { stripeWebhookSecret } from './stripe-stub.ts';

export interface StripeEvent {
  id: string;
  object: 'event';
  type: string;
  created: number;
  livemode: boolean;
  data: { object: object };
}

/** What Stripe's events about one payment have in common. */
export interface StripePurchase {
  paymentId: string;
  sessionId: string;
  intent: string;
  amount: number;
  currency: string;
  priceId: string;
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

export function aStripeEvent(type: string, object: object, given: Partial<StripeEvent> = {}): StripeEvent {
  const id = `evt_${randomUUID().replaceAll('-', '')}`;
  return { id, object: 'event', type, created: nowSeconds(), livemode: false, data: { object }, ...given };
}

export function aCheckoutEvent(
  kind: 'completed' | 'async_payment_succeeded' | 'async_payment_failed' | 'expired',
  subject: StripePurchase,
  given: object = {},
): StripeEvent {
  const isPaid = kind === 'completed' || kind === 'async_payment_succeeded';
  return aStripeEvent(`checkout.session.${kind}`, {
    id: subject.sessionId,
    object: 'checkout.session',
    livemode: false,
    status: kind === 'expired' ? 'expired' : 'complete',
    payment_status: isPaid ? 'paid' : 'unpaid',
    client_reference_id: subject.paymentId,
    metadata: { payment_id: subject.paymentId, price_id: subject.priceId },
    payment_intent: kind === 'expired' ? null : subject.intent,
    amount_total: subject.amount,
    currency: subject.currency,
    ...given,
  });
}

export function aRefundEvent(subject: StripePurchase, amount: number): StripeEvent {
  return aStripeEvent('charge.refunded', {
    id: 'ch_1',
    object: 'charge',
    payment_intent: subject.intent,
    amount: subject.amount,
    amount_refunded: amount,
    refunded: amount === subject.amount,
  });
}

export function aDisputeEvent(
  subject: StripePurchase,
  kind: 'created' | 'closed',
  status: string,
): StripeEvent {
  const object = { id: 'dp_1', object: 'dispute', payment_intent: subject.intent, status };
  return aStripeEvent(`charge.dispute.${kind}`, object);
}

interface Sending {
  secret?: string;
  /** Seconds since 1970 in the signature. */
  timestamp?: number;
  /** Instead of the right one. */
  signature?: string | undefined;
  /** Sent instead of what was signed. */
  body?: string;
}

/** Sends an event as Stripe does, signed by its own library. */
export function sendStripeEvent(app: FastifyInstance, event: object, sending: Sending = {}): Promise<Answer> {
  const payload = JSON.stringify(event);
  const { secret = stripeWebhookSecret, timestamp = nowSeconds(), body = payload } = sending;
  const right = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const signature = 'signature' in sending ? sending.signature : right;
  return app.inject({
    method: 'POST',
    url: apiPaths.stripeWebhook,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
    payload: body,
  });
}
