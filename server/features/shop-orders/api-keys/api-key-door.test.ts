import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { anIpAddress } from '../../../testing/accounts/accounts.ts';
import { aCompany, publicOrigin } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { listRoutes, type Route } from '../../../testing/requests/route-list.ts';
import { anApiKey } from '../../../testing/shop/an-api-key.ts';
import { anApiOrder } from '../../../testing/shop/order-api.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let routes: Route[];
beforeAll(async () => {
  ({ built: t, routes } = await listRoutes(buildTestApp));
});
afterAll(() => t.close());

const call = (
  key: string,
  {
    method = 'GET',
    url = apiPaths.apiOrders as string,
    payload,
  }: { method?: 'GET' | 'POST'; url?: string; payload?: object } = {},
  remoteAddress = anIpAddress(),
) =>
  t.app.inject({
    ...{ method, url, remoteAddress, headers: { authorization: `Bearer ${key}` } },
    ...(payload ? { payload } : {}),
  });

const wrongKey = `nlk_${'x'.repeat(32)}`;

test('right keys work from an address that sends wrong ones, which are limited', async () => {
  const { company } = await aCompany(t.db);
  const key = await anApiKey(t, company.id);
  const address = anIpAddress();
  // At once, however slow the machine is: the limit forgets one of them a second.
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, n) => call(n % 10 === 0 ? wrongKey : 'no key at all', {}, address)),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 429]));
  expect(refused[0]?.json().error).toMatchObject({
    code: 'too-many-requests',
    message: 'Too many requests without a working API key from this address.',
  });
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  for (let sent = 0; sent < 5; sent += 1) expect((await call(key, {}, address)).statusCode).toBe(200);
});

test('a request without the scope is a 403 that names it, and changes nothing', async () => {
  const { company } = await aCompany(t.db);
  const [reader, writer] = [
    await anApiKey(t, company.id, ['read']),
    await anApiKey(t, company.id, ['write']),
  ];
  const order = { method: 'POST', payload: anApiOrder('A-1', 5) } as const;
  const refund = { method: 'POST', url: apiPaths.apiRefunds('A-1'), payload: { refundId: 'R-1' } } as const;
  for (const write of [order, refund]) {
    const refused = await call(reader, write);
    expectError(refused, 403, 'missing-scope');
    expect(refused.json().error.message).toContain('"write"');
    expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="write"');
  }
  const refused = await call(writer);
  expectError(refused, 403, 'missing-scope');
  expect(refused.json().error.message).toContain('"read"');
  expect((await call(reader)).json()).toEqual({ orders: [], next: null });
  expect((await call(writer, order)).statusCode).toBe(200);
  expect((await call(writer, refund)).statusCode).toBe(200);
});

test('at any other door the answer to an API key names its use, not a portal that does not exist', async () => {
  const { company } = await aCompany(t.db);
  const key = await anApiKey(t, company.id);
  const closed = routes.filter(({ door }) => door === 'viewer' || door === 'signed-in' || door === 'admin');
  expect(closed.length).toBeGreaterThan(50);
  for (const { method, url } of closed) {
    const answer = await t.app.inject({
      ...{ method, url: url.replace(':companyId', company.id), remoteAddress: anIpAddress() },
      headers: { authorization: `Bearer ${key}`, origin: publicOrigin },
    });
    if (method === 'HEAD') expect(answer.statusCode, url).toBe(403);
    else expectError(answer, 403, 'api-key-not-accepted');
  }
  // The same for a key and a company that do not exist: the answer reveals nothing.
  const url = apiPaths.statsSummary('0198c0de-0000-4000-8000-000000000000');
  const answer = await call(wrongKey, { url });
  expectError(answer, 403, 'api-key-not-accepted');
  expect(answer.body).toBe((await call(key, { url: apiPaths.statsSummary(company.id) })).body);
  expect(answer.json().error.message).toContain('/api/v1/orders');
});
