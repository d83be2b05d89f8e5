import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCompany } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { anApiOrder, type OrderApi, openOrderApi, resultsOf } from '../../../testing/shop/order-api.ts';
import { aConnection, type ShopDelivery, sendDelivery } from '../../../testing/shop/shop-deliveries.ts';
import { shopifyRefund, shopifyStory } from '../../../testing/shop/shopify-samples.ts';
import { stripeStory } from '../../../testing/shop/stripe-samples.ts';
import { wooDelivery } from '../../../testing/shop/woocommerce-samples.ts';
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

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** Times that are mistakes, as text with an offset. */
const wrongTimes = [
  '0000-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '1970-01-01T00:00:00Z',
  '1999-12-31T23:59:59Z',
  // With room for a slow machine, on which the last of these tests begins minutes later.
  inMinutes(90).toISOString(),
  inMinutes(60 * 24 * 60).toISOString(),
  '9999-12-31T23:59:59Z',
  // In UTC a year of five digits.
  '9999-12-31T23:59:59-23:59',
];

/** The number of rows that are stored about a company's orders. */
async function countStored(companyId: string): Promise<number> {
  const tables = ['events', 'shop_orders', 'unpaid_shop_orders', 'shop_order_refunds', 'shop_payments'];
  const { rows } = await t.db.query<{ n: number }>(
    `SELECT ${tables.map((table) => `(SELECT count(*) FROM ${table} WHERE company_id = $1)`).join(' + ')} AS n`,
    [companyId],
  );
  return rows[0]?.n ?? Number.NaN;
}

describe.each(wrongTimes)('an order API request with the time %s', (occurredAt) => {
  test('is a 400 that names the field, whatever the status, and changes nothing', async () => {
    const shop = await aShop();
    for (const status of ['paid', 'pending', 'cancelled']) {
      const order = anApiOrder('A-1', 5, { occurredAt, status });
      expectError(await report(shop, order), 400, 'invalid-request', 'occurredAt');
    }
    const list = [anApiOrder('A-1', 5), anApiOrder('A-2', 5, { occurredAt })];
    expectError(await report(shop, list), 400, 'invalid-request', '1.occurredAt');
    expect(await countStored(shop.companyId)).toBe(0);
    await report(shop, anApiOrder('A-1', 5));
    const given = { refundId: 'R-1', amount: 1, occurredAt };
    expectError(await refund(shop, 'A-1', given), 400, 'invalid-request', 'occurredAt');
  });
});

test('the error names the bound of the time', async () => {
  const shop = await aShop();
  const messageOf = async (occurredAt: string) =>
    (await report(shop, anApiOrder('A-1', 5, { occurredAt }))).json().error.message;
  expect(await messageOf('1999-12-31T23:59:59Z')).toBe('occurredAt must not be before 2000-01-01.');
  for (const late of [inMinutes(61).toISOString(), '2999-12-31T23:59:59Z'])
    expect(await messageOf(late)).toBe('occurredAt must not be more than an hour in the future.');
});

test('a clock that is almost an hour fast still reports orders and refunds', async () => {
  const shop = await aShop();
  const occurredAt = inMinutes(58).toISOString();
  expect(resultsOf(await report(shop, anApiOrder('A-1', 5, { occurredAt })))).toEqual(['recorded']);
  expect((await refund(shop, 'A-1', { refundId: 'R-1', occurredAt })).statusCode).toBe(200);
});

/** Replaces every time of a content. */
function withTime(content: unknown, isTime: (text: string) => boolean, time: string | number): unknown {
  return JSON.parse(JSON.stringify(content), (key, value) => (isTime(key) && value !== null ? time : value));
}

const requireSample = (sample: ShopDelivery | undefined): ShopDelivery => {
  if (!sample) throw new Error('there is no sample');
  return sample;
};
const isShopifyTime = (key: string) => key === 'created_at' || key === 'updated_at';
const isWooTime = (key: string) => key === 'date_created_gmt' || key === 'date_modified_gmt';
const shopifyOrder = requireSample(shopifyStory[1]);
const shopifyRefundAlone = {
  topic: 'refunds/create',
  content: shopifyRefund({ id: 1, amount: '1.00', minutes: 0 }),
};
const stripeSamples = stripeStory.map(requireSample);
const stripeSeconds = [0, 946_684_799, Math.floor(inMinutes(90).getTime() / 1000), 253_402_300_799];

const deliveries = [
  ...wrongTimes.flatMap((time) => [
    ['shopify', time, { ...shopifyOrder, content: withTime(shopifyOrder.content, isShopifyTime, time) }],
    // Only the time of the last change is wrong.
    [
      'shopify',
      time,
      { ...shopifyOrder, content: withTime(shopifyOrder.content, (key) => key === 'updated_at', time) },
    ],
    [
      'shopify',
      time,
      { ...shopifyRefundAlone, content: withTime(shopifyRefundAlone.content, isShopifyTime, time) },
    ],
  ]),
  ...wrongTimes
    .filter((time) => time.endsWith('Z'))
    .map((time) => {
      const { topic, content } = wooDelivery('updated', 0);
      return ['woocommerce', time, { topic, content: withTime(content, isWooTime, time.slice(0, 19)) }];
    }),
  ...stripeSeconds.flatMap((time) =>
    stripeSamples.map(({ topic, content }) => [
      'stripe',
      time,
      { topic, content: withTime(content, (key) => key === 'created', time) },
    ]),
  ),
] as ['shopify' | 'woocommerce' | 'stripe', string | number, ShopDelivery][];

test.each(deliveries)(
  'a signed delivery of %s with the time %s is a failed one, not a 500',
  async (provider, _time, delivery) => {
    const { company } = await aCompany(t.db);
    const connection = await aConnection(t, company.id, provider);
    const answer = await sendDelivery(t.app, connection, delivery);
    expect(answer.statusCode, answer.body).toBe(200);
    const { result, detail } = answer.json();
    // Events that are about no order have no time that matters.
    if (result !== 'ignored') {
      expect({ result, detail }).toEqual({
        result: 'rejected',
        detail: expect.stringMatching(
          /^The time of .+ must not be (before 2000-01-01|more than an hour in the future)\.$/,
        ),
      });
      const { rows } = await t.db.query(
        'SELECT result, detail FROM shop_deliveries WHERE connection_id = $1',
        [connection.connectionId],
      );
      expect(rows).toEqual([{ result, detail }]);
    }
    expect(await countStored(company.id)).toBe(0);
  },
);

test('a refund of a month that is not stored does not wait, so its order can be recorded', async () => {
  const { company } = await aCompany(t.db);
  const connection = await aConnection(t, company.id, 'shopify');
  const content = withTime(shopifyRefundAlone.content, isShopifyTime, '2001-05-05T10:00:00Z');
  const refused = await sendDelivery(t.app, connection, { ...shopifyRefundAlone, content });
  expect(refused.json()).toMatchObject({ result: 'rejected', detail: expect.stringContaining('not stored') });
  expect((await sendDelivery(t.app, connection, shopifyOrder)).json()).toMatchObject({ result: 'recorded' });
});
