import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { type ShopProvider, shopProviders } from '../../../contract/shop/connections.ts';
import { loadStripe } from '../../platform/payment-provider/load-stripe.ts';
import { aCompany } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import {
  aConnection,
  sendBody,
  sendDelivery,
  type TestConnection,
  toDeliveryHeaders,
} from '../../testing/shop/shop-deliveries.ts';
import { shopifyStory } from '../../testing/shop/shopify-samples.ts';
import { stripeEvent, stripePayment, stripeSession, stripeStory } from '../../testing/shop/stripe-samples.ts';
import { wooDelivery, wooStory } from '../../testing/shop/woocommerce-samples.ts';
import { sumEvents } from '../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const samples = {
  // The second events are the ones that are paid.
  stripe: stripeStory[1],
  woocommerce: wooStory[1],
  shopify: shopifyStory[1],
};
function sampleOf(provider: ShopProvider) {
  const sample = samples[provider];
  if (!sample) throw new Error('there is no sample');
  return { topic: sample.topic, body: JSON.stringify(sample.content) };
}

async function aShop(provider: ShopProvider, secret?: string | null) {
  const { company } = await aCompany(t.db, { currency: 'USD' });
  return { companyId: company.id, connection: await aConnection(t, company.id, provider, secret) };
}

const listResults = async ({ connectionId }: TestConnection) =>
  (
    await t.db.query<{ result: string; detail: string }>(
      'SELECT result, detail FROM shop_deliveries WHERE connection_id = $1 ORDER BY id',
      [connectionId],
    )
  ).rows;

/** Sends a body with given headers, signed or not. */
const post = ({ provider, connectionId }: TestConnection, body: string, headers: Record<string, string>) =>
  t.app.inject({
    method: 'POST',
    url: apiPaths.shopWebhook(provider, connectionId),
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  });

describe.each(shopProviders)('signatures of %s', (provider) => {
  const { topic, body } = sampleOf(provider);

  test('the right one is accepted', async () => {
    const { connection } = await aShop(provider);
    const answer = await sendBody(t.app, connection, topic, body);
    expect(answer.json()).toEqual({ received: true, result: 'recorded', detail: '' });
  });

  test('a missing, wrong, truncated or foreign one is rejected, as that of an unknown connection is', async () => {
    const { connection, companyId } = await aShop(provider);
    const other = await aShop(provider);
    const headers = await toDeliveryHeaders(connection, topic, body);
    const name = Object.keys(headers).find((each) => /signature|hmac/.test(each)) ?? '';
    const signature = headers[name] ?? '';
    const foreign = await toDeliveryHeaders(other.connection, topic, body);
    const emptySecret = await toDeliveryHeaders({ provider, secret: 'x' }, topic, body);
    const answers = [
      await post(connection, body, {}),
      await post(connection, body, { ...headers, [name]: '' }),
      await post(connection, body, { ...headers, [name]: signature.slice(0, -1) }),
      await post(connection, body, { ...headers, [name]: `${signature}x` }),
      await post(connection, body, foreign),
      await post(connection, body, emptySecret),
      await post(connection, `${body} `, headers),
      await post(connection, '', headers),
      await post({ ...connection, connectionId: randomUUID() }, body, headers),
    ];
    const [first] = answers;
    for (const answer of answers) {
      expectError(answer, 400, 'invalid-signature');
      expect(answer.body).toBe(first?.body);
    }
    expect(await sumEvents(t.db, companyId)).not.toMatchObject({ orders: 1 });
    expect(await listResults(connection)).toMatchObject([{ result: 'rejected' }]);
  });

  test('another provider’s address rejects it', async () => {
    const { connection } = await aShop(provider);
    for (const other of shopProviders.filter((each) => each !== provider)) {
      const headers = await toDeliveryHeaders({ ...connection, provider: other }, topic, body);
      expectError(await post({ ...connection, provider: other }, body, headers), 400, 'invalid-signature');
    }
    expect(await listResults(connection)).toEqual([]);
  });

  test('without a secret, or with an empty one, every delivery is rejected', async () => {
    const { connection } = await aShop(provider, null);
    for (const secret of ['', 'undefined', 'null']) {
      // Stripe's library refuses to sign with an empty secret.
      const key = provider === 'stripe' ? secret || ' ' : secret;
      const headers = await toDeliveryHeaders({ provider, secret: key }, topic, body);
      expectError(await post(connection, body, headers), 400, 'invalid-signature');
    }
    expect(await listResults(connection)).toMatchObject([
      { result: 'rejected', detail: expect.stringContaining('No signing secret') },
    ]);
  });

  test('a body of more than 256 kB is rejected before it is read', async () => {
    const { connection } = await aShop(provider);
    const answer = await sendBody(t.app, connection, topic, `{"x":"${'x'.repeat(300_000)}"}`);
    expectError(answer, 413, 'body-too-large');
    expect(await listResults(connection)).toEqual([]);
  });
});

