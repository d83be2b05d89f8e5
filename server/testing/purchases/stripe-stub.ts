import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  findSessionProblem,
  type SessionProblem,
  type StubPrices,
  toUnitAmount,
} from './stripe-session-rules.ts';

const stripeKey = 'sk_test_key_of_the_stub';
/** With this key purchases count as real, not as test orders. */
export const liveStripeKey = 'sk_live_key_of_the_stub';
export const stripeWebhookSecret = 'whsec_secret_of_the_stub';

/** Settings that make a server use the stub. */
export function toStripeEnv(url: string): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: stripeKey,
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
    STRIPE_API_URL: url,
    STRIPE_PRICE_CHATBOTS: 'price_1chat',
    STRIPE_PRICE_ANALYTICS: 'price_1ana',
    STRIPE_PRICE_AUTOMATION: 'price_1auto',
    STRIPE_PRICE_DESIGN: 'price_1design',
  };
}

export interface StubSession {
  id: string;
  object: 'checkout.session';
  livemode: boolean;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  payment_intent: { id: string; status: string } | null;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  /** The sum of the prices, without tax. */
  amount_subtotal: number;
  amount_total: number;
  total_details: { amount_discount: number; amount_shipping: number; amount_tax: number };
  automatic_tax: { enabled: boolean; status: 'requires_location_inputs' | 'complete' | null };
  currency: string;
  url: string | null;
}

export interface SeenRequest {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  params: Record<string, string>;
}

interface Reply {
  status: number;
  body: object;
}

type Behavior = 'normal' | 'hanging' | 'disconnecting' | { status: number; times: number };

/** The part of Stripe's API that the server uses, as strict as the real one about keys, versions, parameters and idempotency. */
export class StripeStub {
  readonly sessions = new Map<string, StubSession>();
  readonly requests: SeenRequest[] = [];
  /** Amounts of the configured prices by currency. */
  prices: StubPrices = Object.fromEntries(
    ['price_1chat', 'price_1ana', 'price_1auto', 'price_1design'].map((id) => [
      id,
      { usd: 100_000, gbp: 79_000 },
    ]),
  );
  /** Whether the account has the business's address, without which Stripe calculates no tax. */
  hasOriginAddress = true;
  /** How it answers from now on; an object makes it fail a number of times. */
  behavior: Behavior = 'normal';
  readonly #answered = new Map<string, { params: string; reply: Promise<Reply> }>();
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  #sessionCount = 0;

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the stub has no port');
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The checkout session of a purchase. */
  requireSession(paymentId: string): StubSession {
    const found = [...this.sessions.values()].find((session) => session.client_reference_id === paymentId);
    if (!found) throw new Error('the purchase has no checkout session');
    return found;
  }

