import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { orderConflicts, shopOrders } from '../../../../contract/shop/reported-orders.ts';
import { anAdminCookie } from '../../../testing/accounts/accounts.ts';
import {
  aCompany,
  anOrder,
  aPageview,
  aViewerCookie,
  publicOrigin,
  track,
} from '../../../testing/builders.ts';
import { expectAccepted, expectError } from '../../../testing/requests/expect-answers.ts';
import { expectOrdersMatchEvents, sumEvents } from '../../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await buildTestApp();
  cookie = await anAdminCookie(t);
});
afterAll(() => t.close());

function correct(companyId: string, orderId: string, amount: string | null, by = cookie) {
  return t.app.inject({
    method: 'POST',
    url: apiPaths.correctShopOrder(companyId),
    headers: { cookie: by, origin: publicOrigin },
    payload: { orderId, amount },
  });
}

async function list(companyId: string, query = '') {
  const answer = await t.app.inject({ url: apiPaths.shopOrders(companyId) + query, headers: { cookie } });
  return shopOrders.parse(answer.json()).orders;
}

async function conflictsOf(companyId: string) {
  const answer = await t.app.inject({ url: apiPaths.orderConflicts(companyId), headers: { cookie } });
  return orderConflicts.parse(answer.json()).conflicts;
}

test('a removed order disappears and is not counted again', async () => {
  const { company } = await aCompany(t.db);
  const wrong = anOrder(company.id, 'spam', 99_999);
  await track(t.app, [
    aPageview(company.id, { sessionId: 's' }),
    anOrder(company.id, 'A-1', 20),
    wrong,
    anOrder(company.id, 'A-2', 0.5),
  ]);
  expect((await list(company.id, '?sort=largest')).map(({ orderId }) => orderId)).toEqual([
    'spam',
    'A-1',
    'A-2',
  ]);
  expect((await correct(company.id, 'spam', null)).statusCode).toBe(204);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 2, revenue: '20.50' });
  await expectOrdersMatchEvents(t.db, company.id);
  expect(await list(company.id, '?orderId=spam')).toEqual([]);

  // Neither the same event nor another one restores it; that it was reported again is shown.
  expectAccepted(await track(t.app, [wrong, anOrder(company.id, 'spam', 5)]), 2);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 2, revenue: '20.50' });
  expect((await conflictsOf(company.id)).map(({ amount, counted }) => ({ amount, counted }))).toEqual([
    { amount: '5.00', counted: null },
    { amount: '99999.00', counted: null },
  ]);
  expectError(await correct(company.id, 'spam', null), 404, 'not-found');
  await expectOrdersMatchEvents(t.db, company.id);
});

test('removing an invented order does not hide a later order of the shop with the same number', async () => {
  const { company } = await aCompany(t.db);
  await track(t.app, [aPageview(company.id, { sessionId: 's' }), anOrder(company.id, 'A-1043', 1)]);
  expect((await correct(company.id, 'A-1043', null)).statusCode).toBe(204);
  // Now the shop uses this number.
  expectAccepted(await track(t.app, anOrder(company.id, 'A-1043', 129)), 1);
  expect(await conflictsOf(company.id)).toMatchObject([{ counted: null, amount: '129.00' }]);
  // Simulates that the partition for the month of the first report is already deleted.
  await t.db.query(`UPDATE shop_order_conflicts SET first_at = '2001-05-05Z' WHERE company_id = $1`, [
    company.id,
  ]);
  expectError(await correct(company.id, 'A-1043', '5.00'), 404, 'not-found');
  expectError(await correct(company.id, 'A-1044', '129.00'), 404, 'not-found');
  const both = await Promise.all([1, 2].map(() => correct(company.id, 'A-1043', '129.00')));
  expect(both.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
  expect(await list(company.id)).toMatchObject([{ orderId: 'A-1043', amount: '129.00' }]);
  expect(await conflictsOf(company.id)).toEqual([]);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 1, revenue: '129.00' });
  await expectOrdersMatchEvents(t.db, company.id);
  // Later reports do not change it, and it can be removed again.
  await track(t.app, anOrder(company.id, 'A-1043', 2), { origin: 'https://shop.test' });
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 1, revenue: '129.00' });
  expect((await correct(company.id, 'A-1043', null)).statusCode).toBe(204);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 0, revenue: '0.00' });
  await expectOrdersMatchEvents(t.db, company.id);
});

