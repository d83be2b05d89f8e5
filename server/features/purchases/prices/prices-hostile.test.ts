import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { changeSettings } from '../../../testing/change-settings.ts';
import { findMail } from '../../../testing/mail/sent-mails.ts';
import { anOpenCheckout, requestCheckout, submitTestCheckout } from '../../../testing/purchases/purchases.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterEach(() => t.db.query('DELETE FROM purchases'));
afterAll(() => t.close());

const stored = async () => (await t.db.query('SELECT amount, currency, product_title FROM purchases')).rows;

test.each([
  0,
  -100_000,
  1.5,
  1e308 * 10,
  Number.MAX_SAFE_INTEGER + 2,
  100_000_000,
  Number.NaN,
  '100000',
  '100000; DROP TABLE purchases',
  true,
  [],
  [100_000],
  {},
  { $gt: 0 },
])('an expected amount that is no price is a bad request: %j', async (expectedAmount) => {
  // JSON has no NaN and no infinity: they arrive as null.
  const answer = await requestCheckout(t.app, { expectedAmount });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ error: { code: 'invalid-request', field: 'expectedAmount' } });
  expect(await stored()).toEqual([]);
});

test.each([1, 99_999, 100_001, 79_000, 99_999_999])(
  'the expected amount %d is refused, and never becomes the price',
  async (expectedAmount) => {
    expect((await requestCheckout(t.app, { expectedAmount, currency: 'usd' })).statusCode).toBe(409);
    expect(await stored()).toEqual([]);
  },
);

test('amounts, titles, tax and switches of the client change nothing', async () => {
  const forged = { amount: 1, price: 1, unit_amount: 1, productTitle: 'Free', product_title: 'Free' };
  const switches = {
    addsTax: false,
    payments: { createsInvoices: false },
    prices: { usd: 1 },
    hasUsualPrice: true,
  };
  const answer = await requestCheckout(t.app, { ...forged, ...switches, taxAmount: -100_000 });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await stored()).toEqual([{ amount: 100_000, currency: 'usd', product_title: 'AI Chatbots' }]);
});

test.each([
  'USD',
  'usd ',
  'us',
  '',
  'toString',
  '__proto__',
  'constructor',
  'bhd',
  'xxx',
  null,
  ['usd'],
  { usd: 1 },
])('a currency in which nothing can be sold is a bad request: %j', async (currency) => {
  const answer = await requestCheckout(t.app, { currency });
  expect(answer.statusCode).toBe(400);
  expect(await stored()).toEqual([]);
});

test('a title with markup is text on the checkout page and in mails', async () => {
  const title = '<img src=x onerror=alert(1)> & "Co"';
  await changeSettings(t, { brand: { name: '<b>Works</b>' }, products: { chatbots: { title } } });
  const customerEmail = 'hostile@buyer.example';
  const sale = await anOpenCheckout(t.app, { customerEmail });
  const page = await t.app.inject(apiPaths.testCheckout(sale.sessionId));
  expect(page.body).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Co&quot;');
  expect(page.body).toContain('&lt;b&gt;Works&lt;/b&gt;');
  expect(page.body).not.toMatch(/<img|<b>/);
  await submitTestCheckout(t.app, sale.sessionId, 'pay');
  expect(await findMail(t, customerEmail, /receipt/)).toMatchObject({
    subject: `Your test receipt: ${title}`,
    text: expect.stringContaining(`A real order of ${title} would have cost $1,000.00.`),
  });
});
