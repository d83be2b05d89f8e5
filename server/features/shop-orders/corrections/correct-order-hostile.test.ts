import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { aCompany, anOrder, aPageview, browserUserAgent, track } from '../../../testing/builders.ts';
import { readCounter } from '../../../testing/read-counter.ts';
import { expectAccepted, expectRejectedEvent } from '../../../testing/requests/expect-answers.ts';
import { expectOrdersMatchEvents, findRevision, sumEvents } from '../../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { listConflicts as listShownConflicts } from './correct-order.queries.ts';

let t: TestApp;
let second: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
  second = await buildTestApp({ databaseUrl: t.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await t.close();
});

const fromPage = { origin: 'https://shop.test' };

/** Sends events from a given address. */
function trackFrom(
  { remoteAddress, headers }: { remoteAddress: string; headers: Record<string, string> },
  events: unknown,
) {
  return t.app.inject({
    method: 'POST',
    url: apiPaths.trackAnalytics,
    remoteAddress,
    headers: { 'content-type': 'text/plain', 'user-agent': browserUserAgent, ...headers },
    payload: JSON.stringify(events),
  });
}

interface Conflict {
  order_id: string;
  source: string;
  amount: string;
  host: string;
  count: number;
}

async function listConflicts(companyId: string): Promise<Conflict[]> {
  const { rows } = await t.db.query<Conflict>(
    `SELECT order_id, source, amount::text, host, count FROM shop_order_conflicts
     WHERE company_id = $1 ORDER BY order_id, source, amount`,
    [companyId],
  );
  return rows;
}

test('orders claimed beforehand with amount 0 do not hide the orders of the shop', async () => {
  const { company } = await aCompany(t.db);
  const numbers = Array.from({ length: 40 }, (_, i) => `A-${1043 + i}`);
  const claims = numbers.map((number) => anOrder(company.id, number, 0));
  expectAccepted(await track(t.app, [aPageview(company.id, { sessionId: 's' }), ...claims]), 41);
  const real = numbers.map((number, i) => anOrder(company.id, number, 100 + i));
  expectAccepted(await track(t.app, real, fromPage), 40);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 40, revenue: '4780.00' });
  const conflicts = await listConflicts(company.id);
  expect(conflicts).toHaveLength(40);
  expect(conflicts[0]).toEqual({ order_id: 'A-1043', source: 'server', amount: '0.00', host: '', count: 1 });
  await expectOrdersMatchEvents(t.db, company.id);
  const { rows } = await t.db.query(
    `SELECT id FROM events WHERE company_id = $1 AND kind = 'order' ORDER BY id`,
    [company.id],
  );
  expect(rows.map(({ id }) => id)).toEqual(real.map(({ id }) => id).sort());
});

test('a report without Origin does not replace one from a page and is stored as a conflict', async () => {
  const { company } = await aCompany(t.db);
  expectAccepted(await track(t.app, anOrder(company.id, 'A-1', 129), fromPage), 1);
  const claim = anOrder(company.id, 'A-1', 0);
  expectAccepted(await track(t.app, claim), 1);
  expectAccepted(await track(t.app, claim), 1);
  expectAccepted(await track(t.app, anOrder(company.id, 'A-1', 0)), 1);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 1, revenue: '129.00' });
  // The same report again is not another conflict.
  expect(await listConflicts(company.id)).toMatchObject([{ source: 'server', amount: '0.00', count: 2 }]);
  await expectOrdersMatchEvents(t.db, company.id);
});

test('of two reports of the same kind the first counts and the other is stored as a conflict', async () => {
  const { company } = await aCompany(t.db);
  for (const headers of [{}, fromPage]) {
    const number = `A-${Object.keys(headers).length}`;
    expectAccepted(await track(t.app, anOrder(company.id, number, 10), headers), 1);
    expectAccepted(await track(t.app, anOrder(company.id, number, 12.5), headers), 1);
    expectAccepted(await track(t.app, anOrder(company.id, number, 10), headers), 1);
  }
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 2, revenue: '20.00' });
  expect(await listConflicts(company.id)).toMatchObject([
    { order_id: 'A-0', source: 'server', amount: '12.50', count: 1 },
    { order_id: 'A-1', source: 'page', amount: '12.50', host: 'shop.test', count: 1 },
  ]);
  await expectOrdersMatchEvents(t.db, company.id);
});

