import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { createCheckoutResponse, purchaseStatus } from '../../../../contract/public/purchases.ts';
import type { AgencySettings } from '../../../../contract/site/agency-settings.ts';
import { changeSettings, saveSettingsElsewhere } from '../../../testing/change-settings.ts';
import { findMail } from '../../../testing/mail/sent-mails.ts';
import {
  anOpenCheckout,
  type OpenCheckout,
  requestCheckout,
  submitTestCheckout,
} from '../../../testing/purchases/purchases.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
beforeEach(async () => {
  await t.db.query('DELETE FROM purchases');
  await changeSettings(t, {});
});
afterAll(() => t.close());

const inEuros: AgencySettings = {
  currencies: ['eur', 'usd'],
  products: {
    chatbots: { title: 'Answering Machine', prices: { eur: 123_450, usd: 140_000 } },
    design: { prices: { eur: 99_900 } },
  },
};
const stored = async () => (await t.db.query('SELECT * FROM purchases')).rows;
const statusOf = async ({ sessionId }: OpenCheckout) =>
  purchaseStatus.parse((await t.app.inject(`${apiPaths.purchaseStatus}?session_id=${sessionId}`)).json());
const aCustomerEmail = () => `${randomUUID()}@buyer.example`;

test('a purchase has the price and the title of the settings, in their first currency', async () => {
  await changeSettings(t, inEuros);
  expect(await statusOf(await anOpenCheckout(t.app))).toMatchObject({
    productTitle: 'Answering Machine',
    amount: 123_450,
    currency: 'eur',
  });
  expect(await statusOf(await anOpenCheckout(t.app, { currency: 'usd' }))).toMatchObject({ amount: 140_000 });
});

test('the checkout and mails show no decimals in a currency that has none', async () => {
  await changeSettings(t, { currencies: ['jpy'], products: { chatbots: { prices: { jpy: 150_000 } } } });
  const customerEmail = aCustomerEmail();
  const sale = await anOpenCheckout(t.app, { customerEmail });
  const page = await t.app.inject(new URL(sale.url).pathname);
  expect(page.body).toContain('¥150,000');
  expect(page.body).toContain('One-time, in Japanese yen');
  await submitTestCheckout(t.app, sale.sessionId, 'pay');
  expect((await findMail(t, customerEmail, /receipt/)).text).toContain('¥150,000 JPY');
});

test.each([
  ['that the settings no longer name', { currency: 'gbp' }],
  ['in which the product has no price', { priceId: 'price_design', currency: 'usd' }],
  ['that nothing is sold in', { currency: 'chf' }],
])('a currency %s is refused and named', async (_what, given) => {
  await changeSettings(t, inEuros);
  const answer = await requestCheckout(t.app, given);
  expect(expectError(answer, 400, 'invalid-request')).toContain('EUR, USD');
  expect(answer.json()).toMatchObject({ error: { field: 'currency' } });
  expect(await stored()).toEqual([]);
});

test('a price that changed after the page was loaded is not charged', async () => {
  const seen = { expectedAmount: 100_000, currency: 'usd' };
  expect((await requestCheckout(t.app, seen)).statusCode).toBe(200);
  await changeSettings(t, { products: { chatbots: { prices: { usd: 120_050, gbp: 79_000 } } } });
  const answer = await requestCheckout(t.app, seen);
  expect(expectError(answer, 409, 'price-changed')).toBe(
    'The price has changed to $1,200.50. Reload the page to buy at this price.',
  );
  expect(await stored()).toHaveLength(1);
  expect((await requestCheckout(t.app, { ...seen, expectedAmount: 120_050 })).statusCode).toBe(200);
});

test('a price that another process changed a moment ago counts already', async () => {
  await saveSettingsElsewhere(t.db, inEuros);
  expectError(
    await requestCheckout(t.app, { currency: 'usd', expectedAmount: 100_000 }),
    409,
    'price-changed',
  );
  expect(await statusOf(await anOpenCheckout(t.app))).toMatchObject({ amount: 123_450, currency: 'eur' });
});

test('settings that change between checkout and payment do not alter the purchase', async () => {
  const customerEmail = aCustomerEmail();
  const sale = await anOpenCheckout(t.app, { customerEmail, currency: 'gbp' });
  await changeSettings(t, { ...inEuros, brand: { name: 'Harbour Works' } });
  const page = await t.app.inject(new URL(sale.url).pathname);
  expect(page.body).toContain('£790.00');
  expect(page.body).toContain('Harbour Works');
  expect(page.body).not.toContain('Answering Machine');
  await submitTestCheckout(t.app, sale.sessionId, 'pay');
  expect(await statusOf(sale)).toMatchObject({
    state: 'paid',
    productTitle: 'AI Chatbots',
    amount: 79_000,
    currency: 'gbp',
  });
  const receipt = await findMail(t, customerEmail, /receipt: AI Chatbots$/);
  expect(receipt.text).toContain('£790.00 GBP');
  expect(receipt.text).toContain('the checkout of Harbour Works');
});

test('a request repeated after a change of the price gets its first checkout', async () => {
  const key = randomUUID();
  const seen = { expectedAmount: 100_000, currency: 'usd', customerEmail: aCustomerEmail() };
  const first = createCheckoutResponse.parse((await requestCheckout(t.app, seen, { key })).json());
  await changeSettings(t, inEuros);
  const again = await requestCheckout(t.app, seen, { key });
  expect(createCheckoutResponse.parse(again.json())).toEqual(first);
  expect(await stored()).toMatchObject([{ amount: 100_000, currency: 'usd', product_title: 'AI Chatbots' }]);
});

test('a refused price leaves the key of the request free', async () => {
  const key = randomUUID();
  const seen = { expectedAmount: 100, currency: 'usd' };
  expectError(await requestCheckout(t.app, seen, { key }), 409, 'price-changed');
  await changeSettings(t, { products: { chatbots: { prices: { usd: 100, gbp: 100 } } } });
  expect((await requestCheckout(t.app, seen, { key })).statusCode).toBe(200);
});

test('a purchase of a release without settings keeps the usual title', async () => {
  const sale = await anOpenCheckout(t.app);
  await t.db.query('UPDATE purchases SET product_title = NULL');
  await changeSettings(t, inEuros);
  expect(await statusOf(sale)).toMatchObject({ productTitle: 'AI Chatbots' });
});
