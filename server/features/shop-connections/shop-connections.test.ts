import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import {
  deliveriesMax,
  type ShopProvider,
  shopConnection,
  shopConnections,
} from '../../../contract/shop/connections.ts';
import { anAdmin, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aCompany, publicOrigin } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { sendBody, sendDelivery } from '../../testing/shop/shop-deliveries.ts';
import { stripeEvent, stripePayment, stripeSession } from '../../testing/shop/stripe-samples.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../testing/test-app.ts';
import { openSecret } from './connection-secret.ts';

let t: TestApp;
let admin: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  admin = await anAdmin(t);
});
afterAll(() => t.close());

const send = (method: 'PUT' | 'DELETE' | 'GET', url: string, body?: object) =>
  t.app.inject({
    method,
    url,
    headers: { origin: publicOrigin, cookie: admin.cookie },
    ...(body ? { payload: body } : {}),
  });

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

async function listConnections(companyId: string) {
  const answer = await send('GET', apiPaths.shopConnections(companyId));
  return shopConnections.parse(answer.json()).connections;
}

test('a connection is created without a secret, gets one, is replaced and removed, each with an audit entry', async () => {
  const { company } = await aCompany(t.db);
  const path = apiPaths.shopConnection(company.id, 'woocommerce');
  expect(await listConnections(company.id)).toEqual([]);

  const created = shopConnection.parse((await send('PUT', path, { secret: null })).json());
  expect(created).toMatchObject({ provider: 'woocommerce', hasSecret: false, deliveries: [] });
  expect(created.webhookUrl).toMatch(/^http:\/\/localhost:3000\/api\/webhooks\/woocommerce\/[\da-f-]{36}$/);
  expect((await send('PUT', path, { secret: null })).json()).toEqual(created);

  const stored = await send('PUT', path, { secret: ` ${secret} ` });
  expect(stored.json()).toEqual({ ...created, hasSecret: true });
  expect((await send('PUT', path, { secret: null })).json()).toEqual({ ...created, hasSecret: true });
  expect(await listConnections(company.id)).toEqual([{ ...created, hasSecret: true }]);
  expect(stored.body).not.toContain(secret);

  expect((await send('DELETE', path)).statusCode).toBe(204);
  expectError(await send('DELETE', path), 404, 'not-found');
  expect(await listConnections(company.id)).toEqual([]);
  const entries = await t.db.query(
    `SELECT action, object FROM audit_log WHERE object_id = $1 AND action LIKE 'shop-connection.%' ORDER BY id`,
    [company.id],
  );
  const object = `WooCommerce (${company.name})`;
  expect(entries.rows).toEqual([
    { action: 'shop-connection.created', object },
    { action: 'shop-connection.secret-changed', object },
    { action: 'shop-connection.removed', object },
  ]);
});

test('a secret is stored encrypted, for its connection alone', async () => {
  const { company } = await aCompany(t.db);
  await send('PUT', apiPaths.shopConnection(company.id, 'shopify'), { secret });
  const { rows } = await t.db.query<{ id: string; sealed_secret: Buffer }>(
    'SELECT id, sealed_secret FROM shop_connections WHERE company_id = $1',
    [company.id],
  );
  const [row] = rows;
  if (!row) throw new Error('the connection is not stored');
  expect(row.sealed_secret.includes(secret)).toBe(false);
  expect(openSecret(testAppSecret, row.id, row.sealed_secret)).toBe(secret);
  expect(openSecret(testAppSecret, company.id, row.sealed_secret)).toBeUndefined();
  expect(openSecret(`${testAppSecret}!`, row.id, row.sealed_secret)).toBeUndefined();
  expect(openSecret(testAppSecret, row.id, Buffer.alloc(5))).toBeUndefined();
});

