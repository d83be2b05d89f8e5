import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCompany } from '../../contract/company/companies.ts';
import { apiPaths } from '../../contract/paths.ts';
import { deleteExpiredIdempotencyKeys } from '../platform/idempotency/idempotency.ts';
import { anAdmin, anIpAddress, send, type TestAccount } from '../testing/accounts/accounts.ts';
import { messageForms } from '../testing/message-forms.ts';
import { expectError } from '../testing/requests/expect-answers.ts';
import { isSuccess, sendWithKey } from '../testing/requests/send-with-key.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let admin: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  admin = await anAdmin(t);
});
afterAll(() => t.close());

describe('the scope of a key', () => {
  const aCompanyRequest = () => ({ name: 'Mine', domain: `${randomUUID()}.example` });

  test('another administrator with the same key gets another company and never the first one’s access key', async () => {
    const key = randomUUID();
    const body = aCompanyRequest();
    const path = apiPaths.companies;
    const { access_key } = adminCompany.parse(
      (await sendWithKey(t, key, { path, body, cookie: admin.cookie })).json(),
    );
    const { cookie } = await anAdmin(t);
    const same = await sendWithKey(t, key, { path, body, cookie });
    expectError(same, 409, 'company-exists');
    expect(same.body).not.toContain(access_key);
    const other = await sendWithKey(t, key, { path, body: aCompanyRequest(), cookie });
    expect(other.statusCode).toBe(201);
    expect(adminCompany.parse(other.json()).access_key).not.toBe(access_key);
  });

  test('the same key on two routes is independent', async () => {
    const key = randomUUID();
    for (const form of Object.values(messageForms)) {
      expect((await sendWithKey(t, key, { path: form.path, body: form.body() })).statusCode).toBe(200);
    }
  });

  test('a key alone reveals nothing to a signed-out client', async () => {
    const key = randomUUID();
    const request = { path: apiPaths.companies, body: aCompanyRequest() };
    await sendWithKey(t, key, { ...request, cookie: admin.cookie });
    expectError(await sendWithKey(t, key, request), 401, 'not-signed-in');
  });
});

test('a company rejected as a duplicate is created with the same key once duplicates are allowed', async () => {
  const domain = `${randomUUID()}.example`;
  const ask = (key: string, more = {}) =>
    sendWithKey(t, key, {
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
  const created = adminCompany.parse((await sendWithKey(t, key, request)).json());
  expect(created.access_key).not.toBe('');
  const rotation = randomUUID();
  const rotate = { path: apiPaths.replaceKey(created.id), body: {}, cookie: admin.cookie };
  expect((await sendWithKey(t, rotation, rotate)).statusCode).toBe(200);
  expect(adminCompany.parse((await sendWithKey(t, key, request)).json())).toEqual({
    ...created,
    access_key: '',
  });
  expect((await sendWithKey(t, randomUUID(), rotate)).statusCode).toBe(200);
  expectError(await sendWithKey(t, rotation, rotate), 409, 'conflict');
});

test('a late repeat does not create a deleted company again', async () => {
  const body = { name: 'Gone', domain: `${randomUUID()}.example` };
  const request = { path: apiPaths.companies, body, cookie: admin.cookie };
  const key = randomUUID();
  const { id } = adminCompany.parse((await sendWithKey(t, key, request)).json());
  const { cookie } = admin;
  await send(t, apiPaths.company(id), { name: 'Gone' }, { cookie, method: 'DELETE' });
  expectError(await sendWithKey(t, key, request), 409, 'conflict');
});

test('repeating a message never leads to 429 and uses no attempt', async () => {
  const address = anIpAddress();
  const key = randomUUID();
  const first = { path: messageForms.home.path, body: messageForms.home.body() };
  for (let turn = 0; turn < 12; turn += 1) {
    // `openSeconds` is higher in each repeated request.
    const body = { ...first.body, openSeconds: 30 + turn };
    expect((await sendWithKey(t, key, { ...first, body }, address)).statusCode).toBe(200);
  }
  for (let turn = 0; turn < 4; turn += 1) {
    const next = { path: messageForms.home.path, body: messageForms.home.body() };
    expect((await sendWithKey(t, randomUUID(), next, address)).statusCode).toBe(200);
  }
  const refused = { path: messageForms.home.path, body: messageForms.home.body() };
  const later = randomUUID();
  expectError(await sendWithKey(t, later, refused, address), 429, 'too-many-requests');
  // The rejected request did not use up the key.
  expect((await sendWithKey(t, later, refused)).statusCode).toBe(200);
});

test('repeated requests are limited too', async () => {
  const address = anIpAddress();
  const key = randomUUID();
  const request = { path: messageForms.contact.path, body: messageForms.contact.body() };
  let answer = await sendWithKey(t, key, request, address);
  for (let turn = 0; turn < 60; turn += 1) answer = await sendWithKey(t, key, request, address);
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
  const first = await sendWithKey(t, key, request);
  await t.db.query(`UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 minute'`);
  const second = await sendWithKey(t, key, request);
  expect(isSuccess(second)).toBe(true);
  expect(second.body).not.toBe(first.body);
  await sendWithKey(t, randomUUID(), request);
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
  const answer = await sendWithKey(t, key, { path: apiPaths.companies, body, cookie: admin.cookie });
  const { access_key } = adminCompany.parse(answer.json());
  const { rows } = await t.db.query('SELECT * FROM idempotency_keys');
  expect(rows).toHaveLength(1);
  for (const secret of [key, access_key, body.name, body.domain, admin.id]) {
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
});
