import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminCompany } from '../../contract/companies.ts';
import { idempotencyKeyHeader } from '../../contract/idempotency.ts';
import { apiPaths } from '../../contract/paths.ts';
import { deleteExpiredIdempotencyKeys } from '../platform/idempotency/idempotency.ts';
import { anAdmin, anIpAddress, send, type TestAccount } from '../testing/accounts.ts';
import { publicOrigin } from '../testing/builders.ts';
import { messageForms } from '../testing/message-forms.ts';
import { type CreatingRequest, creatingRequests } from '../testing/requests/creating-requests.ts';
import { expectError } from '../testing/requests/expect-answers.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let routes: Route[];
let admin: TestAccount;
let port: number;
beforeAll(async () => {
  ({ built: t, routes } = await listRoutes(buildTestApp));
  admin = await anAdmin(t);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const address = t.app.server.address() as AddressInfo;
  port = address.port;
});
afterAll(() => t.close());

/** Routes that need no key, with the reason why repeating a request does no harm. */
const withoutKey: Record<string, string> = {
  'POST /api/track-analytics': 'each event has an id',
  'POST /api/stripe-webhook': 'each event has an id',
  'POST /api/test-checkout/:checkoutId': 'sends the same event id for the same checkout',
  'POST /api/csp-reports': 'stores nothing',
  'POST /api/verify-company-access': 'only sets a cookie for the same portal',
  'POST /api/my-portals/:companyId/sign-out': 'already signed out',
  'POST /api/simulate-analytics': 'replaces the existing demo data',
  'POST /api/companies/:companyId/shop-orders/correct': 'an order that is already corrected is rejected',
  'POST /api/mails/:mailId/retry': 'a mail with the same id is sent once',
  'POST /api/grant-admin': 'the rights are already granted',
  'POST /api/auth/sign-up/email': 'creates no account; mails to an address are limited',
  'POST /api/auth/sign-in/email': 'the second session replaces the first of the same browser',
  'POST /api/auth/sign-out': 'already signed out',
  'POST /api/auth/send-verification-email': 'mails to an address are limited',
  'POST /api/auth/renew-verification-link': 'mails to an address are limited',
  'POST /api/auth/request-password-reset': 'mails to an address are limited',
  'POST /api/auth/verify-email': 'a link is used once',
  'POST /api/auth/reset-password': 'a link is used once',
  'POST /api/auth/renew-sign-in': 'replaces the session',
  'POST /api/auth/two-factor/enable': 'replaces the secret that was not confirmed',
  'POST /api/auth/two-factor/disable': 'already disabled',
  'POST /api/auth/two-factor/verify-totp': 'a code is used once',
  'POST /api/auth/two-factor/verify-backup-code': 'a code is used once',
  'POST /api/auth/two-factor/generate-backup-codes': 'replaces the codes',
};