test('an order confirmed by a page with the same amount is not replaced by another page', async () => {
  const { company } = await aCompany(t.db);
  await track(t.app, anOrder(company.id, 'A-1', 50));
  await track(t.app, anOrder(company.id, 'A-1', 50), fromPage);
  expect(await listConflicts(company.id)).toEqual([]);
  await track(t.app, anOrder(company.id, 'A-1', 1), fromPage);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 1, revenue: '50.00' });
  expect(await listConflicts(company.id)).toMatchObject([{ source: 'page', amount: '1.00' }]);
});

test('different amounts of one order in one request are a conflict', async () => {
  const { company } = await aCompany(t.db);
  const amounts = [10, 99, 99, 10, 50];
  const orders = amounts.map((amount) => anOrder(company.id, 'A-1', amount));
  expectAccepted(await track(t.app, orders, fromPage), 5);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 1, revenue: '10.00' });
  expect(await listConflicts(company.id)).toMatchObject([
    { amount: '50.00', count: 1 },
    { amount: '99.00', count: 2 },
  ]);
});

test.each([
  ['a server', {}, 'server'],
  ['a page', fromPage, 'page'],
])('invented amounts do not hide what %s of the shop reports later', async (_, headers, source) => {
  const { company } = await aCompany(t.db);
  for (let start = 0; start < 100; start += 50) {
    const invented = Array.from({ length: 50 }, (_, i) => anOrder(company.id, 'A-1043', start + i));
    expectAccepted(await track(t.app, invented, headers), 50);
  }
  const shop = { remoteAddress: '192.0.2.7', headers };
  expectAccepted(await trackFrom(shop, anOrder(company.id, 'A-1043', 129)), 1);
  const conflicts = await listConflicts(company.id);
  expect(conflicts).toContainEqual(expect.objectContaining({ source, amount: '129.00' }));
  // One sender can add at most three amounts.
  expect(conflicts).toHaveLength(4);
});

test('invented conflicts do not hide the real amount that a forged page replaced', async () => {
  const { company } = await aCompany(t.db);
  expectAccepted(await track(t.app, anOrder(company.id, 'A-1', 129)), 1);
  for (let sender = 0; sender < 4; sender += 1) {
    const invented = Array.from({ length: 5 }, (_, i) => anOrder(company.id, 'A-1', sender * 5 + i));
    await trackFrom({ remoteAddress: `192.0.2.${sender}`, headers: {} }, invented);
  }
  expectAccepted(await track(t.app, anOrder(company.id, 'A-1', 1), fromPage), 1);
  expect(await listConflicts(company.id)).toContainEqual(
    expect.objectContaining({ source: 'server', amount: '129.00' }),
  );
});

test.each([
  ['zero width', 'A-1043\u200b'],
  ['right to left override', '\u202eA-1043'],
  ['isolate', '\u2067A-1043'],
  ['soft hyphen', 'A-\u00ad1043'],
  ['only a space', ' '],
  ['only a no-break space', '\u00a0'],
  ['a line separator', 'A\u2028B'],
])('an order number that looks like another one is rejected: %s', async (_, number) => {
  const { company } = await aCompany(t.db);
  expectRejectedEvent(await track(t.app, anOrder(company.id, number, 5)), 400, 'invalid-request');
});

test('one order number with a thousand amounts leaves few rows', async () => {
  const { company } = await aCompany(t.db);
  for (let start = 0; start < 200; start += 50) {
    const orders = Array.from({ length: 50 }, (_, i) => anOrder(company.id, 'A-1', start + i + 1));
    expectAccepted(await track(t.app, orders), 50);
  }
  // They leave room for reports of pages.
  expectAccepted(await track(t.app, anOrder(company.id, 'A-1', 7_000), fromPage), 1);
  expectAccepted(await track(t.app, anOrder(company.id, 'A-1', 7_001), fromPage), 1);
  const conflicts = await listConflicts(company.id);
  expect(conflicts.filter(({ source }) => source === 'server').length).toBeLessThanOrEqual(6);
  expect(conflicts.filter(({ source }) => source === 'page')).toMatchObject([{ amount: '7001.00' }]);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 1, revenue: '7000.00' });
  await expectOrdersMatchEvents(t.db, company.id);
});

