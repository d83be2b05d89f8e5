import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { purchaseStatus } from '../../../contract/public/purchases.ts';
import { anIpAddress } from '../../testing/accounts/accounts.ts';
import { publicOrigin } from '../../testing/builders.ts';
import {
  type Answer,
  anOpenCheckout,
  requestCheckout,
  submitTestCheckout,
} from '../../testing/purchases/purchases.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const stored = async () => (await t.db.query('SELECT * FROM purchases ORDER BY created_at')).rows;
const mails = async (to: string) =>
  (await t.db.query<{ subject: string }>('SELECT subject FROM mails WHERE recipient = $1', [to])).rows.map(
    (row) => row.subject,
  );
const statusOf = async (sessionId: string) =>
  purchaseStatus.parse((await t.app.inject(`${apiPaths.purchaseStatus}?session_id=${sessionId}`)).json());

test('a customer pays in the test checkout: the purchase is paid, receipt and notice are queued', async () => {
  const sale = await anOpenCheckout(t.app, { customerEmail: 'ann@buyer.example', currency: 'gbp' });
  expect(await statusOf(sale.sessionId)).toEqual({
    state: 'pending',
    isTest: true,
    productTitle: 'AI Chatbots',
    amount: 79_000,
    taxAmount: 0,
    currency: 'gbp',
  });
  const answer = await submitTestCheckout(t.app, sale.sessionId, 'pay');
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toBe(`/payment-success?session_id=${sale.sessionId}#test-checkout`);
  expect(await statusOf(sale.sessionId)).toMatchObject({ state: 'paid' });
  expect(await mails('ann@buyer.example')).toEqual(['Your test receipt: AI Chatbots']);
  expect(await mails('hello@northlight.example')).toEqual(['Test order: AI Chatbots, £790.00']);
});

