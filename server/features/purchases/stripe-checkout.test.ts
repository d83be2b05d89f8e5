import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { createCheckoutResponse } from '../../../contract/public/purchases.ts';
import { requestCheckout, submitTestCheckout } from '../../testing/purchases/purchases.ts';
import { StripeStub, toStripeEnv } from '../../testing/purchases/stripe-stub.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const stub = new StripeStub();
let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp({ env: toStripeEnv(await stub.listen()) });
});
afterEach(() => {
  stub.behavior = 'normal';
  stub.requests.length = 0;
});
afterAll(async () => {
  await t.close();
  await stub.close();
});

const failed = 'Failed to create checkout session';
const aCustomerEmail = () => `${randomUUID()}@buyer.example`;
const rowOf = async (customerEmail: string) => {
  const found = await t.db.query('SELECT * FROM purchases WHERE customer_email = $1', [customerEmail]);
  const [row] = found.rows;
  if (!row) throw new Error('the purchase was not stored');
  return row;
};

test('a checkout is created at Stripe with a configured price in the chosen currency', async () => {
  const customerEmail = aCustomerEmail();
  const answer = await requestCheckout(t.app, { priceId: 'price_design', currency: 'gbp', customerEmail });
  const row = await rowOf(customerEmail);
  const session = stub.requireSession(row.id);
  expect(createCheckoutResponse.parse(answer.json()).url).toBe(session.url);
  expect(row).toMatchObject({ session_id: session.id, state: 'pending', is_test: true, provider: 'stripe' });
  expect(stub.requests).toHaveLength(1);
  expect(stub.requests[0]).toMatchObject({
    idempotencyKey: `northlight-checkout-${row.id}`,
    params: {
      mode: 'payment',
      'line_items[0][price]': 'price_1design',
      'line_items[0][quantity]': '1',
      currency: 'gbp',
      customer_email: customerEmail,
      client_reference_id: row.id,
      'invoice_creation[enabled]': 'true',
      'adaptive_pricing[enabled]': 'false',
      success_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:3000/payment-canceled',
    },
  });
});

test('Stripe shows the terms and the privacy policy next to its pay button', async () => {
  await requestCheckout(t.app, {});
  expect(stub.requests[0]?.params['custom_text[submit][message]']).toBe(
    'By paying you agree to the [Terms of Service](http://localhost:3000/terms-of-service) and the [Privacy Policy](http://localhost:3000/privacy-policy).',
  );
});

test('a double click creates one checkout', async () => {
  const customerEmail = aCustomerEmail();
  const answers = await Promise.all(
    [1, 2, 3].map(() => requestCheckout(t.app, { customerEmail }, { key: customerEmail })),
  );
  expect(new Set(answers.map((answer) => createCheckoutResponse.parse(answer.json()).url)).size).toBe(1);
  const { id } = await rowOf(customerEmail);
  expect([...stub.sessions.values()].filter((session) => session.client_reference_id === id)).toHaveLength(1);
});

test('there is no test checkout with Stripe configured', async () => {
  expectError(await t.app.inject(apiPaths.testCheckout('cs_test_stub1')), 404, 'not-found');
  expect((await submitTestCheckout(t.app, 'cs_test_stub1', 'pay')).statusCode).toBeGreaterThanOrEqual(404);
});

describe('when Stripe', () => {
  test('fails twice, the third attempt gets the checkout', async () => {
    stub.behavior = { status: 500, times: 2 };
    expect((await requestCheckout(t.app)).statusCode).toBe(200);
    expect(new Set(stub.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(stub.requests).toHaveLength(3);
  });

  test.each([
    ['is down', { status: 503, times: 99 } as const, 502],
    ['closes the connection', 'disconnecting' as const, 503],
    ['does not answer', 'hanging' as const, 503],
  ])('%s, the customer gets an error and the purchase can be retried', async (_what, mood, status) => {
    const customerEmail = aCustomerEmail();
    const buy = () => requestCheckout(t.app, { customerEmail }, { key: customerEmail });
    stub.behavior = mood;
    expect(expectError(await buy(), status, 'checkout-failed')).toBe(failed);
    expect(await rowOf(customerEmail)).toMatchObject({ state: 'pending', session_id: null });
    stub.behavior = 'normal';
    expect((await buy()).statusCode).toBe(200);
    expect(await rowOf(customerEmail)).toMatchObject({ session_id: expect.stringMatching(/^cs_test_/) });
  });

  test('has another price than configured, the purchase is refused', async () => {
    const customerEmail = aCustomerEmail();
    const right = stub.prices;
    stub.prices = { ...right, price_1chat: { usd: 100, gbp: 79_000 } };
    expectError(await requestCheckout(t.app, { customerEmail }), 502, 'checkout-failed');
    stub.prices = right;
    const { id } = await rowOf(customerEmail);
    expect(stub.requireSession(id).status).toBe('expired');
  });

  test('has no price in the currency, the customer gets an error', async () => {
    const right = stub.prices;
    stub.prices = { ...right, price_1chat: { usd: 100_000 } };
    expectError(await requestCheckout(t.app, { currency: 'gbp' }), 502, 'checkout-failed');
    expect((await requestCheckout(t.app, { currency: 'usd' })).statusCode).toBe(200);
    stub.prices = right;
  });
});

test('rejects the key, the customer gets a general error', async () => {
  const stranger = await buildTestApp({
    env: { ...toStripeEnv(t.config.stripe.apiUrl ?? ''), STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' },
    databaseUrl: t.databaseUrl,
  });
  const answer = await requestCheckout(stranger.app);
  expect(expectError(answer, 502, 'checkout-failed')).toBe(failed);
  expect(answer.body).not.toMatch(/key|stripe|sk_/i);
  await stranger.close();
});
