import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { anOrder, aPageview, publicOrigin, track } from '../../../testing/builders.ts';
import { expectAccepted, expectError } from '../../../testing/requests/expect-answers.ts';
import { anApiOrder, type OrderApi, openOrderApi, resultsOf } from '../../../testing/shop/order-api.ts';
import { findRevision, sumEvents } from '../../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let aShop: OrderApi['aShop'];
let report: OrderApi['report'];
let refund: OrderApi['refund'];
let expectConsistent: OrderApi['expectConsistent'];
beforeAll(async () => {
  t = await buildTestApp();
  ({ aShop, report, refund, expectConsistent } = openOrderApi(t));
});
afterAll(() => t.close());

const fromPage = { origin: 'https://shop.test' };

const visitor = { visitorId: 'b1', sessionId: 's1' };
function aVisitorsPageview(companyId: string) {
  const view = aPageview(companyId);
  return { ...view, metadata: { ...view.metadata, ...visitor } };
}

test('a server reports an order once, however often and in whatever form it repeats it', async () => {
  const shop = await aShop();
  const order = anApiOrder('A-1', '129.90');
  expect(resultsOf(await report(shop, order))).toEqual(['recorded']);
  expect(resultsOf(await report(shop, [{ ...order, amount: 129.9 }]))).toEqual(['unchanged']);
  expect(await sumEvents(t.db, shop.companyId)).toMatchObject({ orders: 1, revenue: '129.90' });
  const other = await report(shop, { ...order, amount: '1.00' });
  expectError(other, 409, 'order-amount-differs', 'amount');
  expect(other.json().error.message).toContain('129.90 USD');
  expectError(await report(shop, { ...order, currency: 'EUR' }), 409, 'order-amount-differs', 'amount');
  await expectConsistent(shop);
});

test('fifty parallel repeats of orders and of a refund count once', async () => {
  const shop = await aShop();
  const orders = Array.from({ length: 5 }, (_, i) => anApiOrder(`A-${i}`, 10 + i));
  const answers = await Promise.all(Array.from({ length: 50 }, () => report(shop, orders)));
  for (const answer of answers) resultsOf(answer);
  expect(answers.flatMap(resultsOf).filter((result) => result === 'recorded')).toHaveLength(5);
  const refunds = await Promise.all(
    Array.from({ length: 50 }, () => refund(shop, 'A-0', { refundId: 'R-1', amount: '4.50' })),
  );
  expect(refunds.map(({ statusCode }) => statusCode)).toEqual(refunds.map(() => 200));
  expect(refunds.filter((answer) => answer.json().result === 'recorded')).toHaveLength(1);
  expect(await sumEvents(t.db, shop.companyId)).toMatchObject({ orders: 5, revenue: '55.50' });
  await expectConsistent(shop);
});

test('a verified order takes over the reported one, and keeps its visit', async () => {
  const shop = await aShop();
  const { companyId } = shop;
  await track(t.app, aVisitorsPageview(companyId), fromPage);
  const reported = anOrder(companyId, 'A-1', 999);
  const withVisit = { ...reported, metadata: { ...reported.metadata, ...visitor } };
  expectAccepted(await track(t.app, withVisit, fromPage), 1);
  expect(resultsOf(await report(shop, anApiOrder('A-1', '129.00')))).toEqual(['verified']);
  expect(await sumEvents(t.db, companyId)).toMatchObject({ orders: 1, revenue: '129.00' });
  const { rows } = await t.db.query(
    `SELECT e.id, e.visitor_id IS NOT NULL AS has_visitor, o.source, o.amount::text FROM shop_orders o
     JOIN events e ON e.company_id = o.company_id AND e.id = o.event_id WHERE o.company_id = $1`,
    [companyId],
  );
  expect(rows).toEqual([{ id: reported.id, has_visitor: true, source: 'verified', amount: '129.00' }]);
  // A page cannot change it any more.
  expectAccepted(await track(t.app, anOrder(companyId, 'A-1', 5), fromPage), 1);
  expect(await sumEvents(t.db, companyId)).toMatchObject({ orders: 1, revenue: '129.00' });
  await expectConsistent(shop);
});

