import { sampleSeconds } from './sample-times.ts';
import type { ShopDelivery } from './shop-deliveries.ts';

// Written after https://docs.stripe.com/api; never received from Stripe.

interface Payment {
  session: string;
  intent: string;
  amount: number;
  currency: string;
}

/** https://docs.stripe.com/api/events/object */
export function stripeEvent(type: string, object: object, minutes: number): ShopDelivery {
  const content = {
    id: `evt_1Northlight${type.replaceAll('.', '')}${minutes}`,
    object: 'event',
    api_version: '2025-09-30.clover',
    created: sampleSeconds(minutes),
    data: { object },
    livemode: true,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  return { topic: type, content };
}

/** https://docs.stripe.com/api/checkout/sessions/object */
export const stripeSession = ({ session, intent, amount, currency }: Payment, given: object = {}) => ({
  id: session,
  object: 'checkout.session',
  after_expiration: null,
  amount_subtotal: amount,
  amount_total: amount,
  automatic_tax: { enabled: false, liability: null, status: null },
  cancel_url: null,
  client_reference_id: 'A-1001',
  created: sampleSeconds(0),
  currency,
  customer: 'cus_NffrFeUfNV2Hib',
  customer_details: { address: null, email: 'jenny@example.com', name: null, phone: null },
  livemode: true,
  metadata: { site_visitor: 'b1' },
  mode: 'payment',
  payment_intent: intent,
  payment_method_types: ['card'],
  payment_status: 'paid',
  status: 'complete',
  success_url: 'https://shop.test/thanks',
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ...given,
});

/** https://docs.stripe.com/api/payment_intents/object */
export const stripeIntent = ({ intent, amount, currency }: Payment, given: object = {}) => ({
  id: intent,
  object: 'payment_intent',
  amount,
  amount_capturable: 0,
  amount_received: amount,
  capture_method: 'automatic',
  created: sampleSeconds(0),
  currency,
  customer: null,
  latest_charge: 'ch_3MtweELkdIwHu7ix0Dt0gF2H',
  livemode: true,
  metadata: {},
  status: 'succeeded',
  ...given,
});

/** https://docs.stripe.com/api/refunds/object */
export const stripeRefund = (
  { intent, currency }: Payment,
  {
    id,
    amount,
    minutes,
    status = 'succeeded',
  }: { id: string; amount: number; minutes: number; status?: string },
) => ({
  id,
  object: 'refund',
  amount,
  balance_transaction: 'txn_1Nispe2eZvKYlo2CYezqFhEx',
  charge: 'ch_3MtweELkdIwHu7ix0Dt0gF2H',
  created: sampleSeconds(minutes),
  currency,
  destination_details: { card: { reference: '123456789012', type: 'refund' }, type: 'card' },
  metadata: {},
  payment_intent: intent,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status,
  transfer_reversal: null,
});

/** https://docs.stripe.com/api/charges/object, as versions of the API before 2022-11-15 send it: with its refunds. */
export const stripeCharge = (payment: Payment, refunds: object[] | undefined) => ({
  id: 'ch_3MtweELkdIwHu7ix0Dt0gF2H',
  object: 'charge',
  amount: payment.amount,
  amount_captured: payment.amount,
  amount_refunded: 500,
  captured: true,
  created: sampleSeconds(0),
  currency: payment.currency,
  disputed: false,
  paid: true,
  payment_intent: payment.intent,
  refunded: false,
  ...(refunds === undefined ? {} : { refunds: { object: 'list', data: refunds, has_more: false } }),
  status: 'succeeded',
});

/** https://docs.stripe.com/api/disputes/object */
export const stripeDispute = (
  { intent, currency }: Payment,
  { amount, minutes, status }: { amount: number; minutes: number; status: string },
) => ({
  id: 'dp_1MtJUT2eZvKYlo2CNaw2HvEv',
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: 'ch_3MtweELkdIwHu7ix0Dt0gF2H',
  created: sampleSeconds(minutes),
  currency,
  evidence_details: {
    due_by: sampleSeconds(10_000),
    has_evidence: false,
    past_due: false,
    submission_count: 0,
  },
  is_charge_refundable: false,
  livemode: true,
  metadata: {},
  payment_intent: intent,
  reason: 'general',
  status,
});

const payment: Payment = {
  session: 'cs_live_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u',
  intent: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
  amount: 12_990,
  currency: 'usd',
};
export const stripePayment = payment;

const refundOne = { id: 're_1Nispe2eZvKYlo2Cd31jOCgZ', amount: 2_000, minutes: 60 };
const refundTwo = { id: 're_1Nispe2eZvKYlo2Cd31jOCg2', amount: 500, minutes: 120 };
const refundFailed = { id: 're_1Nispe2eZvKYlo2Cd31jOCg3', amount: 700, minutes: 130 };
const dispute = { amount: 3_000, minutes: 180 };

/** An order paid by bank debit: it succeeds later, is partly refunded twice, once in vain, and disputed. */
export const stripeStory: readonly ShopDelivery[] = [
  stripeEvent('checkout.session.completed', stripeSession(payment, { payment_status: 'unpaid' }), 1),
  stripeEvent('checkout.session.async_payment_succeeded', stripeSession(payment), 1),
  stripeEvent('refund.created', stripeRefund(payment, { ...refundOne, status: 'pending' }), 60),
  stripeEvent('refund.updated', stripeRefund(payment, refundOne), 61),
  stripeEvent('charge.refunded', stripeCharge(payment, [stripeRefund(payment, refundOne)]), 61),
  stripeEvent('refund.created', stripeRefund(payment, refundTwo), 120),
  stripeEvent('refund.created', stripeRefund(payment, refundFailed), 130),
  stripeEvent('refund.failed', stripeRefund(payment, { ...refundFailed, status: 'failed' }), 140),
  stripeEvent(
    'charge.dispute.created',
    stripeDispute(payment, { ...dispute, status: 'needs_response' }),
    180,
  ),
  stripeEvent(
    'charge.dispute.funds_withdrawn',
    stripeDispute(payment, { ...dispute, status: 'needs_response' }),
    181,
  ),
  stripeEvent('charge.dispute.closed', stripeDispute(payment, { ...dispute, status: 'won' }), 300),
  stripeEvent('charge.dispute.funds_reinstated', stripeDispute(payment, { ...dispute, status: 'won' }), 302),
];
