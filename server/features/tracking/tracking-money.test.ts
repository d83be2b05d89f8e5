import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCompany, anOrder, browserUserAgent, track } from '../../testing/builders.ts';
import { expectAccepted, expectRejectedEvent } from '../../testing/requests/expect-answers.ts';
import { findRevision, sumEvents } from '../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

/** Without a company limit below the general maximum. */
const anyAmount = { orderAmountMax: 10_000_000 };

async function revenueOf(amounts: number[]): Promise<string | undefined> {
  const { company } = await aCompany(t.db, anyAmount);
  for (let start = 0; start < amounts.length; start += 50) {
    const orders = amounts
      .slice(start, start + 50)
      .map((amount, index) => anOrder(company.id, `A-${start + index}`, amount));
    expectAccepted(await track(t.app, orders), orders.length);
  }
  return (await sumEvents(t.db, company.id)).revenue;
}

test.each<[number[], string]>([
  [[0.1, 0.2], '0.30'],
  [[0.1 + 0.2], '0.30'],
  [Array(100).fill(19.99), '1999.00'],
  [[1.005], '1.01'],
  [[1e-7, 0.004], '0.00'],
  [[0, -0], '0.00'],
  [[10_000_000, 0.01], '10000000.01'],
  [[9_999_999.99, 9_999_999.99], '19999999.98'],
])('amounts are added exactly: %j', async (amounts, total) => {
  expect(await revenueOf(amounts)).toBe(total);
});

test.each([
  ['12.50', '12.50'],
  [' 12.50 ', '12.50'],
  ['007', '7.00'],
  ['0.1', '0.10'],
  ['10000000', '10000000.00'],
])('an amount sent as the text %j counts', async (amount, revenue) => {
  const { company } = await aCompany(t.db, anyAmount);
  const order = anOrder(company.id, 'A-1', 1);
  const sent = { ...order, metadata: { ...order.metadata, amount } };
  expectAccepted(await track(t.app, sent), 1);
  expect((await sumEvents(t.db, company.id)).revenue).toBe(revenue);
});

test('any cents are added exactly', async () => {
  const cents = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(cents, async (list) => {
      const sum = list.reduce((total, each) => total + BigInt(each), 0n);
      const expected = `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`;
      expect(await revenueOf(list.map((each) => each / 100))).toBe(expected);
    }),
    { numRuns: 15 },
  );
});

test.each([
  'NaN',
  'Infinity',
  '1e309',
  '-1e309',
  '-1',
  '-0.01',
  '10000000.01',
  '9007199254740993',
  '1e21',
  '"12,50"',
  '"$12"',
  '"1e3"',
  '"0x10"',
  '"-1"',
  '"+1"',
  '".5"',
  '"5."',
  '""',
  '" "',
  '"1 2"',
  '"12.50\\n"',
  '"NaN"',
  '"10000000.01"',
  'null',
  'true',
  '[1]',
  '{}',
])('an invalid amount is rejected: %s', async (amount) => {
  const { company } = await aCompany(t.db);
  const send = (text: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/track-analytics',
      headers: { 'content-type': 'text/plain', 'user-agent': browserUserAgent },
      payload: JSON.stringify(anOrder(company.id, 'A-1', 123)).replace(':123}', `:${text}}`),
    });
  expect(expectRejectedEvent(await send(amount), 400, 'invalid-request')).toMatch(/amount|JSON/);
  expect(await findRevision(t.db, company.id)).toBeUndefined();
  expectAccepted(await send('19.99'), 1);
});

test('an order needs an id that can be stored as text', async () => {
  const { company } = await aCompany(t.db);
  for (const orderId of ['', 'x'.repeat(101), 'a\u0000b', 'a\nb', '\ud800', 17]) {
    const order = anOrder(company.id, 'A', 1);
    const refused = await track(t.app, { ...order, metadata: { ...order.metadata, orderId } });
    expectRejectedEvent(refused, 400, 'invalid-request');
  }
  expectAccepted(await track(t.app, anOrder(company.id, "Bestellung №1 – 'ü' 🛒", 1)), 1);
});