test('a page that reports a verified order adds its visit, never its amount', async () => {
  const shop = await aShop();
  const { companyId } = shop;
  expect(resultsOf(await report(shop, anApiOrder('A-1', '20.00')))).toEqual(['recorded']);
  await track(t.app, aVisitorsPageview(companyId), fromPage);
  const reported = anOrder(companyId, 'A-1', 999);
  await track(t.app, { ...reported, metadata: { ...reported.metadata, ...visitor } }, fromPage);
  const { rows } = await t.db.query(
    `SELECT e.id, e.amount::text, o.amount::text AS order_amount, o.source FROM shop_orders o
     JOIN events e ON e.company_id = o.company_id AND e.id = o.event_id WHERE o.company_id = $1`,
    [companyId],
  );
  expect(rows).toEqual([{ id: reported.id, amount: '20.00', order_amount: '20.00', source: 'verified' }]);
  expect(await sumEvents(t.db, companyId)).toMatchObject({ orders: 1, revenue: '20.00' });
  await expectConsistent(shop);
});

test('the id that the script gives joins an order to its visit', async () => {
  const shop = await aShop();
  await track(t.app, aVisitorsPageview(shop.companyId), fromPage);
  await report(shop, [anApiOrder('A-1', 5, { visitor: 'b1' }), anApiOrder('A-2', 5, { visitor: 'unknown' })]);
  const { rows } = await t.db.query(
    `SELECT order_id, visitor_id = (SELECT visitor_id FROM events WHERE company_id = $1 AND kind = 'pageview') AS same
     FROM events WHERE company_id = $1 AND kind = 'order' ORDER BY order_id`,
    [shop.companyId],
  );
  expect(rows).toEqual([
    { order_id: 'A-1', same: true },
    { order_id: 'A-2', same: null },
  ]);
  await expectConsistent(shop);
});

describe('refunds', () => {
  test('in parts and in whole, never more than was paid', async () => {
    const shop = await aShop();
    await report(shop, anApiOrder('Ä 1/2', '100.00'));
    expect((await refund(shop, 'Ä 1/2', { refundId: 'R-1', amount: 30 })).json()).toEqual({
      ...{ orderId: 'Ä 1/2', refundId: 'R-1', result: 'recorded', amount: '30.00', refunded: '30.00' },
      currency: 'USD',
    });
    expectError(
      await refund(shop, 'Ä 1/2', { refundId: 'R-1', amount: 31 }),
      409,
      'order-amount-differs',
      'amount',
    );
    expectError(
      await refund(shop, 'Ä 1/2', { refundId: 'R-2', amount: '70.01' }),
      409,
      'refund-too-large',
      'amount',
    );
    expectError(
      await refund(shop, 'Ä 1/2', { refundId: 'R-2', amount: '1.001' }),
      400,
      'invalid-request',
      'amount',
    );
    expect((await refund(shop, 'Ä 1/2', { refundId: 'R-2' })).json()).toMatchObject({
      ...{ amount: '70.00', refunded: '100.00' },
    });
    expectError(await refund(shop, 'Ä 1/2', { refundId: 'R-3' }), 409, 'refund-too-large', 'amount');
    expect(await sumEvents(t.db, shop.companyId)).toMatchObject({ orders: 1, revenue: '0.00' });
    await expectConsistent(shop);
  });

  test('of an order that only a page reported, or that does not exist, are rejected', async () => {
    const shop = await aShop();
    await track(t.app, anOrder(shop.companyId, 'A-1', 10), fromPage);
    for (const orderId of ['A-1', 'A-2'])
      expectError(await refund(shop, orderId, { refundId: 'R-1', amount: 1 }), 404, 'not-found', 'orderId');
  });

  test('of a removed order vanish with it, and the order is not recorded again', async () => {
    const shop = await aShop();
    const { companyId } = shop;
    await report(shop, [anApiOrder('A-1', 10), anApiOrder('A-2', 20)]);
    await refund(shop, 'A-1', { refundId: 'R-1', amount: 4 });
    const { anAdmin } = await import('../../../testing/accounts/accounts.ts');
    const removed = await t.app.inject({
      method: 'POST',
      url: apiPaths.correctShopOrder(companyId),
      headers: { cookie: (await anAdmin(t)).cookie, origin: publicOrigin },
      payload: { orderId: 'A-1', amount: null },
    });
    expect(removed.statusCode).toBe(204);
    expect(await sumEvents(t.db, companyId)).toMatchObject({ orders: 1, revenue: '20.00' });
    await expectConsistent(shop);
    expectError(await report(shop, anApiOrder('A-1', 10)), 409, 'order-removed', 'orderId');
  });
});

