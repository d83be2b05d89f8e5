import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { purchaseStatus } from '../../../../contract/public/purchases.ts';
import type { AgencySettings } from '../../../../contract/site/agency-settings.ts';
import { changeSettings } from '../../../testing/change-settings.ts';
import { requestCheckout } from '../../../testing/purchases/purchases.ts';
import { aCheckoutEvent, sendStripeEvent } from '../../../testing/purchases/stripe-events.ts';
import { StripeStub, toStripeEnv } from '../../../testing/purchases/stripe-stub.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

const stub = new StripeStub();
const logged: string[] = [];
let t: TestApp;
beforeAll(async () => {
  const stream = new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  });
  t = await buildTestApp({ env: toStripeEnv(await stub.listen()), logger: pino({ level: 'warn' }, stream) });
});
afterEach(async () => {
  stub.hasOriginAddress = true;
  stub.behavior = 'normal';
  stub.requests.length = 0;
  logged.length = 0;
  await changeSettings(t, {});
});
afterAll(async () => {
  await t.close();
  await stub.close();
});

const priceData = 'line_items[0][price_data]';

/** Buys with these settings and returns what Stripe was asked. */
async function buyWith(settings: AgencySettings, given: object = {}) {
  await changeSettings(t, settings);
  const customerEmail = `${randomUUID()}@buyer.example`;
  const answer = await requestCheckout(t.app, { customerEmail, ...given });
  expect(answer.statusCode, answer.body).toBe(200);
  const found = await t.db.query('SELECT * FROM purchases WHERE customer_email = $1', [customerEmail]);
  return { params: stub.requests.at(-1)?.params ?? {}, purchase: found.rows[0] ?? {} };
}

test.each([
  [{}, 'true', 'false'],
  [{ createsInvoices: false }, 'false', 'false'],
  [{ createsInvoices: true, asksTaxIds: true }, 'true', 'true'],
])('with %j, invoices are %s and tax ids are %s', async (payments, invoices, taxIds) => {
  const { params } = await buyWith({ payments });
  expect(params).toMatchObject({
    'line_items[0][price]': 'price_1chat',
    'invoice_creation[enabled]': invoices,
    'tax_id_collection[enabled]': taxIds,
    'automatic_tax[enabled]': 'false',
  });
});

test.each<[what: string, settings: AgencySettings, given: object, sent: object]>([
  [
    'another price',
    { products: { chatbots: { prices: { usd: 123_456, gbp: 79_000 } } } },
    {},
    { unit_amount: '123456', currency: 'usd', name: 'AI Chatbots' },
  ],
  [
    'another title',
    { products: { chatbots: { title: 'Réponses & more' } } },
    { currency: 'gbp' },
    { unit_amount: '79000', currency: 'gbp', name: 'Réponses & more' },
  ],
  [
    'another currency',
    { currencies: ['eur'], products: { chatbots: { prices: { eur: 100_000 } } } },
    {},
    { unit_amount: '100000', currency: 'eur', name: 'AI Chatbots' },
  ],
  [
    'a currency without decimals',
    { currencies: ['jpy'], products: { chatbots: { prices: { jpy: 150_000 } } } },
    {},
    { unit_amount: '150000', currency: 'jpy', name: 'AI Chatbots' },
  ],
])('%s is sent to Stripe in place of the configured price', async (_what, settings, given, sent) => {
  const { params, purchase } = await buyWith(settings, given);
  const { unit_amount, currency, name } = { unit_amount: '', currency: '', name: '', ...sent };
  expect(params).toMatchObject({
    [`${priceData}[unit_amount]`]: unit_amount,
    [`${priceData}[currency]`]: currency,
    [`${priceData}[product_data][name]`]: name,
    currency,
  });
  expect(params).not.toHaveProperty('line_items[0][price]');
  expect(params).not.toHaveProperty(`${priceData}[tax_behavior]`);
  expect(purchase).toMatchObject({ amount: Number(unit_amount), currency, product_title: name });
});

