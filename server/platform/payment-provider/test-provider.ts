import { apiPaths } from '../../../contract/paths.ts';
import { deriveKey, hmac } from '../keys.ts';
import { type CheckoutRequest, type PaymentProvider, toCheckoutEnd } from './payment-provider.ts';
import { signEvent, verifySignedEvent } from './signed-events.ts';
import { toProviderEvent } from './stripe-events.ts';

interface PaidCheckout extends Pick<CheckoutRequest, 'purchaseId' | 'priceId' | 'amount' | 'currency'> {
  sessionId: string;
}

/** Used if no provider is configured: our own checkout page, and events in Stripe's format that we sign ourselves. */
export interface TestPaymentProvider extends PaymentProvider {
  provider: 'test';
  /** Returns the body and signature of the event that a provider would send after the payment. */
  pay: (checkout: PaidCheckout) => Promise<{ body: Buffer; signature: string }>;
}

export function createTestProvider(options: { appSecret: string; publicUrl: string }): TestPaymentProvider {
  const webhookSecret = `whsec_${deriveKey(options.appSecret, 'test-payment-events').toString('base64url')}`;
  const sessionKey = deriveKey(options.appSecret, 'test-payment-sessions');
  return {
    provider: 'test',
    isTest: true,
    openCheckout: async ({ purchaseId }) => {
      const sessionId = `cs_test_${hmac(sessionKey, purchaseId).toString('base64url')}`;
      return { sessionId, url: options.publicUrl + apiPaths.testCheckout(sessionId) };
    },
    readEvent: async (body, signature) =>
      toProviderEvent(await verifySignedEvent(body, signature, webhookSecret)),
    fetchCheckoutState: async ({ sessionId, createdAt, now }) => {
      if (now < toCheckoutEnd(createdAt)) return undefined;
      return {
        id: `asked_${sessionId}_expired`,
        kind: 'asked.expired',
        occurredAt: now,
        isTest: true,
        fact: {
          is: 'checkout',
          sessionId,
          paymentId: null,
          priceId: null,
          paymentIntent: null,
          outcome: 'expired',
          amount: null,
          subtotal: null,
          tax: null,
          currency: null,
        },
      };
    },
    toPaymentUrl: () => undefined,
    pay: async (checkout) => {
      const payload = JSON.stringify(toCompletedEvent(checkout));
      return { body: Buffer.from(payload), signature: await signEvent(payload, webhookSecret) };
    },
  };
}

/** An event in Stripe's format. Paying twice creates the same event twice. */
function toCompletedEvent({ purchaseId, sessionId, priceId, amount, currency }: PaidCheckout) {
  return {
    id: `evt_test_${purchaseId}`,
    object: 'event',
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: {
      object: {
        id: sessionId,
        object: 'checkout.session',
        livemode: false,
        status: 'complete',
        payment_status: 'paid',
        client_reference_id: purchaseId,
        metadata: { payment_id: purchaseId, price_id: priceId },
        payment_intent: `pi_test_${purchaseId}`,
        amount_subtotal: amount,
        amount_total: amount,
        total_details: { amount_tax: 0 },
        currency,
      },
    },
  };
}
