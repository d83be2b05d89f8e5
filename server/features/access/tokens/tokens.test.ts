import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdToken, tokenLimits, tokens } from '../../../../contract/company/tokens.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { anAdmin, send } from '../../../testing/accounts/accounts.ts';
import { aCompany, publicOrigin } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { sendWithKey } from '../../../testing/requests/send-with-key.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await buildTestApp();
  ({ cookie } = await anAdmin(t));
});
afterAll(() => t.close());

const orderRights = ['money', 'orders', 'write-orders'];
const post = (url: string, body: object) => send(t, url, body, { cookie });

async function create(companyId: string, fields: object = {}) {
  const body = { name: 'Checkout', rights: orderRights, ...fields };
  const answer = await post(apiPaths.companyTokens(companyId), body);
  expect(answer.statusCode, answer.body).toBe(201);
  return createdToken.parse(answer.json());
}
async function createShared(companies: 'all' | string[], fields: object = {}) {
  const answer = await post(apiPaths.tokens, {
    name: 'Warehouse',
    rights: ['dashboard'],
    companies,
    ...fields,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return createdToken.parse(answer.json());
}
async function list(url: string) {
  return tokens.parse((await t.app.inject({ url, headers: { cookie } })).json()).tokens;
}
const remove = (url: string) =>
  t.app.inject({ method: 'DELETE', url, headers: { cookie, origin: publicOrigin } });
const replace = (companyId: string, tokenId: string) =>
  post(apiPaths.replaceCompanyToken(companyId, tokenId), {});
const statusWith = async (secret: string, url: string = apiPaths.apiOrders) =>
  (await t.app.inject({ url, headers: { authorization: `Bearer ${secret}` } })).statusCode;
const listEntries = async (objectId: string) =>
  (
    await t.db.query(
      `SELECT action, object FROM audit_log WHERE object_id = $1 AND action LIKE 'token%' ORDER BY at, id`,
      [objectId],
    )
  ).rows;

test('a token is shown once, stored as a hash, and listed with its last characters and last use', async () => {
  const { company } = await aCompany(t.db);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { secret, token } = await create(company.id, { expiresAt });
  await create(company.id, { name: 'Reports', rights: ['dashboard', 'export'], filters: ['page:is:/a'] });
  expect(secret).toMatch(/^nlk_[\w-]{32}$/);
  expect(await statusWith(secret)).toBe(200);
  const listed = await list(apiPaths.companyTokens(company.id));
  expect(listed.map(({ name }) => name)).toEqual(['Reports', 'Checkout']);
  expect(listed[1]).toEqual({ ...token, lastUsedAt: expect.any(String) });
  expect(token).toMatchObject({
    ...{ hint: secret.slice(-4), expiresAt, oldTokenEndsAt: null, rights: orderRights },
    companies: [{ id: company.id, name: company.name }],
  });
  expect(listed[0]).toMatchObject({
    rights: ['dashboard', 'export'],
    filters: ['page:is:/a'],
    lastUsedAt: null,
  });
  const { rows } = await t.db.query('SELECT * FROM access_keys WHERE company_id = $1', [company.id]);
  expect(JSON.stringify([rows, listed])).not.toContain(secret);
});

test.each<[string, string[], object, string]>([
  ['annotate', ['dashboard'], { rights: ['dashboard', 'annotate'] }, 'rights.1'],
  ['money alone', ['dashboard'], { rights: ['money'] }, 'rights'],
  ['filters with orders to write', orderRights, { filters: ['page:is:/a'] }, 'filters'],
])('a token cannot be changed to what none is created with: %s', async (_, rights, change, field) => {
  const { company } = await aCompany(t.db);
  const { token } = await create(company.id, { rights });
  const path = apiPaths.access(company.id, token.id);
  expectError(await send(t, path, change, { cookie, method: 'PATCH' }), 400, 'invalid-request', field);
  const [listed] = await list(apiPaths.companyTokens(company.id));
  expect(listed?.rights).toEqual(rights);
  expect((await send(t, path, { name: 'Till' }, { cookie, method: 'PATCH' })).statusCode).toBe(200);
});

test('an expired token stops to work, stays listed and cannot be replaced', async () => {
  const { company } = await aCompany(t.db);
  const { secret, token } = await create(company.id);
  await t.db.query(`UPDATE accesses SET expires_at = now() - interval '1 second' WHERE id = $1`, [token.id]);
  expect(await statusWith(secret)).toBe(401);
  expect(await list(apiPaths.companyTokens(company.id))).toHaveLength(1);
  expectError(await replace(company.id, token.id), 409, 'conflict');
});

describe('a replaced token', () => {
  test('works for another day, next to the new secret', async () => {
    const { company } = await aCompany(t.db);
    const old = await create(company.id);
    const next = createdToken.parse((await replace(company.id, old.token.id)).json());
    expect([await statusWith(old.secret), await statusWith(next.secret)]).toEqual([200, 200]);
    expect(next.token.id).toBe(old.token.id);
    const [listed] = await list(apiPaths.companyTokens(company.id));
    expect(listed?.hint).toBe(next.secret.slice(-4));
    const hoursLeft = (Date.parse(listed?.oldTokenEndsAt ?? '') - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(23);
    expect(hoursLeft).toBeLessThanOrEqual(24);
    await t.db.query(
      `UPDATE access_keys SET ends_at = now() - interval '1 second' WHERE access_id = $1 AND ends_at IS NOT NULL`,
      [old.token.id],
    );
    expect([await statusWith(old.secret), await statusWith(next.secret)]).toEqual([401, 200]);
  });

  test('ends at once if wanted, and can then be replaced again', async () => {
    const { company } = await aCompany(t.db, { name: 'Harbour' });
    const old = await create(company.id);
    const next = createdToken.parse((await replace(company.id, old.token.id)).json());
    const url = apiPaths.replacedCompanyToken(company.id, old.token.id);
    expectError(await replace(company.id, old.token.id), 409, 'conflict');
    expect((await remove(url)).statusCode).toBe(204);
    expect([await statusWith(old.secret), await statusWith(next.secret)]).toEqual([401, 200]);
    expectError(await remove(url), 409, 'conflict');
    expect((await replace(company.id, old.token.id)).statusCode).toBe(201);
    expect((await listEntries(company.id)).map(({ action }) => action)).toEqual([
      ...['token.created', 'token.replaced', 'token.replaced-ended', 'token.replaced'],
    ]);
  });

  test('is replaced once by six parallel requests', async () => {
    const { company } = await aCompany(t.db);
    const { token } = await create(company.id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => replace(company.id, token.id)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses[0]).toBe(201);
    // On a busy machine, one that waits too long for the others is asked to try again.
    for (const status of statuses.slice(1)) expect([409, 503]).toContain(status);
    expect(await list(apiPaths.companyTokens(company.id))).toHaveLength(1);
  });
});

describe('a repeated request', () => {
  test('gets the same secret, which depends on its Idempotency-Key and is not stored', async () => {
    const { company } = await aCompany(t.db);
    const request = {
      path: apiPaths.companyTokens(company.id),
      body: { name: 'Reports', rights: orderRights },
      cookie,
    };
    const key = randomUUID();
    const [one, again] = [await sendWithKey(t, key, request), await sendWithKey(t, key, request)];
    const { secret, token } = createdToken.parse(one.json());
    expect(createdToken.parse(again.json()).secret).toBe(secret);
    expect(await statusWith(secret)).toBe(200);
    const other = await sendWithKey(t, randomUUID(), request);
    expect(createdToken.parse(other.json()).secret).not.toBe(secret);
    // After the token was replaced, the first request does not get the new secret.
    await replace(company.id, token.id);
    expectError(await sendWithKey(t, key, request), 409, 'conflict');
  });
});

test('an ended token stops at once, and each change is in the audit log without the secret', async () => {
  const { company } = await aCompany(t.db, { name: 'Harbour' });
  const { secret, token } = await create(company.id);
  expect((await remove(apiPaths.companyToken(company.id, token.id))).statusCode).toBe(204);
  expect(await statusWith(secret)).toBe(401);
  expectError(await remove(apiPaths.companyToken(company.id, token.id)), 404, 'not-found');
  expect(await list(apiPaths.companyTokens(company.id))).toEqual([]);
  expect(await listEntries(company.id)).toEqual([
    { action: 'token.created', object: 'Checkout of Harbour' },
    { action: 'token.ended', object: 'Checkout of Harbour' },
  ]);
});

test('a token is changed only under its own company, and one of several under none', async () => {
  const [one, other] = [(await aCompany(t.db)).company, (await aCompany(t.db)).company];
  const own = await create(one.id);
  const shared = await createShared([one.id, other.id]);
  for (const [companyId, tokenId] of [
    [other.id, own.token.id],
    [one.id, shared.token.id],
  ] as const) {
    expectError(await remove(apiPaths.companyToken(companyId, tokenId)), 404, 'not-found');
    expectError(await replace(companyId, tokenId), 404, 'not-found');
  }
  expectError(await remove(apiPaths.token(own.token.id)), 404, 'not-found');
  expect(await statusWith(own.secret)).toBe(200);
  expect(await statusWith(shared.secret, apiPaths.company(one.id))).toBe(200);
});

test('what a token may do is refused by field where it makes no sense', async () => {
  const { company } = await aCompany(t.db);
  const wrong: [body: object, field: string][] = [
    [{ rights: [] }, 'rights'],
    [{ rights: ['money', 'export'] }, 'rights'],
    [{ rights: ['dashboard', 'dashboard'] }, 'rights'],
    [{ rights: ['annotate'] }, 'rights.0'],
    [{ rights: 'dashboard' }, 'rights'],
    [{ rights: ['dashboard'], filters: ['nothing'] }, 'filters.0'],
    [{ rights: ['write-orders'], filters: ['page:is:/a'] }, 'filters'],
    [{ rights: ['dashboard'], filters: Array.from({ length: 6 }, () => 'page:is:/a') }, 'filters'],
    [{ rights: ['dashboard'], expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ rights: ['dashboard'], expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ rights: ['dashboard'], name: 'Shop\u202e' }, 'name'],
  ];
  for (const [body, field] of wrong) {
    const answer = await post(apiPaths.companyTokens(company.id), { name: 'Reports', ...body });
    expectError(answer, 400, 'invalid-request', field);
  }
  expect(await list(apiPaths.companyTokens(company.id))).toEqual([]);
});

describe('a token of several companies', () => {
  const wanted = { name: 'Warehouse', rights: ['dashboard'] };

  test('names companies that exist, each once, and writes no orders', async () => {
    const { company } = await aCompany(t.db);
    const wrong: [companies: unknown, field: string][] = [
      [[], 'companies'],
      ['none', 'companies'],
      [['x'], 'companies.0'],
      [[company.id, company.id.toUpperCase()], 'companies'],
      [[company.id, randomUUID()], 'companies.1'],
      [Array.from({ length: tokenLimits.companies + 1 }, () => randomUUID()), 'companies'],
      [undefined, 'companies'],
    ];
    for (const [companies, field] of wrong)
      expectError(await post(apiPaths.tokens, { ...wanted, companies }), 400, 'invalid-request', field);
    const writes = { ...wanted, rights: ['write-orders'], companies: [company.id] };
    expectError(await post(apiPaths.tokens, writes), 400, 'invalid-request', 'rights');
  });

  test('is listed with them, and no longer names one that is deleted', async () => {
    const [one, other] = [
      (await aCompany(t.db, { name: 'Amber' })).company,
      (await aCompany(t.db, { name: 'Birch' })).company,
    ];
    const { token, secret } = await createShared([other.id, one.id]);
    expect(token.companies).toEqual([
      { id: one.id, name: 'Amber' },
      { id: other.id, name: 'Birch' },
    ]);
    await t.db.query('DELETE FROM companies WHERE id = $1', [other.id]);
    const listed = (await list(apiPaths.tokens)).find(({ id }) => id === token.id);
    expect(listed?.companies).toEqual([{ id: one.id, name: 'Amber' }]);
    expect(await statusWith(secret, apiPaths.company(other.id))).toBe(404);
  });
});

test('there is a limited number of tokens', async () => {
  const { company } = await aCompany(t.db);
  for (let number = 0; number < tokenLimits.perCompany; number += 1) await create(company.id);
  const body = { name: 'One more', rights: ['dashboard'] };
  expectError(await post(apiPaths.companyTokens(company.id), body), 409, 'conflict');
  // One that was ended makes room.
  const [first] = await list(apiPaths.companyTokens(company.id));
  await remove(apiPaths.companyToken(company.id, first?.id ?? ''));
  expect((await post(apiPaths.companyTokens(company.id), body)).statusCode).toBe(201);
});

test('a secret needs a recent sign-in', async () => {
  const { company } = await aCompany(t.db);
  const { token } = await create(company.id);
  const old = await anAdmin(t);
  await t.db.query(`UPDATE session SET signed_in_at = now() - interval '25 hours' WHERE user_id = $1`, [
    old.id,
  ]);
  for (const url of [
    apiPaths.companyTokens(company.id),
    apiPaths.replaceCompanyToken(company.id, token.id),
    apiPaths.tokens,
    apiPaths.replaceToken(token.id),
  ]) {
    const answer = await send(
      t,
      url,
      { name: 'A', rights: ['dashboard'], companies: 'all' },
      { cookie: old.cookie },
    );
    expectError(answer, 403, 'recent-sign-in-required');
  }
});
