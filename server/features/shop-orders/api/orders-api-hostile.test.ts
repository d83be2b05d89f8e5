import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { anApiOrder, type OrderApi, openOrderApi, resultsOf } from '../../../testing/shop/order-api.ts';
import { sumEvents } from '../../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let aShop: OrderApi['aShop'];
let report: OrderApi['report'];
let refund: OrderApi['refund'];
beforeAll(async () => {
  t = await buildTestApp();
  ({ aShop, report, refund } = openOrderApi(t));
});
afterAll(() => t.close());

test('hostile ids and amounts are stored as text or rejected, never interpreted', async () => {
  const shop = await aShop();
  const ids = [
    `'; DROP TABLE events; --`,
    '__proto__',
    '<script>alert(1)</script>',
    '=cmd()',
    '日本 🎉',
    'x'.repeat(100),
  ];
  expect(
    resultsOf(
      await report(
        shop,
        ids.map((id) => anApiOrder(id, 1)),
      ),
    ),
  ).toEqual(ids.map(() => 'recorded'));
  for (const id of ids)
    expect((await refund(shop, id, { refundId: id, amount: '0.50' })).statusCode).toBe(200);
  for (const orderId of ['', ' ', 'a\u0000b', 'a\u202eb', 'a\nb', 'x'.repeat(101), 5, null, ['a'], {}])
    expectError(await report(shop, { ...anApiOrder('x', 1), orderId }), 400, 'invalid-request');
  for (const amount of [
    -1,
    '-1',
    '1e3',
    'NaN',
    '1,5',
    ' ',
    '',
    null,
    true,
    [1],
    1e21,
    '9'.repeat(16),
    '0x10',
  ])
    expectError(await report(shop, { ...anApiOrder('x', 1), amount }), 400, 'invalid-request');
  expect(await sumEvents(t.db, shop.companyId)).toMatchObject({ orders: ids.length, revenue: '3.00' });
});

describe('the door', () => {
  test.each(['', 'Bearer', 'Bearer x', 'Basic abc', `Bearer nlk_${'A'.repeat(32)}`])(
    'is closed for %j',
    async (authorization) => {
      const answer = await t.app.inject({
        method: 'GET',
        url: apiPaths.apiOrders,
        remoteAddress: '192.0.2.77',
        headers: { authorization },
      });
      expectError(answer, 401, 'invalid-api-key');
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    },
  );

  test('a key opens its own company alone', async () => {
    const [one, other] = [await aShop(), await aShop()];
    await report(one, anApiOrder('A-1', 10));
    expectError(await refund(other, 'A-1', { refundId: 'R', amount: 1 }), 404, 'not-found', 'orderId');
    const listed = await t.app.inject({
      url: apiPaths.apiOrders,
      headers: { authorization: `Bearer ${other.key}` },
    });
    expect(listed.json()).toEqual({ orders: [], next: null });
  });

  test('wrong keys from one address are limited', async () => {
    const statuses = [];
    for (let i = 0; i < 35; i += 1) {
      const answer = await t.app.inject({
        url: apiPaths.apiOrders,
        remoteAddress: '192.0.2.99',
        headers: { authorization: `Bearer nlk_${randomUUID().slice(0, 32)}` },
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toContain(429);
  });
});
