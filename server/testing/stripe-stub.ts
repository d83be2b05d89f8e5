import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

const stripeKey = 'sk_test_only_the_stub_knows_it';
/** With it payments are real ones, not test orders. */
export const liveStripeKey = 'sk_live_only_the_stub_knows_it';
export const stripeWebhookSecret = 'whsec_only_the_stub_signs_with_it';

/** What the server under test is told, so that it talks to the stub. */
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
  amount_total: number;
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

type Mood = 'well' | 'silent' | 'gone' | { status: number; times: number };

/** Parameters of a new checkout that Stripe knows and we may send; any other is refused, as Stripe does. */
const known =
  /^(mode|currency|customer_email|client_reference_id|expires_at|success_url|cancel_url|metadata\[\w+\]|invoice_creation\[enabled\]|adaptive_pricing\[enabled\]|line_items\[0\]\[(price|quantity)\]|custom_text\[submit\]\[message\])$/;

/** Stripe's API as far as we use it, as strict as the real one about keys, versions, parameters and repetitions. */
export class StripeStub {
  readonly sessions = new Map<string, StubSession>();
  readonly requests: SeenRequest[] = [];
  /** Amounts of the configured prices by currency. */
  prices: Record<string, Record<string, number>> = Object.fromEntries(
    ['price_1chat', 'price_1ana', 'price_1auto', 'price_1design'].map((id) => [
      id,
      { usd: 100_000, gbp: 79_000 },
    ]),
  );
  /** How it answers from now on. */
  behavior: Mood = 'well';
  readonly #answered = new Map<string, { params: string; reply: Promise<Reply> }>();
  readonly #server = createServer((request, response) => void this.#take(request, response));
  #made = 0;

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

  /** The checkout made for a payment. */
  requireSession(paymentId: string): StubSession {
    const found = [...this.sessions.values()].find((session) => session.client_reference_id === paymentId);
    if (!found) throw new Error('no checkout was made for this payment');
    return found;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
    if (this.behavior === 'silent') return;
    if (this.behavior === 'gone') return void request.socket.destroy();
    const reply = this.#refuseByMood() ?? refuseHead(request) ?? (await this.#once(seen, body));
    response.writeHead(reply.status, {
      'content-type': 'application/json',
      'request-id': `req_${this.requests.length}`,
    });
    response.end(JSON.stringify(reply.body));
  }

  #refuseByMood(): Reply | undefined {
    if (typeof this.behavior !== 'object' || this.behavior.times === 0) return undefined;
    this.behavior.times -= 1;
    return refuse(this.behavior.status, 'api_error', 'Something went wrong on Stripe’s end.');
  }

  /** The same key answers as it did the first time; with other parameters it is refused. */
  async #once(seen: SeenRequest, body: string): Promise<Reply> {
    if (seen.method === 'GET' || seen.idempotencyKey === undefined) return this.#answer(seen);
    const before = this.#answered.get(seen.idempotencyKey);
    const params = `${seen.path} ${body}`;
    if (before && before.params !== params) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      return refuse(400, 'idempotency_error', message);
    }
    const reply = before?.reply ?? this.#answer(seen);
    this.#answered.set(seen.idempotencyKey, { params, reply });
    return reply;
  }

  async #answer({ method, path, params }: SeenRequest): Promise<Reply> {
    if (method === 'POST' && path === '/v1/checkout/sessions') return this.#create(params);
    const [, id = '', action] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? [];
    const session = this.sessions.get(id);
    if (!session) return refuse(404, 'invalid_request_error', `No such checkout.session: '${id}'`);
    if (method === 'POST' && action) {
      session.status = 'expired';
      return { status: 200, body: session };
    }
    const isWhole = params['expand[0]'] === 'payment_intent';
    const intent = isWhole ? session.payment_intent : (session.payment_intent?.id ?? null);
    return { status: 200, body: { ...session, payment_intent: intent } };
  }

  #create(params: Record<string, string>): Reply {
    const wrong = this.#findWrong(params);
    if (wrong) return refuse(400, 'invalid_request_error', wrong);
    this.#made += 1;
    const id = `cs_test_stub${this.#made}`;
    const { currency = 'usd' } = params;
    const metadata = Object.entries(params).flatMap(([name, value]) => {
      const [, field] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return field ? [[field, value] as const] : [];
    });
    const session: StubSession = {
      id,
      object: 'checkout.session',
      livemode: false,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      client_reference_id: params.client_reference_id ?? null,
      metadata: Object.fromEntries(metadata),
      amount_total: this.prices[params['line_items[0][price]'] ?? '']?.[currency] ?? 0,
      currency,
      url: `https://checkout.stripe.test/c/pay/${id}`,
    };
    this.sessions.set(id, session);
    return { status: 200, body: session };
  }

  #findWrong(params: Record<string, string>): string | undefined {
    const unknown = Object.keys(params).find((name) => !known.test(name));
    if (unknown) return `Received unknown parameter: ${unknown}`;
    const price = this.prices[params['line_items[0][price]'] ?? ''];
    if (!price) return 'No such price';
    if (price[params.currency ?? ''] === undefined) return 'The price has no such currency';
    if (params.mode !== 'payment' || params['line_items[0][quantity]'] !== '1') return 'Not one thing once';
    if (!/^[^\s@]+@[^\s@]+$/.test(params.customer_email ?? '')) return 'Invalid email address';
    if (!URL.canParse(params.success_url ?? '') || !URL.canParse(params.cancel_url ?? ''))
      return 'Not a valid URL';
    if ((params['custom_text[submit][message]'] ?? '').length > 1_200) return 'The text is too long';
    const openSeconds = Number(params.expires_at) - Date.now() / 1000;
    if (!(openSeconds >= 1_800 && openSeconds <= 86_400)) return 'expires_at must be within 24 hours';
    return undefined;
  }
}

function refuseHead({ headers, method }: IncomingMessage): Reply | undefined {
  const keys = [stripeKey, liveStripeKey];
  if (!keys.some((key) => headers.authorization === `Bearer ${key}`)) {
    return refuse(401, 'invalid_request_error', 'Invalid API Key provided');
  }
  if (!/^\d{4}-\d\d-\d\d(\.\w+)?$/.test(String(headers['stripe-version']))) {
    return refuse(400, 'invalid_request_error', 'No API version');
  }
  const isForm = String(headers['content-type']).startsWith('application/x-www-form-urlencoded');
  if (method === 'POST' && !isForm) return refuse(400, 'invalid_request_error', 'Send a form');
  return undefined;
}

function refuse(status: number, type: string, message: string): Reply {
  return { status, body: { error: { type, message } } };
}