test('of simultaneous reports of one order in two processes the page’s wins', async () => {
  const { company } = await aCompany(t.db);
  await Promise.all(
    Array.from({ length: 30 }, async (_, i) => {
      const number = `A-${i % 10}`;
      const isPage = i >= 20;
      const order = anOrder(company.id, number, isPage ? 100 : i);
      expectAccepted(await track(i % 2 ? t.app : second.app, order, isPage ? fromPage : {}), 1);
    }),
  );
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 10, revenue: '1000.00' });
  await expectOrdersMatchEvents(t.db, company.id);
});

test('conflicts are counted', async () => {
  const { company } = await aCompany(t.db);
  const before = readCounter(t, 'northlight_order_conflicts_total');
  await track(t.app, anOrder(company.id, 'A-1', 5));
  await track(t.app, anOrder(company.id, 'A-1', 6));
  expect(readCounter(t, 'northlight_order_conflicts_total') - before).toBe(1);
});

test('a single anonymous request cannot report 500,000,000 of revenue', async () => {
  const { company } = await aCompany(t.db);
  const orders = Array.from({ length: 50 }, (_, i) => anOrder(company.id, `A-${i}`, 10_000_000));
  expectRejectedEvent(await track(t.app, orders), 422, 'order-amount-too-large');
  expectRejectedEvent(
    await track(t.app, anOrder(company.id, 'A', 100_000.01)),
    422,
    'order-amount-too-large',
  );
  expect(await findRevision(t.db, company.id)).toBeUndefined();
  expectAccepted(await track(t.app, anOrder(company.id, 'A', 100_000)), 1);
  await t.db.query('UPDATE companies SET order_amount_max = 250000 WHERE id = $1', [company.id]);
  await notify(t.db, { kind: 'company-changed', companyId: company.id });
  await expect.poll(async () => (await track(t.app, anOrder(company.id, 'B', 250_000))).statusCode).toBe(200);
});

test('an event id sent again with another body is counted as such, and the first body is kept', async () => {
  const { company } = await aCompany(t.db);
  const before = readCounter(t, 'northlight_events_altered_total');
  const view = aPageview(company.id, { sessionId: 'a' });
  const order = anOrder(company.id, 'A-1', 5);
  expectAccepted(await track(t.app, [view, order]), 2);
  expectAccepted(await track(t.app, [view, order]), 2);
  expect(readCounter(t, 'northlight_events_altered_total') - before).toBe(0);
  expectAccepted(await track(t.app, { ...anOrder(company.id, 'A-2', 9), id: view.id }), 1);
  const dearer = { ...order, metadata: { ...order.metadata, amount: 500 } };
  expectAccepted(await track(t.app, dearer, fromPage), 1);
  // Both in one request.
  const fresh = anOrder(company.id, 'A-3', 1);
  const altered = { ...fresh, metadata: { ...fresh.metadata, amount: 2 } };
  expectAccepted(await track(t.app, [fresh, altered]), 2);
  expect(readCounter(t, 'northlight_events_altered_total') - before).toBe(3);
  expect(await sumEvents(t.db, company.id)).toMatchObject({
    page_views: 1,
    orders: 2,
    revenue: '6.00',
  });
  await expect
    .poll(
      async () =>
        (
          await t.db.query(
            `SELECT sum(count) AS n FROM rejected_events WHERE company_id = $1 AND reason = 'altered-repeat'`,
            [company.id],
          )
        ).rows[0]?.n,
    )
    .toBe('3');
});

test('invented conflicts do not hide those of the shop', async () => {
  const { company } = await aCompany(t.db);
  await track(t.app, anOrder(company.id, 'real', 129), fromPage);
  await track(t.app, anOrder(company.id, 'real', 0));
  for (let start = 0; start < 100; start += 25) {
    const invented = Array.from({ length: 25 }, (_, i) => [
      anOrder(company.id, `x-${start + i}`, 1),
      anOrder(company.id, `x-${start + i}`, 2),
    ]).flat();
    expectAccepted(await track(t.app, invented), 50);
  }
  const [first, ...others] = await listShownConflicts(t.db, company.id);
  expect(first).toMatchObject({ order_id: 'real', amount: '0.00', counted_amount: '129.00' });
  expect(others).toHaveLength(49);
});