test('every POST accepts an Idempotency-Key or is listed with the reason why not', async () => {
  const posts = routes.filter(({ method, url }) => method === 'POST' && url !== '/api/*');
  const named = [...Object.keys(creatingRequests), ...Object.keys(withoutKey)];
  expect(posts.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(named.sort());
});

const sendWith = (
  key: string,
  { path, body, cookie }: Pick<CreatingRequest, 'path' | 'body' | 'cookie'>,
  address = anIpAddress(),
) =>
  send(t, path, body, {
    ...(cookie ? { cookie } : {}),
    address,
    headers: { [idempotencyKeyHeader]: key },
  });

const isSuccess = ({ statusCode }: { statusCode: number }) => statusCode === 200 || statusCode === 201;

describe.each(Object.entries(creatingRequests))('%s', (_route, make) => {
  let request: CreatingRequest;
  let key: string;
  beforeEach(async () => {
    request = await make(t, admin);
    key = randomUUID();
  });

  test('ten simultaneous clicks create one record and get the same response', async () => {
    const address = anIpAddress();
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendWith(key, request, address)));
    expect(answers.map((answer) => [answer.statusCode, answer.body])).toEqual(
      answers.map(() => [answers[0]?.statusCode, answers[0]?.body]),
    );
    expect(answers.every(isSuccess), answers[0]?.body).toBe(true);
    expect(await request.count()).toEqual(request.one);
    const later = await sendWith(key, request);
    expect([later.statusCode, later.body]).toEqual([answers[0]?.statusCode, answers[0]?.body]);
    expect(await request.count()).toEqual(request.one);
  });

  test('the key of one request is rejected for another', async () => {
    expect(isSuccess(await sendWith(key, request))).toBe(true);
    const other = { ...request, ...request.other };
    expectError(await sendWith(key, other), 422, 'idempotency-key-reused');
    expect(await request.count()).toEqual(request.one);
  });

  test('after a failure the key can be used again, also for another request', async () => {
    const { lastTable } = request;
    await t.db.query(`ALTER TABLE ${lastTable} RENAME TO away`);
    const failed = await sendWith(key, request);
    await t.db.query(`ALTER TABLE away RENAME TO ${lastTable}`);
    expectError(failed, 500, 'internal');
    expect(Object.values(await request.count()).every((count) => count === 0)).toBe(true);
    expect(isSuccess(await sendWith(key, request))).toBe(true);
    expect(await request.count()).toEqual(request.one);
  });

  test('a request repeated after a lost response creates nothing more', async () => {
    const payload = JSON.stringify(request.body);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      [
        `POST ${request.path} HTTP/1.1`,
        `host: ${new URL(publicOrigin).host}`,
        `origin: ${publicOrigin}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(payload)}`,
        `${idempotencyKeyHeader}: ${key}`,
        ...(request.cookie ? [`cookie: ${request.cookie}`] : []),
        '',
        payload,
      ].join('\r\n'),
    );
    await vi.waitUntil(async () => (await request.count()).rows === 1, { timeout: 60_000 });
    // The connection is closed before the response is read.
    socket.destroy();
    expect(isSuccess(await sendWith(key, request))).toBe(true);
    expect(await request.count()).toEqual(request.one);
  });

  test('without a key, a repeated request creates another record where possible', async () => {
    const { path, body, cookie } = request;
    const sendPlain = () => send(t, path, body, cookie ? { cookie } : {});
    expect(isSuccess(await sendPlain())).toBe(true);
    const again = await sendPlain();
    // An order has at most one portal.
    const isOnce = path.endsWith('/portal');
    if (isOnce) expectError(again, 409, 'conflict');
    else expect(isSuccess(again), again.body).toBe(true);
    expect((await request.count()).rows).toBe(isOnce ? 1 : 2);
  });

  test.each([
    ['empty', ''],
    ['too long', 'k'.repeat(101)],
    ['with a space', 'two words'],
    ['with an umlaut', 'schlüssel'],
  ])('a key that is %s is refused by name', async (_what, wrong) => {
    const message = expectError(await sendWith(wrong, request), 400, 'invalid-request', idempotencyKeyHeader);
    expect(message).toMatch(/^Idempotency-Key must be/);
    expect(Object.values(await request.count()).every((count) => count === 0)).toBe(true);
  });
});

describe('the scope of a key', () => {
  const aCompanyRequest = () => ({ name: 'Mine', domain: `${randomUUID()}.example` });

  test('another administrator with the same key gets another company and never the first one’s access key', async () => {
    const key = randomUUID();
    const body = aCompanyRequest();
    const path = apiPaths.companies;
    const { access_key } = adminCompany.parse(
      (await sendWith(key, { path, body, cookie: admin.cookie })).json(),
    );
    const { cookie } = await anAdmin(t);
    const same = await sendWith(key, { path, body, cookie });
    expectError(same, 409, 'company-exists');
    expect(same.body).not.toContain(access_key);
    const other = await sendWith(key, { path, body: aCompanyRequest(), cookie });
    expect(other.statusCode).toBe(201);
    expect(adminCompany.parse(other.json()).access_key).not.toBe(access_key);
  });

  test('the same key on two routes is independent', async () => {
    const key = randomUUID();
    for (const form of Object.values(messageForms)) {
      expect((await sendWith(key, { path: form.path, body: form.body() })).statusCode).toBe(200);
    }
  });

  test('a key alone reveals nothing to a signed-out client', async () => {
    const key = randomUUID();
    const request = { path: apiPaths.companies, body: aCompanyRequest() };
    await sendWith(key, { ...request, cookie: admin.cookie });
    expectError(await sendWith(key, request), 401, 'not-signed-in');
  });
});

test('a company rejected as a duplicate is created with the same key once duplicates are allowed', async () => {
  const domain = `${randomUUID()}.example`;
  const ask = (key: string, more = {}) =>
    sendWith(key, {
      path: apiPaths.companies,
      body: { name: 'Twin', domain, ...more },
      cookie: admin.cookie,
    });
  await ask(randomUUID());
  const key = randomUUID();
  expectError(await ask(key), 409, 'company-exists');
  expect((await ask(key, { allowDuplicate: true })).statusCode).toBe(201);
});

