import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  type ApiKeyScope,
  apiKeyScopes,
  apiKeys,
  apiKeysMax,
  createdApiKey,
} from '../../../../contract/shop/api-keys.ts';
import { anAdmin, send } from '../../../testing/accounts/accounts.ts';
import { aCompany, publicOrigin } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await buildTestApp();
  ({ cookie } = await anAdmin(t));
});
afterAll(() => t.close());

async function create(companyId: string, name = 'Checkout', scopes?: ApiKeyScope[]) {
  const answer = await send(t, apiPaths.apiKeys(companyId), { name, scopes }, { cookie });
  return createdApiKey.parse(answer.json());
}
async function list(companyId: string) {
  const answer = await t.app.inject({ url: apiPaths.apiKeys(companyId), headers: { cookie } });
  return apiKeys.parse(answer.json()).keys;
}
const end = (companyId: string, keyId: string) =>
  t.app.inject({
    ...{ method: 'DELETE', url: apiPaths.apiKey(companyId, keyId) },
    headers: { cookie, origin: publicOrigin },
  });
const replace = (companyId: string, keyId: string) =>
  t.app.inject({
    ...{ method: 'POST', url: apiPaths.replaceApiKey(companyId, keyId) },
    headers: { cookie, origin: publicOrigin },
  });
const statusWith = async (key: string) =>
  (await t.app.inject({ url: apiPaths.apiOrders, headers: { authorization: `Bearer ${key}` } })).statusCode;

test('a key is shown once, stored as a hash, and listed with its name, last characters and use', async () => {
  const { company } = await aCompany(t.db);
  const { key, apiKey } = await create(company.id);
  await create(company.id, 'Warehouse');
  expect(await statusWith(key)).toBe(200);
  const keys = await list(company.id);
  expect(keys.map(({ name }) => name).sort()).toEqual(['Checkout', 'Warehouse']);
  const listed = keys.find(({ id }) => id === apiKey.id);
  expect(listed).toMatchObject({ hint: key.slice(-4), lastUsedAt: expect.any(String), endsAt: null });
  const { rows } = await t.db.query('SELECT * FROM api_keys WHERE company_id = $1', [company.id]);
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(JSON.stringify(keys)).not.toContain(key);
});

test('a replaced key works for another day, next to the new one', async () => {
  const { company } = await aCompany(t.db);
  const old = await create(company.id);
  const replacement = createdApiKey.parse((await replace(company.id, old.apiKey.id)).json());
  expect([await statusWith(old.key), await statusWith(replacement.key)]).toEqual([200, 200]);
  const listed = (await list(company.id)).find(({ id }) => id === old.apiKey.id);
  const hoursLeft = (Date.parse(listed?.endsAt ?? '') - Date.now()) / 3_600_000;
  expect(hoursLeft).toBeGreaterThan(23);
  expect(hoursLeft).toBeLessThanOrEqual(24);
  // The old key ends.
  await t.db.query('UPDATE api_keys SET ends_at = now() WHERE id = $1', [old.apiKey.id]);
  expect([await statusWith(old.key), await statusWith(replacement.key)]).toEqual([401, 200]);
});

test('six parallel replacements of a key give one new key', async () => {
  const { company } = await aCompany(t.db);
  const old = await create(company.id, 'Checkout', ['write']);
  const answers = await Promise.all(Array.from({ length: 6 }, () => replace(company.id, old.apiKey.id)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  const keys = await list(company.id);
  expect(keys.map(({ endsAt }) => endsAt === null).sort()).toEqual([false, true]);
  expect(keys.map(({ scopes }) => scopes)).toEqual([['write'], ['write']]);
  const later = await replace(company.id, old.apiKey.id);
  expectError(later, 409, 'conflict');
  expect(later.json().error.message).toBe(
    'This API key is already replaced. Reload the list to see the new one.',
  );
});

test('a key has the scopes that were asked for, in one order, and at least one', async () => {
  const { company } = await aCompany(t.db);
  expect((await create(company.id)).apiKey.scopes).toEqual(['write', 'read']);
  expect((await create(company.id, 'A', ['read', 'write'])).apiKey.scopes).toEqual(['write', 'read']);
  expect((await create(company.id, 'B', ['read'])).apiKey.scopes).toEqual(['read']);
  for (const scopes of [[], ['read', 'read'], ['admin'], 'read', null]) {
    const answer = await send(t, apiPaths.apiKeys(company.id), { name: 'C', scopes }, { cookie });
    expectError(answer, 400, 'invalid-request');
    expect(answer.json().error.field).toMatch(/^scopes/);
  }
});

test('a key that is older than scopes keeps all of them', async () => {
  const { company } = await aCompany(t.db);
  const { key, apiKey } = await create(company.id, 'Old', ['write']);
  await t.db.query('UPDATE api_keys SET scopes = DEFAULT WHERE id = $1', [apiKey.id]);
  expect((await list(company.id))[0]?.scopes).toEqual([...apiKeyScopes]);
  expect(await statusWith(key)).toBe(200);
});

test('an ended key stops at once, and each change is in the audit log without the key', async () => {
  const { company } = await aCompany(t.db, { name: 'Harbour' });
  const { key, apiKey } = await create(company.id);
  expect((await end(company.id, apiKey.id)).statusCode).toBe(204);
  expect(await statusWith(key)).toBe(401);
  expectError(await end(company.id, apiKey.id), 404, 'not-found');
  expect(await list(company.id)).toEqual([]);
  const { rows } = await t.db.query(
    `SELECT action, object FROM audit_log WHERE object_id = $1 AND action LIKE 'api-key%' ORDER BY at`,
    [company.id],
  );
  expect(rows).toEqual([
    { action: 'api-key.created', object: 'Checkout of Harbour' },
    { action: 'api-key.ended', object: 'Checkout of Harbour' },
  ]);
});

test('a key of one company cannot be ended under another', async () => {
  const [one, other] = [(await aCompany(t.db)).company, (await aCompany(t.db)).company];
  const { key, apiKey } = await create(one.id);
  expectError(await end(other.id, apiKey.id), 404, 'not-found');
  expect(await statusWith(key)).toBe(200);
});

test('a company has a limited number of keys', async () => {
  const { company } = await aCompany(t.db);
  for (let number = 0; number < apiKeysMax; number += 1) await create(company.id, `Key ${number}`);
  const answer = await send(t, apiPaths.apiKeys(company.id), { name: 'One more' }, { cookie });
  expectError(answer, 409, 'conflict');
});
