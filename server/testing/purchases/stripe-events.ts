import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import { apiPaths } from '../../../contract/paths.ts';
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

/** The fields that Stripe's events about one purchase share. */
export interface StripePurchase {
  paymentId: string;
  sessionId: string;
  intent: string;
  /** Without tax. */
  amount: number;
  /** The tax that was added to the amount. */
  tax?: number;
  currency: string;
  priceId: string;
}

const toTotal = ({ amount, tax = 0 }: StripePurchase) => amount + tax;

const nowSeconds = () => Math.floor(Date.now() / 1000);

export function aStripeEvent(type: string, object: object, given: Partial<StripeEvent> = {}): StripeEvent {
  const id = `evt_${randomUUID().replaceAll('-', '')}`;
  return { id, object: 'event', type, created: nowSeconds(), livemode: false, data: { object }, ...given };
}

export function aCheckoutEvent(
  kind: 'completed' | 'async_payment_succeeded' | 'async_payment_failed' | 'expired',
  purchase: StripePurchase,
  given: object = {},
): StripeEvent {
  const isPaid = kind === 'completed' || kind === 'async_payment_succeeded';
  return aStripeEvent(`checkout.session.${kind}`, {
    id: purchase.sessionId,
    object: 'checkout.session',
    livemode: false,
    status: kind === 'expired' ? 'expired' : 'complete',
    payment_status: isPaid ? 'paid' : 'unpaid',
    client_reference_id: purchase.paymentId,
    metadata: { payment_id: purchase.paymentId, price_id: purchase.priceId },
    payment_intent: kind === 'expired' ? null : purchase.intent,
    amount_subtotal: purchase.amount,
    amount_total: toTotal(purchase),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: purchase.tax ?? 0 },
    currency: purchase.currency,
    ...given,
  });
}

export function aRefundEvent(purchase: StripePurchase, amount: number): StripeEvent {
  return aStripeEvent('charge.refunded', {
    id: 'ch_1',
    object: 'charge',
    payment_intent: purchase.intent,
    amount: toTotal(purchase),
    amount_refunded: amount,
    refunded: amount === toTotal(purchase),
  });
}

export function aDisputeEvent(
  purchase: StripePurchase,
  kind: 'created' | 'closed',
  status: string,
): StripeEvent {
  const object = { id: 'dp_1', object: 'dispute', payment_intent: purchase.intent, status };
  return aStripeEvent(`charge.dispute.${kind}`, object);
}

interface SendOptions {
  secret?: string;
  /** The timestamp of the signature, in seconds since 1970. */
  timestamp?: number;
  /** Replaces the valid signature; undefined sends none. */
  signature?: string | undefined;
  /** Replaces the body that was signed. */
  body?: string;
}

/** Sends an event as Stripe does, signed by Stripe's library. */
export function sendStripeEvent(
  app: FastifyInstance,
  event: object,
  options: SendOptions = {},
): Promise<Answer> {
  const payload = JSON.stringify(event);
  const { secret = stripeWebhookSecret, timestamp = nowSeconds(), body = payload } = options;
  const valid = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const signature = 'signature' in options ? options.signature : valid;
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