test('orders of other currencies are kept apart, with the decimals of each', async () => {
  const shop = await aShop({ currency: 'KWD' });
  const orders = [
    anApiOrder('A-1', '1.005', { currency: 'KWD' }),
    anApiOrder('A-2', '1200', { currency: 'JPY' }),
  ];
  expect(resultsOf(await report(shop, orders))).toEqual(['recorded', 'recorded']);
  expectError(
    await report(shop, anApiOrder('A-3', '1200.5', { currency: 'JPY' })),
    400,
    'invalid-request',
    'amount',
  );
  await refund(shop, 'A-2', { refundId: 'R-1', amount: '200' });
  const { rows } = await t.db.query(
    `SELECT kind, currency, amount::text FROM events WHERE company_id = $1 ORDER BY kind, currency`,
    [shop.companyId],
  );
  expect(rows).toEqual([
    { kind: 'order', currency: 'JPY', amount: '1200' },
    { kind: 'order', currency: 'KWD', amount: '1.005' },
    { kind: 'refund', currency: 'JPY', amount: '200' },
  ]);
  const listed = await t.app.inject({
    url: `${apiPaths.apiOrders}?limit=1`,
    headers: { authorization: `bearer ${shop.key}` },
  });
  expect(listed.json()).toMatchObject({
    orders: [{ orderId: 'A-1', amount: '1.005', currency: 'KWD', isVerified: true, status: 'paid' }],
    next: 'A-1',
  });
});

test('pending orders count when they are paid, cancelled ones never', async () => {
  const shop = await aShop();
  const pending = anApiOrder('A-1', 10, { status: 'pending' });
  expect(resultsOf(await report(shop, pending))).toEqual(['changed']);
  expect(resultsOf(await report(shop, pending))).toEqual(['unchanged']);
  expect(await findRevision(t.db, shop.companyId)).toBeUndefined();
  expectError(
    await report(shop, { ...pending, amount: 11, status: 'paid' }),
    409,
    'order-amount-differs',
    'amount',
  );
  expect(resultsOf(await report(shop, { ...pending, status: 'paid' }))).toEqual(['recorded']);
  expectError(await report(shop, { ...pending, status: 'cancelled' }), 409, 'conflict', 'status');
  // A page reported an order that its shop cancels.
  await track(t.app, anOrder(shop.companyId, 'A-2', 50), fromPage);
  expect(await sumEvents(t.db, shop.companyId)).toMatchObject({ orders: 2, revenue: '60.00' });
  expect(resultsOf(await report(shop, anApiOrder('A-2', 50, { status: 'cancelled' })))).toEqual(['changed']);
  // Nor is it counted when a page reports it again.
  await track(t.app, anOrder(shop.companyId, 'A-2', 50), fromPage);
  expect(await sumEvents(t.db, shop.companyId)).toMatchObject({ orders: 1, revenue: '10.00' });
  await expectConsistent(shop);
  // Until it is paid after all.
  expect(resultsOf(await report(shop, anApiOrder('A-2', 50)))).toEqual(['recorded']);
  expect(await sumEvents(t.db, shop.companyId)).toMatchObject({ orders: 2, revenue: '60.00' });
});

test('a batch with one wrong order changes nothing and names the field', async () => {
  const shop = await aShop();
  await report(shop, anApiOrder('A-1', 10));
  const good = anApiOrder('B-1', 1);
  for (const [orders, status, field] of [
    [[good, anApiOrder('A-1', 11)], 409, '1.amount'],
    [[good, { ...good, amount: -1, orderId: 'B-2' }], 400, '1.amount'],
    [[good, good], 400, '1.orderId'],
    [[good, { ...good, orderId: 'B-2', occurredAt: '1999-01-01T00:00:00Z' }], 400, '1.occurredAt'],
    [{ ...good, ammount: 1 }, 400, undefined],
  ] as const) {
    const answer = await report(shop, orders);
    expect({ status: answer.statusCode, field: answer.json().error.field }).toMatchObject(
      field === undefined ? { status } : { status, field },
    );
  }
  expect(await sumEvents(t.db, shop.companyId)).toMatchObject({ orders: 1, revenue: '10.00' });
});
