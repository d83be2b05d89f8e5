import type Stripe from 'stripe';
import type { ProductId } from '../../../contract/public/products.ts';
import { requireNoTransaction } from '../../db/transaction-guard.ts';
import { AppError } from '../errors.ts';
import { loadStripe } from './load-stripe.ts';
import {
  type OpenedCheckout,
  type PaymentProvider,
  type ProviderEvent,
  toCheckoutEnd,
} from './payment-provider.ts';
import { verifySignedEvent } from './signed-events.ts';
import { sessionShape, toCheckoutFact, toProviderEvent } from './stripe-events.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's price id of each product. Each price has to contain our amounts in both currencies. */
  prices: Record<ProductId, string>;
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
      const { purchaseId, productId, priceId, currency } = request;
      return withCheckoutErrors(async () => {
        const stripe = await connect();
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            line_items: [{ price: prices[productId], quantity: 1 }],
            currency,
            // The customer chose the currency on our page. With another one the amount would differ from ours.
            adaptive_pricing: { enabled: false },
            customer_email: request.customerEmail,
            client_reference_id: purchaseId,
            metadata: { payment_id: purchaseId, price_id: priceId },
            invoice_creation: { enabled: true },
            expires_at: Math.floor(toCheckoutEnd(request.createdAt).getTime() / 1000),
            success_url: `${publicUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
            cancel_url: `${publicUrl}/payment-canceled`,
            custom_text: { submit: { message: toTermsText(publicUrl) } },
          },
          // Never changes, also not with the name of the product: with another key a checkout that was open at an upgrade
          // would be opened twice, and could be paid twice. Customers do not see it.
          { idempotencyKey: `northlight-checkout-${purchaseId}` },
        );
        if (session.amount_total === request.amount && session.currency === currency)
          return toOpenedCheckout(session);
        // The price in Stripe does not match ours: nothing must be sold at it.
        await stripe.checkout.sessions.expire(session.id).catch(() => undefined);
        throw new Error(
          `Stripe's price ${prices[productId]} is ${session.amount_total} ${session.currency}, ours is ${request.amount} ${currency}`,
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

/**
 * The text next to Stripe's pay button, which may contain Markdown links. We do not use Stripe's checkbox
 * (`consent_collection`): Stripe rejects it unless the URL of the terms is set in the account's dashboard.
 */
function toTermsText(publicUrl: string): string {
  const terms = `[Terms of Service](${publicUrl}/terms-of-service)`;
  const privacy = `[Privacy Policy](${publicUrl}/privacy-policy)`;
  return `By paying you agree to the ${terms} and the ${privacy}.`;
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

/** Replaces any error of Stripe with one message for the customer. Its cause is logged. */
async function withCheckoutErrors(work: () => Promise<OpenedCheckout>): Promise<OpenedCheckout> {
  try {
    return await work();
  } catch (error) {
    const { errors } = await loadStripe();
    const status = error instanceof errors.StripeConnectionError ? 503 : 502;
    throw new AppError(status, 'checkout-failed', 'Failed to create checkout session', {
      cause: withoutDetails(error, errors),
    });
  }
}

/** Stripe's errors repeat the request, including the customer's address, so only their type and ids are logged. */
function withoutDetails(error: unknown, { StripeError }: typeof Stripe.errors): unknown {
  if (!(error instanceof StripeError)) return error;
  const { type, code, statusCode, requestId } = error;
  return new Error(`${type}, code ${code}, status ${statusCode}, request ${requestId}`);
}