test('a repeated response does not contain an access key issued since', async () => {
  const request = {
    path: apiPaths.companies,
    body: { name: 'Rotated', domain: `${randomUUID()}.example` },
    cookie: admin.cookie,
  };
  const key = randomUUID();
  const created = adminCompany.parse((await sendWith(key, request)).json());
  expect(created.access_key).not.toBe('');
  const rotation = randomUUID();
  const rotate = { path: apiPaths.replaceKey(created.id), body: {}, cookie: admin.cookie };
  expect((await sendWith(rotation, rotate)).statusCode).toBe(200);
  expect(adminCompany.parse((await sendWith(key, request)).json())).toEqual({ ...created, access_key: '' });
  expect((await sendWith(randomUUID(), rotate)).statusCode).toBe(200);
  expectError(await sendWith(rotation, rotate), 409, 'conflict');
});

test('a late repeat does not create a deleted company again', async () => {
  const body = { name: 'Gone', domain: `${randomUUID()}.example` };
  const request = { path: apiPaths.companies, body, cookie: admin.cookie };
  const key = randomUUID();
  const { id } = adminCompany.parse((await sendWith(key, request)).json());
  const { cookie } = admin;
  await send(t, apiPaths.company(id), { name: 'Gone' }, { cookie, method: 'DELETE' });
  expectError(await sendWith(key, request), 409, 'conflict');
});

test('repeating a message never leads to 429 and uses no attempt', async () => {
  const address = anIpAddress();
  const key = randomUUID();
  const first = { path: messageForms.home.path, body: messageForms.home.body() };
  for (let turn = 0; turn < 12; turn += 1) {
    // `openSeconds` is higher in each repeated request.
    const body = { ...first.body, openSeconds: 30 + turn };
    expect((await sendWith(key, { ...first, body }, address)).statusCode).toBe(200);
  }
  for (let turn = 0; turn < 4; turn += 1) {
    const next = { path: messageForms.home.path, body: messageForms.home.body() };
    expect((await sendWith(randomUUID(), next, address)).statusCode).toBe(200);
  }
  const refused = { path: messageForms.home.path, body: messageForms.home.body() };
  const later = randomUUID();
  expectError(await sendWith(later, refused, address), 429, 'too-many-requests');
  // The rejected request did not use up the key.
  expect((await sendWith(later, refused)).statusCode).toBe(200);
});

test('repeated requests are limited too', async () => {
  const address = anIpAddress();
  const key = randomUUID();
  const request = { path: messageForms.contact.path, body: messageForms.contact.body() };
  let answer = await sendWith(key, request, address);
  for (let turn = 0; turn < 60; turn += 1) answer = await sendWith(key, request, address);
  expectError(answer, 429, 'too-many-requests');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('a key can be used again after 24 hours and is deleted', async () => {
  const request = {
    path: apiPaths.createCheckout,
    body: { priceId: 'price_design', customerEmail: `${randomUUID()}@buyer.example` },
  };
  const count = async () => (await t.db.query('SELECT count(*) FROM idempotency_keys')).rows[0]?.count;
  await t.db.query('DELETE FROM idempotency_keys');
  const key = randomUUID();
  const first = await sendWith(key, request);
  await t.db.query(`UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 minute'`);
  const second = await sendWith(key, request);
  expect(isSuccess(second)).toBe(true);
  expect(second.body).not.toBe(first.body);
  await sendWith(randomUUID(), request);
  expect(await count()).toBe(2);
  await t.db.query(
    `UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE created_id = (SELECT min(created_id::text)::uuid FROM idempotency_keys)`,
  );
  await deleteExpiredIdempotencyKeys(t.db);
  expect(await count()).toBe(1);
});

test('only digests are stored, neither the key nor the request or response', async () => {
  await t.db.query('DELETE FROM idempotency_keys');
  const key = randomUUID();
  const body = { name: 'Secretive', domain: `${randomUUID()}.example` };
  const answer = await sendWith(key, { path: apiPaths.companies, body, cookie: admin.cookie });
  const { access_key } = adminCompany.parse(answer.json());
  const { rows } = await t.db.query('SELECT * FROM idempotency_keys');
  expect(rows).toHaveLength(1);
  for (const secret of [key, access_key, body.name, body.domain, admin.id]) {
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
});
