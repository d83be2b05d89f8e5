import type Stripe from 'stripe';
import type { ProductId } from '../../../contract/products.ts';
import { refuseInTransaction } from '../../db/transaction-guard.ts';
import { AppError } from '../errors.ts';
import { loadStripe } from './load-stripe.ts';
import {
  type OpenedCheckout,
  type PaymentProvider,
  type ProviderEvent,
  toCheckoutEnd,
} from './payment-provider.ts';
import { openSignedEvent } from './signed-events.ts';
import { sessionShape, toCheckoutFact, toProviderEvent } from './stripe-events.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's price of each product, holding ours in both currencies. */
  prices: Record<ProductId, string>;
  publicUrl: string;
  /** Another address of its API than the real one, for trying it out. */
  apiUrl: string | undefined;
}

// Three tries and their pauses end before the page gives up waiting, which is after 15 s.
const answerMaxMs = 4_000;
const retriesMax = 2;

export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { secretKey, webhookSecret, prices, publicUrl } = options;
  const isTest = /^(sk|rk)_test_/.test(secretKey);
  let client: Promise<Stripe> | undefined;
  const connect = () => {
    refuseInTransaction('Stripe');
    client ??= openClient(options);
    return client;
  };

  return {
    provider: 'stripe',
    isTest,

    openCheckout: shareCalls(async (order) => {
      const { paymentId, productId, priceId, currency } = order;
      return orCheckoutFailed(async () => {
        const stripe = await connect();
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            line_items: [{ price: prices[productId], quantity: 1 }],
            currency,
            // The customer chose the currency on our page; another one would be another amount than ours.
            adaptive_pricing: { enabled: false },
            customer_email: order.customerEmail,
            client_reference_id: paymentId,
            metadata: { payment_id: paymentId, price_id: priceId },
            invoice_creation: { enabled: true },
            expires_at: Math.floor(toCheckoutEnd(order.createdAt).getTime() / 1000),
            success_url: `${publicUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
            cancel_url: `${publicUrl}/payment-canceled`,
            custom_text: { submit: { message: toTermsText(publicUrl) } },
          },
          { idempotencyKey: `northlight-checkout-${paymentId}` },
        );
        if (session.amount_total === order.amount && session.currency === currency) return toOpened(session);
        // Better no sale than one at a price we do not ask.
        await stripe.checkout.sessions.expire(session.id).catch(() => undefined);
        throw new Error(
          `Stripe's price ${prices[productId]} is ${session.amount_total} ${session.currency}, ours is ${order.amount} ${currency}`,
        );
      });
    }),

    readEvent: async (body, signature) => {
      const event = toProviderEvent(await openSignedEvent(body, signature, webhookSecret));
      if (event && event.isTest !== isTest) {
        const mode = isTest ? 'test' : 'live';
        throw new AppError(400, 'invalid-request', `Only events of the ${mode} mode are taken here.`);
      }
      return event;
    },

    askAbout: async ({ sessionId, now }) => {
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
  const underWay = new Map<string, Promise<OpenedCheckout>>();
  return (order) => {
    const known = underWay.get(order.paymentId);
    if (known) return known;
    const call = open(order).finally(() => underWay.delete(order.paymentId));
    underWay.set(order.paymentId, call);
    return call;
  };
}

/**
 * Shown beside Stripe's pay button, which turns Markdown links into links. Stripe's own checkbox
 * (`consent_collection`) is refused unless the terms' address is set in the account's dashboard.
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
    timeout: answerMaxMs,
    maxNetworkRetries: retriesMax,
    telemetry: false,
    ...(api && {
      protocol: api.protocol === 'http:' ? 'http' : 'https',
      host: api.hostname,
      port: api.port || (api.protocol === 'http:' ? '80' : '443'),
    }),
  });
}

function toOpened({ id, url }: Stripe.Checkout.Session): OpenedCheckout {
  if (url === null) throw new Error('Stripe gave a checkout without an address');
  return { sessionId: id, url };
}

/** A session's state as the event that would have told it. */
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
  // Back at the start or given up: the bank has refused.
  const attempt = typeof payment_intent === 'object' ? payment_intent?.status : undefined;
  return attempt === 'canceled' || attempt === 'requires_payment_method' ? 'failed' : 'waiting';
}

/** Whatever goes wrong with Stripe, the customer reads one sentence, and the log what it was about. */
async function orCheckoutFailed(work: () => Promise<OpenedCheckout>): Promise<OpenedCheckout> {
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

/** Stripe's errors repeat what was sent, the customer's address too: the log gets their kind. */
function withoutDetails(error: unknown, { StripeError }: typeof Stripe.errors): unknown {
  if (!(error instanceof StripeError)) return error;
  const { type, code, statusCode, requestId } = error;
  return new Error(`${type}, code ${code}, status ${statusCode}, request ${requestId}`);
}