test('a configured price is used again for a product whose settings are the usual ones', async () => {
  await buyWith({ products: { chatbots: { prices: { usd: 1_000, gbp: 1_000 } } } });
  const { params } = await buyWith({ products: { chatbots: { description: 'Other words.' } } });
  expect(params).toMatchObject({ 'line_items[0][price]': 'price_1chat' });
});

test('without configured prices every price is sent', async () => {
  const { STRIPE_PRICE_CHATBOTS, STRIPE_PRICE_DESIGN, ...env } = toStripeEnv(t.config.stripe.apiUrl ?? '');
  const other = await buildTestApp({ env });
  try {
    await requestCheckout(other.app);
    expect(stub.requests.at(-1)?.params).toMatchObject({ [`${priceData}[unit_amount]`]: '100000' });
    await requestCheckout(other.app, { priceId: 'price_analytics' });
    expect(stub.requests.at(-1)?.params).toMatchObject({ 'line_items[0][price]': 'price_1ana' });
  } finally {
    await other.close();
  }
});

test('with taxes on, Stripe adds them to our price', async () => {
  const { params } = await buyWith({ payments: { addsTax: true } });
  expect(params).toMatchObject({
    'automatic_tax[enabled]': 'true',
    [`${priceData}[unit_amount]`]: '100000',
    [`${priceData}[tax_behavior]`]: 'exclusive',
  });
  expect(params).not.toHaveProperty('line_items[0][price]');
});

test('an account that cannot calculate tax refuses the checkout, and the log names what to do', async () => {
  stub.hasOriginAddress = false;
  await changeSettings(t, { payments: { addsTax: true } });
  const answer = await requestCheckout(t.app, { customerEmail: 'secret@buyer.example' });
  expect(expectError(answer, 502, 'checkout-failed')).toBe('Failed to create checkout session');
  expect(answer.body).not.toMatch(/tax|stripe/i);
  expect(logged.join()).toMatch(
    /tax registrations in Stripe's tax settings, or switch taxes off in \/admin\/settings/,
  );
  expect(logged.join()).not.toContain('secret@');
  await changeSettings(t, { payments: { addsTax: false } });
  expect((await requestCheckout(t.app)).statusCode).toBe(200);
});

test('switches that change between two attempts end the purchase, and the next one uses them', async () => {
  const key = randomUUID();
  const buy = () => requestCheckout(t.app, { customerEmail: 'twice@buyer.example' }, { key });
  await changeSettings(t, {});
  const first = await buy();
  expect(first.statusCode).toBe(200);
  // As if the response of Stripe had been lost.
  await t.db.query("UPDATE purchases SET checkout_url = NULL WHERE customer_email = 'twice@buyer.example'");
  expect((await buy()).json()).toEqual(first.json());
  await t.db.query("UPDATE purchases SET checkout_url = NULL WHERE customer_email = 'twice@buyer.example'");
  await changeSettings(t, { payments: { createsInvoices: false } });
  expectError(await buy(), 409, 'conflict');
  expect((await requestCheckout(t.app, { customerEmail: 'twice@buyer.example' })).statusCode).toBe(200);
});

test('a payment is compared with the price of its purchase, not with the settings of now', async () => {
  const { purchase } = await buyWith({ products: { chatbots: { prices: { usd: 50_000, gbp: 40_000 } } } });
  await changeSettings(t, { currencies: ['eur'], products: { chatbots: { prices: { eur: 900_000 } } } });
  const paid = {
    paymentId: String(purchase.id),
    sessionId: String(purchase.session_id),
    intent: `pi_${purchase.id}`,
    amount: 50_000,
    currency: 'usd',
    priceId: 'price_chatbots',
  };
  await sendStripeEvent(t.app, aCheckoutEvent('completed', paid));
  const answer = await t.app.inject(`${apiPaths.purchaseStatus}?session_id=${paid.sessionId}`);
  expect(purchaseStatus.parse(answer.json())).toMatchObject({
    state: 'paid',
    amount: 50_000,
    currency: 'usd',
  });
});
