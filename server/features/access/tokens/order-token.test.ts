import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { anIpAddress } from '../../../testing/accounts/accounts.ts';
import { aCompany, publicOrigin } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { listRoutes, type Route } from '../../../testing/requests/route-list.ts';
import { anOrderToken, aSharedToken, aToken } from '../../../testing/shop/a-token.ts';
import { anApiOrder } from '../../../testing/shop/order-api.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let routes: Route[];
beforeAll(async () => {
  ({ built: t, routes } = await listRoutes(buildTestApp));
});
afterAll(() => t.close());

const call = (
  token: string,
  {
    method = 'GET',
    url = apiPaths.apiOrders as string,
    payload,
  }: { method?: 'GET' | 'POST'; url?: string; payload?: object } = {},
  remoteAddress = anIpAddress(),
) =>
  t.app.inject({
    ...{ method, url, remoteAddress, headers: { authorization: `Bearer ${token}` } },
    ...(payload ? { payload } : {}),
  });

const wrongToken = `nlk_${'x'.repeat(32)}`;

test('right tokens work from an address that sends wrong ones, which are limited', async () => {
  const { company } = await aCompany(t.db);
  const token = await anOrderToken(t, company.id);
  const address = anIpAddress();
  // At once, however slow the machine is: the limit forgets one of them a second.
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, n) => call(n % 50 === 0 ? wrongToken : 'no token', {}, address)),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  // A busy machine may answer 503.
  for (const { statusCode } of answers) expect([401, 429, 503]).toContain(statusCode);
  expect(refused[0]?.json().error).toMatchObject({
    code: 'too-many-requests',
    message: 'Too many requests without a working token from this address.',
  });
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  for (let sent = 0; sent < 5; sent += 1) expect((await call(token, {}, address)).statusCode).toBe(200);
});

test('a request without the right is a 403 that names it, and changes nothing', async () => {
  const { company } = await aCompany(t.db);
  const [reader, writer, statistics] = [
    await anOrderToken(t, company.id, ['money', 'orders']),
    await anOrderToken(t, company.id, ['write-orders']),
    await anOrderToken(t, company.id, ['dashboard', 'orders']),
  ];
  const order = { method: 'POST', payload: anApiOrder('A-1', 5) } as const;
  const refund = { method: 'POST', url: apiPaths.apiRefunds('A-1'), payload: { refundId: 'R-1' } } as const;
  for (const write of [order, refund]) {
    const refused = await call(reader, write);
    expect(expectError(refused, 403, 'missing-scope')).toContain('"write-orders"');
    expect(refused.headers['www-authenticate']).toBe(
      'Bearer error="insufficient_scope", scope="write-orders"',
    );
  }
  const refused = await call(writer);
  expect(expectError(refused, 403, 'missing-scope')).toContain(
    '"orders" (see orders) and "money" (see money)',
  );
  expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="orders money"');
  // Orders without their amounts are listed with the statistics.
  expect(expectError(await call(statistics), 403, 'missing-scope')).toContain('"money"');
  expect((await call(reader)).json()).toEqual({ orders: [], next: null });
  expect((await call(writer, order)).statusCode).toBe(200);
  expect((await call(writer, refund)).statusCode).toBe(200);
});

test('the order API refuses tokens of several companies and those with a fixed filter', async () => {
  const { company } = await aCompany(t.db);
  const shared = await call(await aSharedToken(t, [company.id]));
  expect(expectError(shared, 403, 'api-key-not-accepted')).toContain('needs a token of one company');
  const filtered = await call(await aToken(t, company.id, { filters: ['page:is:/a'] }));
  expect(expectError(filtered, 403, 'api-key-not-accepted')).toContain('fixed filter');
  // A filter that was added later does not let through what was allowed before.
  const writer = await anOrderToken(t, company.id);
  await t.db.query(`UPDATE accesses SET filters = ARRAY['page:is:/a'] WHERE company_id = $1`, [company.id]);
  for (const order of [{}, { method: 'POST', payload: anApiOrder('A-1', 5) } as const])
    expectError(await call(writer, order), 403, 'api-key-not-accepted');
});

test('a token learns the companies that it may ask about, and no other', async () => {
  const one = (await aCompany(t.db, { name: 'Amber', domain: 'amber.test', currency: 'EUR' })).company;
  const other = (await aCompany(t.db, { name: 'Birch' })).company;
  const list = async (token: string) =>
    (await call(token, { url: apiPaths.apiCompanies })).json().companies.map(({ id }: { id: string }) => id);
  const answer = await call(await aToken(t, one.id), { url: apiPaths.apiCompanies });
  expect(answer.json()).toEqual({
    companies: [{ id: one.id, name: 'Amber', domain: 'amber.test', timeZone: 'UTC', currency: 'EUR' }],
  });
  expect(await list(await aSharedToken(t, [other.id, one.id]))).toEqual([one.id, other.id]);
  const all = await list(await aSharedToken(t, 'all'));
  expect(all).toEqual(expect.arrayContaining([one.id, other.id]));
  const later = (await aCompany(t.db)).company;
  expect(await list(await aSharedToken(t, 'all'))).toContain(later.id);
  expectError(await call(wrongToken, { url: apiPaths.apiCompanies }), 401, 'invalid-api-key');
});

test('accounts and the admin area answer what a token is for, whether it works or not', async () => {
  const { company } = await aCompany(t.db);
  const token = await anOrderToken(t, company.id);
  const closed = routes.filter(({ door }) => door === 'signed-in' || door === 'admin');
  expect(closed.length).toBeGreaterThan(40);
  for (const { method, url } of closed) {
    const answer = await t.app.inject({
      ...{ method, url: url.replace(':companyId', company.id), remoteAddress: anIpAddress() },
      headers: { authorization: `Bearer ${token}`, origin: publicOrigin },
    });
    if (method === 'HEAD') expect(answer.statusCode, url).toBe(403);
    else expectError(answer, 403, 'api-key-not-accepted');
  }
  const url = apiPaths.companies;
  const wrong = await call(wrongToken, { url });
  expect(wrong.body).toBe((await call(token, { url })).body);
  expect(wrong.json().error.message).toContain('/api/v1/orders');
});