test.each([
  ['too short', 'short'],
  ['blank', ' '.repeat(20)],
  ['with a control character', `${secret}\0${secret}`],
  ['too long', 'x'.repeat(201)],
  ['an API key', 'sk_live_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['no text', 5],
])('a secret that is %s is rejected', async (_name, given) => {
  const { company } = await aCompany(t.db);
  const path = apiPaths.shopConnection(company.id, 'stripe');
  expectError(await send('PUT', path, { secret: given }), 400, 'invalid-request', 'secret');
  expect(await listConnections(company.id)).toEqual([]);
});

test('unknown companies and providers are rejected', async () => {
  const { company } = await aCompany(t.db);
  const unknownId = '0198c0de-0000-4000-8000-000000000000';
  expectError(await send('GET', apiPaths.shopConnections(unknownId)), 404, 'company-not-found');
  for (const method of ['PUT', 'DELETE'] as const) {
    const body = method === 'PUT' ? { secret: null } : undefined;
    const url = apiPaths.shopConnection(unknownId, 'stripe');
    expectError(await send(method, url, body), 404, 'company-not-found');
    const other = apiPaths.shopConnection(company.id, 'paypal');
    expectError(await send(method, other, body), 400, 'invalid-request', 'provider');
  }
});

async function connect(provider: ShopProvider) {
  const { company } = await aCompany(t.db, { currency: 'USD' });
  const { webhookUrl } = shopConnection.parse(
    (await send('PUT', apiPaths.shopConnection(company.id, provider), { secret })).json(),
  );
  const connectionId = webhookUrl.split('/').at(-1) ?? '';
  const list = async () => (await listConnections(company.id))[0]?.deliveries ?? [];
  return { company, connection: { provider, connectionId, secret }, list };
}

test('the last deliveries are listed with their results, newest first', async () => {
  const { connection, list } = await connect('stripe');
  const order = stripeEvent('checkout.session.completed', stripeSession(stripePayment), 1);
  await sendDelivery(t.app, connection, order);
  await sendDelivery(t.app, connection, order);
  await sendDelivery(t.app, connection, stripeEvent('customer.created', { id: 'cus_1' }, 2));
  const broken = stripeSession(stripePayment, { amount_total: -5 });
  await sendDelivery(t.app, connection, stripeEvent('checkout.session.completed', broken, 3));
  const topic = 'checkout.session.completed';
  expect(await list()).toMatchObject([
    { topic, result: 'rejected', detail: expect.stringMatching(/^data\.object\.amount_total /), count: 1 },
    { topic: 'customer.created', result: 'ignored', orderId: null },
    { topic, result: 'unchanged', orderId: 'A-1001', detail: '' },
    { topic, result: 'recorded', orderId: 'A-1001', detail: '', count: 1 },
  ]);
});

test('rejected deliveries are counted in one entry, so that a flood does not hide the others', async () => {
  const { connection, list } = await connect('stripe');
  const order = stripeEvent('checkout.session.completed', stripeSession(stripePayment), 1);
  await sendDelivery(t.app, connection, order);
  const wrong = { ...connection, secret: 'whsec_of_somebody_else_entirely' };
  for (let n = 0; n < deliveriesMax + 5; n += 1) await sendBody(t.app, wrong, '', `{"n":${n}}`);
  expect(await list()).toMatchObject([
    { topic: '', result: 'rejected', count: deliveriesMax + 5, orderId: null },
    { topic: 'checkout.session.completed', result: 'recorded', count: 1 },
  ]);
  expect((await list())[0]?.detail).toContain('signing secret');
});

test('only the last deliveries are kept', async () => {
  const { connection, list } = await connect('stripe');
  for (let n = 0; n < deliveriesMax + 3; n += 1)
    await sendDelivery(t.app, connection, stripeEvent(`plan.${n}`, {}, n));
  const deliveries = await list();
  expect(deliveries).toHaveLength(deliveriesMax);
  expect(deliveries[0]?.topic).toBe(`plan.${deliveriesMax + 2}`);
  expect(deliveries.at(-1)?.topic).toBe('plan.3');
});