test('paying twice counts once', async () => {
  const sale = await anOpenCheckout(t.app, { customerEmail: 'twice@buyer.example' });
  const answers = await Promise.all([1, 2, 3].map(() => submitTestCheckout(t.app, sale.sessionId, 'pay')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
  expect(await statusOf(sale.sessionId)).toMatchObject({ state: 'paid' });
  expect(await mails('twice@buyer.example')).toHaveLength(1);
});

test('a canceled checkout charges nothing and can still be paid', async () => {
  const sale = await anOpenCheckout(t.app, { customerEmail: 'later@buyer.example' });
  const answer = await submitTestCheckout(t.app, sale.sessionId, 'cancel');
  expect(answer.headers.location).toBe('/payment-canceled#test-checkout');
  expect(await statusOf(sale.sessionId)).toMatchObject({ state: 'pending' });
  await submitTestCheckout(t.app, sale.sessionId, 'pay');
  expect(await statusOf(sale.sessionId)).toMatchObject({ state: 'paid' });
});

test('the test checkout states that no money is moved, and runs no script', async () => {
  const sale = await anOpenCheckout(t.app, { customerEmail: `o'brien+<b>@buyer.example`.replace('<b>', '') });
  const page = await t.app.inject(new URL(sale.url).pathname);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('This is a test checkout. No money moves.');
  expect(page.body).toContain('o&#39;brien+@buyer.example');
  expect(page.body).not.toContain('<script');
  for (const legal of ['/terms-of-service', '/privacy-policy']) {
    expect(page.body, 'no link to what the customer agrees to').toContain(`href="${legal}"`);
  }
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers['content-security-policy']).not.toContain('script-src');
});

test('an unknown checkout is not found, neither for reading nor for paying', async () => {
  expect((await t.app.inject(apiPaths.testCheckout('cs_test_nothing'))).statusCode).toBe(404);
  expect((await submitTestCheckout(t.app, 'cs_test_nothing', 'pay')).statusCode).toBe(404);
});

test('another site cannot pay for the customer', async () => {
  const sale = await anOpenCheckout(t.app);
  expectError(
    await submitTestCheckout(t.app, sale.sessionId, 'pay', 'https://evil.test'),
    403,
    'foreign-origin',
  );
  expect(await statusOf(sale.sessionId)).toMatchObject({ state: 'pending' });
});

describe('rejected requests store nothing', () => {
  const refused: [what: string, body: object | string][] = [
    ['a price that is not ours', { priceId: 'price_free' }],
    ['the provider’s own price id', { priceId: 'price_1AbCdEf' }],
    ['a currency that is not ours', { currency: 'jpy' }],
    ['no address', { customerEmail: '' }],
    ['an address without a domain', { customerEmail: 'ann@nowhere' }],
    ['two addresses', { customerEmail: 'ann@buyer.example,bob@buyer.example' }],
    ['a header in the address', { customerEmail: 'ann@buyer.example\r\nBcc: all@buyer.example' }],
    ['a NUL in the address', { customerEmail: 'ann\u0000@buyer.example' }],
    ['an invalid address', { customerEmail: 'Ann <ann@buyer.example>' }],
    ['an address too long', { customerEmail: `${'a'.repeat(250)}@b.example` }],
    ['an amount of the client’s choice instead of a price', { priceId: undefined, amount: 1 }],
    ['an array', '[]'],
    ['null', 'null'],
    ['no JSON', '{'],
    ['polluting keys alone', '{"__proto__":{"priceId":"price_chatbots"}}'],
  ];
  test.each(refused)('%s', async (_what, body) => {
    const before = (await stored()).length;
    const answer =
      typeof body === 'string'
        ? await t.app.inject({
            method: 'POST',
            url: apiPaths.createCheckout,
            headers: { origin: publicOrigin, 'content-type': 'application/json' },
            remoteAddress: '10.9.9.9',
            payload: body,
          })
        : await requestCheckout(t.app, body);
    expect(answer.statusCode).toBe(400);
    errorBody.strict().parse(answer.json());
    expect(await stored()).toHaveLength(before);
  });

  test('the valid counterparts are accepted', async () => {
    const before = (await stored()).length;
    const answer = await requestCheckout(t.app, {
      customerEmail: " O'Brien+shop@sub.buyer.example ",
      amount: 1,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const rows = await stored();
    expect(rows).toHaveLength(before + 1);
    expect(rows.at(-1)).toMatchObject({
      customer_email: "O'Brien+shop@sub.buyer.example",
      amount: 100_000,
      currency: 'usd',
      state: 'pending',
      is_test: true,
    });
  });

  test('a request from another site is rejected', async () => {
    expectError(await requestCheckout(t.app, {}, { origin: 'https://evil.test' }), 403, 'foreign-origin');
  });
});

test('an address is limited to twenty checkouts an hour', async () => {
  const remoteAddress = '10.20.30.40';
  const answers: Answer[] = [];
  for (let index = 0; index < 21; index += 1)
    answers.push(await requestCheckout(t.app, {}, { remoteAddress }));
  expect(answers.slice(0, 20).every(({ statusCode }) => statusCode === 200)).toBe(true);
  const last = answers.at(-1);
  expect(last?.statusCode).toBe(429);
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
});

test('the status of a purchase contains no name or address', async () => {
  const sale = await anOpenCheckout(t.app, { customerEmail: 'secret@buyer.example' });
  await submitTestCheckout(t.app, sale.sessionId, 'pay');
  const answer = await t.app.inject(`${apiPaths.purchaseStatus}?session_id=${sale.sessionId}`);
  expect(purchaseStatus.strict().parse(answer.json()).state).toBe('paid');
  expect(answer.body).not.toContain('secret');
  expect(answer.headers['cache-control']).toBe('no-store');
});

test.each([
  '',
  '?session_id=',
  '?session_id=%00',
  '?session_id=a&session_id=b',
  `?session_id=${'x'.repeat(300)}`,
])('a status request without a checkout is a bad request: "%s"', async (query) => {
  expectError(await t.app.inject(apiPaths.purchaseStatus + query), 400, 'invalid-request');
});

test.each(['cs_test_unknown', "' OR 1=1 --", '%F0%9F%9B%92'])(
  'an unknown purchase is not found: %s',
  async (id) => {
    expectError(await t.app.inject(`${apiPaths.purchaseStatus}?session_id=${id}`), 404, 'not-found');
  },
);

test('a purchase repeated after its address reached the limit still gets its checkout', async () => {
  const remoteAddress = anIpAddress();
  const key = randomUUID();
  const first = await requestCheckout(t.app, {}, { remoteAddress, key });
  for (let turn = 1; turn < 20; turn += 1) await requestCheckout(t.app, {}, { remoteAddress });
  expectError(await requestCheckout(t.app, {}, { remoteAddress }), 429, 'too-many-requests');
  const again = await requestCheckout(t.app, {}, { remoteAddress, key });
  expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
});