test('an administrator can choose the other of two reported amounts', async () => {
  const { company } = await aCompany(t.db);
  await track(t.app, [aPageview(company.id, { sessionId: 's' }), anOrder(company.id, 'A-1', 0)]);
  await track(t.app, anOrder(company.id, 'A-1', 129));
  expect(await conflictsOf(company.id)).toMatchObject([
    { orderId: 'A-1', counted: { amount: '0.00', source: 'server' }, amount: '129.00', count: 1 },
  ]);
  expectError(await correct(company.id, 'A-1', '128.00'), 409, 'conflict');
  expect((await correct(company.id, 'A-1', '129.00')).statusCode).toBe(204);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 1, revenue: '129.00' });
  await expectOrdersMatchEvents(t.db, company.id);
  // The other amount is still shown, and later reports do not change the order.
  expect(await conflictsOf(company.id)).toMatchObject([{ amount: '0.00', counted: { amount: '129.00' } }]);
  await track(t.app, anOrder(company.id, 'A-1', 1), { origin: 'https://shop.test' });
  expect(await sumEvents(t.db, company.id)).toMatchObject({ revenue: '129.00' });
});

test('corrections are in the audit log and only for administrators', async () => {
  const { company, accessKey } = await aCompany(t.db, { name: 'Harbour' });
  await track(t.app, anOrder(company.id, 'A-1', 20));
  const viewer = await aViewerCookie(t.app, accessKey);
  expect((await correct(company.id, 'A-1', null, viewer)).statusCode).toBe(401);
  const listed = await t.app.inject({ url: apiPaths.shopOrders(company.id), headers: { cookie: viewer } });
  expect(listed.statusCode).toBe(401);
  expect((await correct(company.id, 'A-1', null)).statusCode).toBe(204);
  const { rows } = await t.db.query('SELECT action, object FROM audit_log WHERE object_id = $1', [
    company.id,
  ]);
  expect(rows).toContainEqual({ action: 'shop-order.removed', object: 'A-1 (20.00 USD) of Harbour' });
});

test('orders removed while others are stored leave one event for each that is left', async () => {
  const { company } = await aCompany(t.db);
  const orders = Array.from({ length: 20 }, (_, i) => anOrder(company.id, `A-${i}`, i + 1));
  await track(t.app, [aPageview(company.id, { sessionId: 's' }), ...orders]);
  await Promise.all([
    ...orders.slice(0, 10).map((_, i) => correct(company.id, `A-${i}`, null)),
    ...orders.slice(0, 10).map((_, i) => correct(company.id, `A-${i}`, null)),
    ...Array.from({ length: 20 }, (_, i) => track(t.app, anOrder(company.id, `B-${i}`, 1))),
  ]);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 30 });
  await expectOrdersMatchEvents(t.db, company.id);
});

test.each([
  { orderId: '' },
  { orderId: 'x'.repeat(101) },
  { amount: '1,5' },
  { amount: '-1.00' },
  { amount: 5 },
  {},
])('an invalid correction is rejected: %j', async (payload) => {
  const { company } = await aCompany(t.db);
  const answer = await t.app.inject({
    method: 'POST',
    url: apiPaths.correctShopOrder(company.id),
    headers: { cookie, origin: publicOrigin },
    payload: { ...(Object.keys(payload).length > 0 ? { orderId: 'A', amount: null } : {}), ...payload },
  });
  expectError(answer, 400, 'invalid-request');
});

test.each(['a\u0000b', '\ud800'])(
  'an order number that cannot be stored as text is rejected: %j',
  async (orderId) => {
    const { company } = await aCompany(t.db);
    expectError(await correct(company.id, orderId, null), 400, 'invalid-request');
  },
);