test.each([-600, 600])('a signature of Stripe that is %d seconds old is rejected', async (seconds) => {
  const { connection } = await aShop('stripe');
  const { body } = sampleOf('stripe');
  const { webhooks } = await loadStripe();
  const timestamp = Math.floor(Date.now() / 1000) - seconds;
  const header = webhooks.generateTestHeaderString({ payload: body, secret: connection.secret, timestamp });
  expectError(await post(connection, body, { 'stripe-signature': header }), 400, 'invalid-signature');
});

test('WooCommerce’s unsigned test of the address is answered, and nothing is stored', async () => {
  const { connection } = await aShop('woocommerce', null);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const connectionId of [connection.connectionId, randomUUID()]) {
    const answer = await post({ ...connection, connectionId }, 'webhook_id=12', headers);
    expect(answer.statusCode, answer.body).toBe(200);
  }
  expectError(await post(connection, 'webhook_id=12&total=5', headers), 400, 'invalid-signature');
  const { connection: shopify } = await aShop('shopify', null);
  expectError(await post(shopify, 'webhook_id=12', headers), 400, 'invalid-signature');
  expect(await listResults(connection)).toMatchObject([{ result: 'rejected' }]);
});

const huge = '9'.repeat(400);
/** Signed content, with a part of it replaced, and the field that is named. */
const unreadable: readonly [name: string, provider: ShopProvider, from: string, to: string, field: string][] =
  [
    [
      'a number beyond all',
      'stripe',
      '"amount_total":12990',
      '"amount_total":1e400',
      'data.object.amount_total',
    ],
    [
      'a huge integer',
      'stripe',
      '"amount_total":12990',
      `"amount_total":${huge}`,
      'data.object.amount_total',
    ],
    ['2^53', 'stripe', '"amount_total":12990', '"amount_total":9007199254740992', 'data.object.amount_total'],
    ['a negative sum', 'stripe', '"amount_total":12990', '"amount_total":-1', 'data.object.amount_total'],
    [
      'a fraction of a cent',
      'stripe',
      '"amount_total":12990',
      '"amount_total":1.5',
      'data.object.amount_total',
    ],
    [
      'text for a number',
      'stripe',
      '"amount_total":12990',
      '"amount_total":"12990"',
      'data.object.amount_total',
    ],
    [
      'a currency that does not exist',
      'stripe',
      '"currency":"usd"',
      '"currency":"xxx"',
      'data.object.currency',
    ],
    ['NUL in the id', 'stripe', '"A-1001"', '"A\\u00001"', 'data.object.client_reference_id'],
    ['half a surrogate pair', 'stripe', '"A-1001"', '"A\\ud800"', 'data.object.client_reference_id'],
    ['a long id', 'stripe', '"A-1001"', `"${'A'.repeat(101)}"`, 'data.object.client_reference_id'],
    ['an object for an id', 'stripe', '"A-1001"', '{"$gt":""}', 'data.object.client_reference_id'],
    ['a time after all years', 'stripe', '"type":"checkout', '"created":1e15,"type":"checkout', 'created'],
    [
      'a year of five digits',
      'woocommerce',
      '"date_created_gmt":"',
      '"date_created_gmt":"9',
      'date_created_gmt',
    ],
    ['a negative sum', 'woocommerce', '"total":"29.35"', '"total":"-29.35"', 'total'],
    ['an exponent', 'woocommerce', '"total":"29.35"', '"total":"1e400"', 'total'],
    ['a huge sum', 'woocommerce', '"total":"29.35"', '"total":"999999999999999"', 'total'],
    ['a number for a decimal', 'woocommerce', '"total":"29.35"', '"total":29.35', 'total'],
    ['a bidirectional override', 'woocommerce', '"number":"727"', '"number":"7\\u202e27"', 'number'],
    [
      'a refund that adds',
      'woocommerce',
      '"refunds":[]',
      '"refunds":[{"id":1,"total":"10.00"}]',
      'refunds.0.total',
    ],
    ['a sum of no text', 'shopify', '"total_price":"598.94"', '"total_price":null', 'total_price'],
    ['a third decimal', 'shopify', '"total_price":"598.94"', '"total_price":"598.945"', 'total_price'],
    ['a list for an object', 'shopify', '"refunds":[]', '"refunds":{"length":1}', 'refunds'],
  ];

