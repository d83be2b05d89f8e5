import type Stripe from 'stripe';
import type { ProductId } from '../../../contract/site/products.ts';
import { requireNoTransaction } from '../../db/transaction-guard.ts';
import { AppError } from '../errors.ts';
import { loadStripe } from './load-stripe.ts';
import type { OpenedCheckout, PaymentProvider, ProviderEvent } from './payment-provider.ts';
import { verifySignedEvent } from './signed-events.ts';
import { withCheckoutErrors } from './stripe-errors.ts';
import { sessionShape, toCheckoutFact, toProviderEvent } from './stripe-events.ts';
import { toSessionParams } from './stripe-session.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's price id of products that have one there. Each price has to contain the usual amounts in both currencies. */
  prices: Partial<Record<ProductId, string | undefined>>;
  publicUrl: string;
  /** An address to use in place of Stripe's, in tests. */
  apiUrl: string | undefined;
}

// Three attempts and the pauses between them end before the page stops waiting, which is after 15 s.
const responseTimeoutMs = 4_000;
const retriesMax = 2;

export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { secretKey, webhookSecret, prices, publicUrl } = options;
  const isTest = /^(sk|rk)_test_/.test(secretKey);
  let client: Promise<Stripe> | undefined;
  const connect = () => {
    requireNoTransaction('Stripe');
    client ??= openClient(options);
    return client;
  };

  return {
    provider: 'stripe',
    isTest,

    openCheckout: shareCalls(async (request) => {
      const configuredPrice = prices[request.productId];
      return withCheckoutErrors(request, async () => {
        const stripe = await connect();
        const { purchaseId } = request;
        const session = await stripe.checkout.sessions.create(
          toSessionParams(request, { configuredPrice, publicUrl }),
          // Never changes, also not with the name of the product: with another key a checkout that was open at an upgrade
          // would be opened twice, and could be paid twice. Customers do not see it.
          { idempotencyKey: `northlight-checkout-${purchaseId}` },
        );
        // Tax is added when the customer has entered an address, so the sum without it is compared.
        if (session.amount_subtotal === request.amount && session.currency === request.currency)
          return toOpenedCheckout(session);
        // The price in Stripe does not match ours: nothing must be sold at it.
        await stripe.checkout.sessions.expire(session.id).catch(() => undefined);
        throw new Error(
          `Stripe's price ${configuredPrice ?? 'of the checkout'} is ${session.amount_subtotal} ${session.currency}, ours is ${request.amount} ${request.currency}`,
        );
      });
    }),

    readEvent: async (body, signature) => {
      const event = toProviderEvent(await verifySignedEvent(body, signature, webhookSecret));
      if (event && event.isTest !== isTest) {
        const mode = isTest ? 'test' : 'live';
        throw new AppError(400, 'invalid-request', `Only events of the ${mode} mode are accepted here.`);
      }
      return event;
    },

    fetchCheckoutState: async ({ sessionId, now }) => {
      const stripe = await connect();
      const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] });
      return toOutcome(session, now);
    },

    toPaymentUrl: (paymentIntent) =>
      `https://dashboard.stripe.com/${isTest ? 'test/' : ''}payments/${encodeURIComponent(paymentIntent)}`,
  };
}

type OpenCheckout = PaymentProvider['openCheckout'];

/**
 * Concurrent calls for the same checkout share one request: Stripe rejects an idempotency key while the first request
 * with it is in progress.
 */
function shareCalls(open: OpenCheckout): OpenCheckout {
  const running = new Map<string, Promise<OpenedCheckout>>();
  return (request) => {
    const existing = running.get(request.purchaseId);
    if (existing) return existing;
    const call = open(request).finally(() => running.delete(request.purchaseId));
    running.set(request.purchaseId, call);
    return call;
  };
}

async function openClient({ secretKey, apiUrl }: StripeOptions): Promise<Stripe> {
  const StripeClient = await loadStripe();
  const api = apiUrl === undefined ? undefined : new URL(apiUrl);
  return new StripeClient(secretKey, {
    timeout: responseTimeoutMs,
    maxNetworkRetries: retriesMax,
    telemetry: false,
    ...(api && {
      protocol: api.protocol === 'http:' ? 'http' : 'https',
      host: api.hostname,
      port: api.port || (api.protocol === 'http:' ? '80' : '443'),
    }),
  });
}

function toOpenedCheckout({ id, url }: Stripe.Checkout.Session): OpenedCheckout {
  if (url === null) throw new Error('Stripe returned a checkout without a URL');
  return { sessionId: id, url };
}

/** Converts the state of a session to the event that would have reported it. */
function toOutcome(session: Stripe.Checkout.Session, now: Date): ProviderEvent | undefined {
  const outcome = outcomeOf(session);
  if (!outcome) return undefined;
  const shaped = sessionShape.parse(session);
  return {
    id: `asked_${session.id}_${outcome}`,
    kind: `asked.${outcome}`,
    occurredAt: now,
    isTest: !shaped.livemode,
    fact: toCheckoutFact(shaped, outcome),
  };
}

function outcomeOf({ status, payment_status, payment_intent }: Stripe.Checkout.Session) {
  if (status === 'expired') return 'expired';
  if (status !== 'complete') return undefined;
  if (payment_status !== 'unpaid') return 'paid';
  // Waiting for another payment method, or canceled: the bank has declined the payment.
  const attempt = typeof payment_intent === 'object' ? payment_intent?.status : undefined;
  return attempt === 'canceled' || attempt === 'requires_payment_method' ? 'failed' : 'waiting';
}
