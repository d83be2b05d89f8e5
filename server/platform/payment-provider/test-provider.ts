import { apiPaths } from '../../../contract/paths.ts';
import { deriveKey, hmac } from '../keys.ts';
import { type CheckoutOrder, type PaymentProvider, toCheckoutEnd } from './payment-provider.ts';
import { openSignedEvent, signEvent } from './signed-events.ts';
import { toProviderEvent } from './stripe-events.ts';

interface PaidOrder extends Pick<CheckoutOrder, 'paymentId' | 'priceId' | 'amount' | 'currency'> {
  sessionId: string;
}

/** Payments where no provider is set: our own checkout page, and events signed by ourselves in Stripe's shape. */
export interface TestPaymentProvider extends PaymentProvider {
  provider: 'test';
  /** What the provider would send once the customer has paid: body and signature. */
  pay: (order: PaidOrder) => Promise<{ body: Buffer; signature: string }>;
}

export function createTestProvider(options: { appSecret: string; publicUrl: string }): TestPaymentProvider {
  const webhookSecret = `whsec_${deriveKey(options.appSecret, 'test-payment-events').toString('base64url')}`;
  const sessionKey = deriveKey(options.appSecret, 'test-payment-sessions');
  return {
    provider: 'test',
    isTest: true,
    openCheckout: async ({ paymentId }) => {
      const sessionId = `cs_test_${hmac(sessionKey, paymentId).toString('base64url')}`;
      return { sessionId, url: options.publicUrl + apiPaths.testCheckout(sessionId) };
    },
    readEvent: async (body, signature) =>
      toProviderEvent(await openSignedEvent(body, signature, webhookSecret)),
    askAbout: async ({ sessionId, createdAt, now }) => {
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
          currency: null,
        },
      };
    },
    toPaymentUrl: () => undefined,
    pay: async (order) => {
      const payload = JSON.stringify(toCompletedEvent(order));
      return { body: Buffer.from(payload), signature: await signEvent(payload, webhookSecret) };
    },
  };
}

/** In Stripe's shape. Paying twice tells the same event twice. */
function toCompletedEvent({ paymentId, sessionId, priceId, amount, currency }: PaidOrder) {
  return {
    id: `evt_test_${paymentId}`,
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
        client_reference_id: paymentId,
        metadata: { payment_id: paymentId, price_id: priceId },
        payment_intent: `pi_test_${paymentId}`,
        amount_total: amount,
        currency,
      },
    },
  };
}