test.each(unreadable)(
  'signed content with %s (%s) is rejected with its field',
  async (_name, provider, from, to, field) => {
    const { connection, companyId } = await aShop(provider);
    const { topic, body } = sampleOf(provider);
    expect(body).toContain(from);
    // With two fields of one name, JSON has the last.
    const changed =
      field === 'created'
        ? body.replace(/"created":\d+,"data"/, '"data"').replace(from, to)
        : body.replace(from, to);
    const answer = await sendBody(t.app, connection, topic, changed);
    expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({
      ...{ status: 200, result: 'rejected', detail: expect.stringContaining(`${field} `) },
    });
    expect(await sumEvents(t.db, companyId)).not.toMatchObject({ orders: 1 });
  },
);

const bodies: readonly [name: string, body: string][] = [
  ['nothing', ''],
  ['no JSON', '{"id":'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a number', '1e400'],
  ['deep nesting', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['prototype keys', '{"__proto__":{"type":"refund.created","id":1},"constructor":{"prototype":{}}}'],
  ['the name of a method as type', '{"type":"constructor","created":1}'],
  ['cut UTF-8', '{"id":"\u{1f6d2}'.slice(0, -1)],
];
test.each(shopProviders.flatMap((provider) => bodies.map(([name, body]) => [name, provider, body] as const)))(
  'signed %s for %s is never an error of the server, and changes nothing',
  async (_name, provider, body) => {
    const { connection, companyId } = await aShop(provider);
    const { topic } = sampleOf(provider);
    const answer = await sendBody(t.app, connection, topic, body);
    expect([200, 400]).toContain(answer.statusCode);
    if (answer.statusCode === 200) expect(answer.json().result).toMatch(/^(rejected|ignored)$/);
    expect(await sumEvents(t.db, companyId)).not.toMatchObject({ orders: 1 });
  },
);

test('prototype keys in an order are ignored', async () => {
  const { connection } = await aShop('woocommerce');
  const body = sampleOf('woocommerce').body.replace('{', '{"__proto__":{"total":"1.00"},"constructor":1,');
  expect((await sendBody(t.app, connection, 'order.updated', body)).json().result).toBe('recorded');
});

test('an order whose month is not stored is rejected with its field, and does not stop the webhook', async () => {
  const { connection } = await aShop('woocommerce');
  const old = wooDelivery('updated', 1, { date_created_gmt: '2001-01-01T00:00:00' });
  const answer = await sendDelivery(t.app, connection, old);
  expect(answer.json()).toMatchObject({ result: 'rejected', detail: expect.stringContaining('occurredAt') });
  expect((await sendDelivery(t.app, connection, wooDelivery('updated', 1))).json().result).toBe('recorded');
});

test('the connection of a deleted company is deleted with it', async () => {
  const { connection, companyId } = await aShop('stripe');
  await t.db.query('DELETE FROM companies WHERE id = $1', [companyId]);
  const event = stripeEvent('checkout.session.completed', stripeSession(stripePayment), 1);
  expectError(await sendDelivery(t.app, connection, event), 400, 'invalid-signature');
});
