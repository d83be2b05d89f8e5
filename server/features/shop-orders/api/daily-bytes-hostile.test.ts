import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { anApiOrder, openOrderApi, resultsOf } from '../../../testing/shop/order-api.ts';
import { aConnection, sendDelivery } from '../../../testing/shop/shop-deliveries.ts';
import { wooDelivery } from '../../../testing/shop/woocommerce-samples.ts';
import { sumEvents } from '../../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

const env = { ORDERS_MB_PER_DAY: '1' };
let t: TestApp;
/** Another process with the same database. */
let other: TestApp;
beforeAll(async () => {
  t = await buildTestApp({ env });
  other = await buildTestApp({ env, databaseUrl: t.databaseUrl });
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const hundred = (from: number) => Array.from({ length: 100 }, (_, n) => anApiOrder(`A-${from}-${n}`, '1.00'));

test('a token cannot fill the disk: in any process it stores no more than the bytes of a day', async () => {
  const { aShop, report, refund } = openOrderApi(t);
  const shop = await aShop();
  // Small orders count with what they take when they are stored: a thousand are a million bytes.
  for (let request = 0; request < 10; request += 1) resultsOf(await report(shop, hundred(request)));
  for (const process of [t, other]) {
    const refused = await openOrderApi(process).report(shop, anApiOrder('B-1', 5));
    expectError(refused, 429, 'too-many-requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
    expect(refused.json().error.message).toMatch(
      /^This token has reported 1 MB within 24 hours, which is the most\. Please try again in 14\d\d minutes\.$/,
    );
  }
  expectError(await refund(shop, 'A-0-0', { refundId: 'R-1' }), 429, 'too-many-requests');
  expect(await sumEvents(t.db, shop.companyId)).toMatchObject({ orders: 1_000, revenue: '1000.00' });
  // Other tokens have their own bytes.
  resultsOf(await report(await aShop(), anApiOrder('A-1', 5)));
  await t.db.query(
    `UPDATE attempts SET times = ARRAY(SELECT made - interval '1 day' FROM unnest(times) AS made)
     WHERE key LIKE 'api-key-bytes:%'`,
  );
  resultsOf(await report(shop, anApiOrder('B-1', 5)));
});

test('a shop connection that reports too much is answered 429, and an administrator sees why', async () => {
  const { companyId } = await openOrderApi(t).aShop();
  const connection = await aConnection(t, companyId, 'woocommerce');
  const items = Array.from({ length: 100 }, () => ({ name: 'x'.repeat(100), quantity: 1, price: 1 }));
  const answers = [];
  for (let n = 1; n <= 90; n += 1)
    answers.push(
      await sendDelivery(
        t.app,
        connection,
        wooDelivery('created', 0, { number: `W-${n}`, line_items: items }),
      ),
    );
  const statuses = answers.map(({ statusCode }) => statusCode);
  const accepted = statuses.indexOf(429);
  // A delivery is about 14 kB.
  expect(accepted).toBeGreaterThan(40);
  expect(statuses).toEqual(statuses.map((_, n) => (n < accepted ? 200 : 429)));
  const refused = answers.at(-1);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
  expect(refused?.json().error.message).toMatch(/^This shop connection has reported 1 MB within 24 hours/);
  const { rows } = await t.db.query(
    `SELECT result, detail, count FROM shop_deliveries WHERE connection_id = $1 ORDER BY received_at DESC LIMIT 1`,
    [connection.connectionId],
  );
  expect(rows).toEqual([
    {
      ...{ result: 'rejected', count: 90 - accepted },
      detail: 'This connection has reported as much as it may in 24 hours.',
    },
  ]);
});

test('unsigned deliveries do not use up the bytes of a connection', async () => {
  const { companyId } = await openOrderApi(t).aShop();
  const connection = await aConnection(t, companyId, 'woocommerce');
  const forged = { ...connection, secret: 'another secret' };
  for (let n = 0; n < 5; n += 1)
    expectError(await sendDelivery(t.app, forged, wooDelivery('created', 0)), 400, 'invalid-signature');
  const { rows } = await t.db.query('SELECT 1 FROM attempts WHERE key = $1', [
    `shop-connection-bytes:${connection.connectionId}`,
  ]);
  expect(rows).toEqual([]);
});
