import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShopProvider } from '../../../contract/shop/connections.ts';
import { aCompany } from '../../testing/builders.ts';
import { aConnection, type ShopDelivery, sendDelivery } from '../../testing/shop/shop-deliveries.ts';
import { shopifyStory } from '../../testing/shop/shopify-samples.ts';
import {
  stripeEvent,
  stripeIntent,
  stripePayment,
  stripeRefund,
  stripeSession,
  stripeStory,
} from '../../testing/shop/stripe-samples.ts';
import { wooStory } from '../../testing/shop/woocommerce-samples.ts';
import { expectOrdersMatchEvents, sumEvents } from '../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

/** Numbers from 0 to 1 that are the same in every run. */
function* seeded(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const random = seeded(seed);
  return items
    .map((item) => ({ item, at: random.next().value }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Sends deliveries to a new company and returns what its database contains then. */
async function play(provider: ShopProvider, deliveries: readonly ShopDelivery[]) {
  const { company } = await aCompany(t.db, { currency: 'USD' });
  const connection = await aConnection(t, company.id, provider);
  for (const delivery of deliveries) {
    const answer = await sendDelivery(t.app, connection, delivery);
    expect({ ...delivery, status: answer.statusCode, answer: answer.json() }).toMatchObject({
      status: 200,
      answer: { received: true, result: expect.stringMatching(/^(recorded|unchanged|ignored)$/) },
    });
  }
  const select = async (columns: string, table: string) =>
    (
      await t.db.query(
        `SELECT ${columns} FROM ${table} WHERE company_id = $1 ORDER BY ${columns.split(',')[0]}`,
        [company.id],
      )
    ).rows;
  const totals = await sumEvents(t.db, company.id);
  await expectOrdersMatchEvents(t.db, company.id);
  return {
    orders: await select(
      'order_id, amount::text, foreign_currency, occurred_at, source, verified_by, items, refunded_amount::text',
      'shop_orders',
    ),
    refunds: await select(
      // WooCommerce does not say when a refund was made, so its time is that of the first delivery with it.
      `refund_id, order_id, kind, amount::text, verified_by, event_id IS NOT NULL AS is_counted${
        provider === 'woocommerce' ? '' : ', occurred_at'
      }`,
      'shop_order_refunds',
    ),
    unpaid: await select('order_id, status', 'unpaid_shop_orders'),
    totals,
  };
}

const stories: readonly [ShopProvider, readonly ShopDelivery[], { revenue: string; refunded: string }][] = [
  ['stripe', stripeStory, { revenue: '104.90', refunded: '25.00' }],
  ['woocommerce', wooStory, { revenue: '15.00', refunded: '14.35' }],
  ['shopify', shopifyStory, { revenue: '457.00', refunded: '141.94' }],
];

describe.each(stories)('%s', (provider, story, { revenue, refunded }) => {
  test('in any order and three times, deliveries end in the same state', async () => {
    const inOrder = await play(provider, story);
    expect(inOrder.totals).toMatchObject({ orders: 1, revenue });
    expect(inOrder.unpaid).toEqual([]);
    expect(inOrder.orders).toMatchObject([{ source: 'verified', verified_by: provider }]);
    expect(Number(inOrder.orders[0]?.refunded_amount)).toBe(Number(refunded));
    expect(await play(provider, [...story].reverse())).toEqual(inOrder);
    for (let seed = 1; seed <= 5; seed += 1)
      expect(await play(provider, shuffle([...story, ...story, ...story], seed))).toEqual(inOrder);
  });

  test('deliveries at the same time end in the same state', async () => {
    const { company } = await aCompany(t.db, { currency: 'USD' });
    const connection = await aConnection(t, company.id, provider);
    const answers = await Promise.all(
      [...story, ...story, ...story].map((delivery) => sendDelivery(t.app, connection, delivery)),
    );
    expect(answers.filter(({ statusCode }) => statusCode !== 200).map(({ body }) => body)).toEqual([]);
    expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 1, revenue });
    await expectOrdersMatchEvents(t.db, company.id);
  });
});

test('a Checkout session and its payment intent are one order, in any order', async () => {
  const session = stripeEvent(
    'checkout.session.completed',
    stripeSession(stripePayment, { client_reference_id: null }),
    1,
  );
  const intent = stripeEvent(
    'payment_intent.succeeded',
    stripeIntent(stripePayment, { metadata: { order_id: 'A-7' } }),
    1,
  );
  for (const events of [
    [session, intent],
    [intent, session],
  ]) {
    const { orders, totals } = await play('stripe', events);
    expect(orders).toHaveLength(1);
    expect(totals).toMatchObject({ orders: 1, revenue: '129.90' });
  }
});

test('refunds of a payment that is no order wait, are kept for a while, and count nowhere', async () => {
  const { company } = await aCompany(t.db, { currency: 'USD' });
  const connection = await aConnection(t, company.id, 'stripe');
  const refundOf = (intent: string) =>
    stripeEvent(
      'refund.created',
      stripeRefund({ ...stripePayment, intent }, { id: 're_1', amount: 100, minutes: 1 }),
      1,
    );
  const answer = await sendDelivery(t.app, connection, refundOf('pi_old'));
  expect(answer.json()).toMatchObject({ result: 'recorded', detail: 'Waits for the order of pi_old.' });
  await t.db.query(`UPDATE shop_payments SET created_at = now() - interval '61 days' WHERE company_id = $1`, [
    company.id,
  ]);
  await sendDelivery(t.app, connection, refundOf('pi_new'));
  const { rows } = await t.db.query('SELECT payment_id FROM shop_payments WHERE company_id = $1', [
    company.id,
  ]);
  expect(rows).toEqual([{ payment_id: 'pi_new' }]);
  expect(await sumEvents(t.db, company.id)).not.toMatchObject({ orders: 1 });
});