  /** The customer enters an address with this tax and pays. Without tax in the checkout, Stripe adds none. */
  completeWithTax(paymentId: string, percent: number): StubSession {
    const session = this.requireSession(paymentId);
    const tax = session.automatic_tax.enabled ? Math.round((session.amount_subtotal * percent) / 100) : 0;
    return Object.assign(session, {
      status: 'complete',
      payment_status: 'paid',
      payment_intent: { id: `pi_${paymentId}`, status: 'succeeded' },
      amount_total: session.amount_subtotal + tax,
      total_details: { ...session.total_details, amount_tax: tax },
      automatic_tax: { ...session.automatic_tax, status: session.automatic_tax.enabled ? 'complete' : null },
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const url = new URL(request.url ?? '/', 'http://stub');
    const key = request.headers['idempotency-key'];
    const seen = {
      method: request.method ?? '',
      path: url.pathname,
      idempotencyKey: typeof key === 'string' ? key : undefined,
      params: Object.fromEntries(new URLSearchParams(request.method === 'GET' ? url.search : body)),
    };
    this.requests.push(seen);
    if (this.behavior === 'hanging') return;
    if (this.behavior === 'disconnecting') return void request.socket.destroy();
    const reply = this.#failByBehavior() ?? checkHeaders(request) ?? (await this.#replyOnce(seen, body));
    response.writeHead(reply.status, {
      'content-type': 'application/json',
      'request-id': `req_${this.requests.length}`,
    });
    response.end(JSON.stringify(reply.body));
  }

  #failByBehavior(): Reply | undefined {
    if (typeof this.behavior !== 'object' || this.behavior.times === 0) return undefined;
    this.behavior.times -= 1;
    return fail(this.behavior.status, 'api_error', 'Something went wrong on Stripe’s end.');
  }

  /** Repeats the first response for an idempotency key; rejects the key with other parameters. */
  async #replyOnce(seen: SeenRequest, body: string): Promise<Reply> {
    if (seen.method === 'GET' || seen.idempotencyKey === undefined) return this.#answer(seen);
    const before = this.#answered.get(seen.idempotencyKey);
    const params = `${seen.path} ${body}`;
    if (before && before.params !== params) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      return fail(400, 'idempotency_error', message);
    }
    const reply = before?.reply ?? this.#answer(seen);
    this.#answered.set(seen.idempotencyKey, { params, reply });
    return reply;
  }

  async #answer({ method, path, params }: SeenRequest): Promise<Reply> {
    if (method === 'POST' && path === '/v1/checkout/sessions') return this.#create(params);
    const [, id = '', action] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? [];
    const session = this.sessions.get(id);
    if (!session) return fail(404, 'invalid_request_error', `No such checkout.session: '${id}'`);
    if (method === 'POST' && action) {
      session.status = 'expired';
      return { status: 200, body: session };
    }
    const isExpanded = params['expand[0]'] === 'payment_intent';
    const intent = isExpanded ? session.payment_intent : (session.payment_intent?.id ?? null);
    return { status: 200, body: { ...session, payment_intent: intent } };
  }

  #create(params: Record<string, string>): Reply {
    const problem = findSessionProblem(params, this.prices) ?? this.#findTaxProblem(params);
    if (problem) return fail(400, 'invalid_request_error', problem.message, problem.param);
    this.#sessionCount += 1;
    const id = `cs_test_stub${this.#sessionCount}`;
    const { currency = 'usd' } = params;
    const metadata = Object.entries(params).flatMap(([name, value]) => {
      const [, field] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return field ? [[field, value] as const] : [];
    });
    const amount = toUnitAmount(params, this.prices) ?? 0;
    const addsTax = params['automatic_tax[enabled]'] === 'true';
    const session: StubSession = {
      id,
      object: 'checkout.session',
      livemode: false,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      client_reference_id: params.client_reference_id ?? null,
      metadata: Object.fromEntries(metadata),
      amount_subtotal: amount,
      // Tax is added when the customer has entered an address (`completeWithTax`).
      amount_total: amount,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      automatic_tax: { enabled: addsTax, status: addsTax ? 'requires_location_inputs' : null },
      currency,
      url: `https://checkout.stripe.test/c/pay/${id}`,
    };
    this.sessions.set(id, session);
    return { status: 200, body: session };
  }

  #findTaxProblem(params: Record<string, string>): SessionProblem | undefined {
    if (params['automatic_tax[enabled]'] !== 'true' || this.hasOriginAddress) return undefined;
    const message = `You must have a valid head office address to enable automatic tax calculation. (${params.customer_email})`;
    return { message, param: 'automatic_tax[enabled]' };
  }
}

function checkHeaders({ headers, method }: IncomingMessage): Reply | undefined {
  const keys = [stripeKey, liveStripeKey];
  if (!keys.some((key) => headers.authorization === `Bearer ${key}`)) {
    return fail(401, 'invalid_request_error', 'Invalid API Key provided');
  }
  if (!/^\d{4}-\d\d-\d\d(\.\w+)?$/.test(String(headers['stripe-version']))) {
    return fail(400, 'invalid_request_error', 'No API version');
  }
  const isForm = String(headers['content-type']).startsWith('application/x-www-form-urlencoded');
  if (method === 'POST' && !isForm) return fail(400, 'invalid_request_error', 'Send a form');
  return undefined;
}

function fail(status: number, type: string, message: string, param?: string): Reply {
  return { status, body: { error: { type, message, ...(param === undefined ? {} : { param }) } } };
}
