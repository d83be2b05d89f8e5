import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '../../../contract/admin.ts';
import type { AccessRight } from '../../../contract/company/access-rights.ts';
import { adminCompanies, adminCompany, company, replacedKey } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { anAdmin, send } from '../../testing/accounts/accounts.ts';
import { aCompany, anOrder, aPageview, aSession, aViewerCookie, track } from '../../testing/builders.ts';
import { expectAccepted, expectError, expectRejectedEvent } from '../../testing/requests/expect-answers.ts';
import { dumpCompanyRows } from '../../testing/stored-data.ts';
import { PortalStreamReader } from '../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { wholeScope } from '../access/access.ts';
import { deleteFailure, recordFailure } from '../segments/failures/segment-failures.queries.ts';
import { addRejections } from '../tracking/rejections/rejections.queries.ts';

let t: TestApp;
let other: TestApp;
let base: string;
let cookie: string;
let email: string;
beforeAll(async () => {
  t = await buildTestApp();
  other = await buildTestApp({ databaseUrl: t.databaseUrl });
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  ({ cookie, email } = await anAdmin(t));
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const list = async () => {
  const answer = await t.app.inject({ url: apiPaths.companies, headers: { cookie } });
  return adminCompanies.strict().parse(answer.json()).companies;
};
const asAdmin = (method: 'POST' | 'PATCH' | 'DELETE', url: string, body: unknown) =>
  send(t, url, body, { method, cookie });

test.each([
  ['https://www.Shop.example/', 'shop.example'],
  ['www.bücher.example', 'xn--bcher-kva.example'],
  ['localhost:5173', 'localhost'],
])('the domain %s is stored as %s', async (domain, understood) => {
  const created = await asAdmin('POST', apiPaths.companies, { name: 'Forgiving', domain });
  expect(adminCompany.parse(created.json()).domain).toBe(understood);
});

test.each([
  [{ name: '', domain: 'shop.test' }],
  [{ name: 'x'.repeat(201), domain: 'shop.test' }],
  [{ name: 'A', domain: 'no domain' }],
  [{ name: 'A', domain: '' }],
  [{ name: 'A', domain: 'shop.test', currency: 'XXX' }],
  [{ name: 'A', domain: 'shop.test', description: 'x'.repeat(2_001) }],
  [{ domain: 'shop.test' }],
  [[]],
  [{ name: 'A\0', domain: 'shop.test' }],
  [{ name: 'A\ud800', domain: 'shop.test' }],
])('a company with %j is rejected', async (body) => {
  expectError(await asAdmin('POST', apiPaths.companies, body), 400, 'invalid-request');
});

const errorOf = (answer: LightMyRequestResponse) => errorBody.parse(answer.json()).error;

test('a company with an existing name and domain needs confirmation', async () => {
  const first = await asAdmin('POST', apiPaths.companies, { name: 'Twice Ltd', domain: 'twice.example' });
  expect(first.statusCode, first.body).toBe(201);
  const again = { name: ' TWICE  ltd', domain: 'https://www.Twice.example/' };
  const refused = await asAdmin('POST', apiPaths.companies, again);
  expectError(refused, 409, 'company-exists');
  expect(errorOf(refused)).toMatchObject({
    message: 'There is already a company named Twice Ltd for twice.example.',
    conflictId: adminCompany.parse(first.json()).id,
  });
  const intended = await asAdmin('POST', apiPaths.companies, { ...again, allowDuplicate: true });
  expect(intended.statusCode).toBe(201);
  for (const other of [
    { ...again, name: 'Twice Inc' },
    { ...again, domain: 'twice.test' },
  ]) {
    expect((await asAdmin('POST', apiPaths.companies, other)).statusCode).toBe(201);
  }
});

test('of two simultaneous requests for one company on two instances, one creates it', async () => {
  const body = { name: 'Race Ltd', domain: 'race.example' };
  const answers = await Promise.all(
    [t, other, t, other, t, other].map((app) => send(app, apiPaths.companies, body, { cookie })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect((await list()).filter(({ name }) => name === 'Race Ltd')).toHaveLength(1);
});

test('editing a company into a duplicate needs confirmation, editing a duplicate does not', async () => {
  const { company: kept } = await aCompany(t.db, { name: 'Kept Ltd', domain: 'kept.example' });
  const { company } = await aCompany(t.db, { name: 'Edited Ltd', domain: 'edited.example' });
  const url = apiPaths.company(company.id);
  const change = { name: 'kept ltd', domain: 'kept.example', description: '' };
  const refused = await asAdmin('PATCH', url, change);
  expectError(refused, 409, 'company-exists');
  expect(errorOf(refused).conflictId).toBe(kept.id);
  expect((await asAdmin('PATCH', url, { ...change, allowDuplicate: true })).statusCode).toBe(200);
  const described = await asAdmin('PATCH', url, { ...change, description: 'The second one' });
  expect(described.json()).toMatchObject({ description: 'The second one' });
});

test('a domain with umlauts is stored in punycode and shown in Unicode', async () => {
  const body = { name: 'Umlaut', domain: 'www.münchen.example' };
  const created = adminCompany.parse((await asAdmin('POST', apiPaths.companies, body)).json());
  expect(created).toMatchObject({ domain: 'xn--mnchen-3ya.example', displayDomain: 'münchen.example' });
  const again = await asAdmin('POST', apiPaths.companies, { ...body, domain: 'xn--mnchen-3ya.example' });
  expect(expectError(again, 409, 'company-exists')).toContain('münchen.example');
  const shown = await t.app.inject({ url: apiPaths.company(created.id), headers: { cookie } });
  expect(company.parse(shown.json()).displayDomain).toBe('münchen.example');
  const origin = 'https://xn--mnchen-3ya.example';
  expectAccepted(await track(t.app, aPageview(created.id, { url: `${origin}/` }), { origin }), 1);
  const elsewhere = await track(t.app, aPageview(created.id), { origin: 'https://shop.test' });
  expect(expectRejectedEvent(elsewhere, 403, 'event-refused')).not.toContain('nchen');
});

test('an invalid domain is rejected at its field', async () => {
  const answer = await asAdmin('POST', apiPaths.companies, { name: 'A', domain: 'no domain' });
  expect(errorOf(answer)).toMatchObject({ field: 'domain' });
});

test('invisible characters are removed from a description, its words and lines are kept', async () => {
  const body = { name: 'A\tShop', domain: 'shop.test', description: 'one\0\r\ntwo' };
  const created = await asAdmin('POST', apiPaths.companies, body);
  expect(created.statusCode, created.body).toBe(201);
  expect(adminCompany.parse(created.json())).toMatchObject({ name: 'A Shop', description: 'one \ntwo' });
});

test('the list shows active visitors and the last event of each company', async () => {
  const { company } = await aCompany(t.db);
  expect((await list()).find(({ id }) => id === company.id)).toMatchObject({ active: 0, lastEventAt: null });
  await track(t.app, [aPageview(company.id, { sessionId: 's1' }), aSession(company.id, 's1')]);
  const found = (await list()).find(({ id }) => id === company.id);
  expect(found).toMatchObject({ active: 1 });
  expect(Date.parse(found?.lastEventAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

test('the list marks a company whose statistics cannot be built, also those of its demo data', async () => {
  const { company } = await aCompany(t.db);
  const storeId = randomUUID();
  const demoId = randomUUID();
  await t.db.query('UPDATE companies SET demo_dataset_id = $2 WHERE id = $1', [company.id, demoId]);
  const marked = async () => (await list()).find(({ id }) => id === company.id)?.statisticsBehind;
  const fail = (datasetId: string, error: string, at: Date) =>
    recordFailure(t.db, { datasetId, storeId }, { work: 'build', error, at });
  expect(await marked()).toBeNull();
  const since = new Date(Date.now() - 3_600_000);
  await fail(company.id, 'Out of Memory Error', since);
  await fail(company.id, 'the disk is almost full', new Date());
  expect(await marked()).toEqual({ since: since.toISOString(), reason: 'the disk is almost full' });
  await deleteFailure(t.db, { datasetId: company.id, storeId }, 'build');
  await fail(demoId, 'Out of Memory Error', since);
  expect(await marked()).toEqual({ since: since.toISOString(), reason: 'Out of Memory Error' });
  await deleteFailure(t.db, { datasetId: demoId, storeId }, 'build');
  // A failure of a machine that no longer tries.
  await fail(company.id, 'Out of Memory Error', new Date(Date.now() - 2 * 86_400_000));
  expect(await marked()).toBeNull();
});

test('tracking uses a changed domain within a moment on every instance', async () => {
  const { company } = await aCompany(t.db, { domain: 'old.test' });
  const from = (host: string) =>
    track(other.app, aPageview(company.id, { url: `https://${host}/` }), { origin: `https://${host}` });
  expectAccepted(await from('old.test'), 1);
  const change = { name: 'New name', domain: 'https://www.new.test/', description: '' };
  const changed = await asAdmin('PATCH', apiPaths.company(company.id), change);
  expect(changed.json()).toMatchObject({ name: 'New name', domain: 'new.test', currency: company.currency });
  await expect.poll(async () => (await from('new.test')).statusCode).toBe(200);
  expectRejectedEvent(await from('old.test'), 403, 'event-refused');
});

test('replacing a key ends the old key, its viewers and their streams', async () => {
  const { company, accessKey } = await aCompany(t.db);
  const viewer = await aViewerCookie(t.app, accessKey);
  const portal = await PortalStreamReader.open(base, company.id, viewer);
  const rotated = await send(other, apiPaths.replaceKey(company.id), {}, { cookie });
  const { access_key } = replacedKey.strict().parse(rotated.json());
  expect(access_key).not.toBe(accessKey);
  await portal.waitForEnd();
  const closed = await t.app.inject({ url: apiPaths.company(company.id), headers: { cookie: viewer } });
  expectError(closed, 404, 'company-not-found');
  expectError(await send(t, apiPaths.verifyCompanyAccess, { accessKey }), 401, 'invalid-access-key');
  expect((await send(t, apiPaths.verifyCompanyAccess, { accessKey: access_key })).statusCode).toBe(200);
  expect((await list()).find(({ id }) => id === company.id)?.access_key).toBe(access_key);
});

test('deleting a company removes all its data and none of another company', async () => {
  const { company, accessKey } = await aCompany(t.db, { name: 'Gone Ltd' });
  const { company: kept } = await aCompany(t.db);
  for (const { id } of [company, kept]) {
    await track(t.app, [aPageview(id, { sessionId: 's' }), aSession(id, 's'), anOrder(id, 'o-1', 5)]);
    await send(t, apiPaths.simulateAnalytics, { companyId: id }, { cookie });
    const rejection = { reason: 'bot', host: '', from_page: false, agent: 'curl', detail: '' } as const;
    const row = { ...rejection, count: 1, last_at: new Date() };
    await addRejections(t.db, id, [row], [row]);
    const version = [id, new Date()];
    await t.db.query(
      `INSERT INTO script_versions (company_id, version, last_at) VALUES ($1, '3.0.0', $2)`,
      version,
    );
  }
  const keptRows = await dumpCompanyRows(t.db, kept.id);
  const viewer = await aViewerCookie(t.app, accessKey);
  const portal = await PortalStreamReader.open(base, company.id, viewer);

  const url = apiPaths.company(company.id);
  expectError(await asAdmin('DELETE', url, { name: 'gone ltd' }), 409, 'conflict');
  expect((await asAdmin('DELETE', url, { name: 'Gone Ltd' })).statusCode).toBe(204);
  expectError(await asAdmin('DELETE', url, { name: 'Gone Ltd' }), 404, 'company-not-found');
  await portal.waitForEnd();
  expectError(await send(t, apiPaths.verifyCompanyAccess, { accessKey }), 401, 'invalid-access-key');
  await expect.poll(async () => (await track(other.app, aPageview(company.id))).statusCode).toBe(403);
  await expect.poll(() => dumpCompanyRows(t.db, company.id)).toMatch(/^\[(\[\],?)+\]$/);
  const revisions = 'SELECT 1 FROM dataset_revisions WHERE company_id = $1';
  await expect.poll(async () => (await t.db.query(revisions, [company.id])).rowCount).toBe(0);
  expect(await dumpCompanyRows(t.db, kept.id)).toBe(keptRows);
});

test('demo data generated while its company is deleted is not left behind', async () => {
  const { company } = await aCompany(t.db);
  const viewer = {
    ...{ companyId: company.id, keyId: 'any', sessionId: 'any', admin: null, endsAt: null },
    ...{ access: null, rights: new Set<AccessRight>(['dashboard']), scope: wholeScope },
  };
  const request = { viewer, address: '10.0.0.1' };
  const { demoData } = t.server;
  const generate = () => demoData.generate(request, { now: new Date(), random: Math.random });
  const rows = async () =>
    (await t.db.query('SELECT 1 FROM companies WHERE demo_dataset_id IS NOT NULL AND id = $1', [company.id]))
      .rowCount;
  await generate();
  expect(await rows()).toBeGreaterThan(0);
  await demoData.clear(request);
  expect(await rows()).toBe(0);
  await t.db.query('DELETE FROM companies WHERE id = $1', [company.id]);
  await expect(generate()).rejects.toThrow('does not exist');
  await expect(demoData.clear(request)).rejects.toThrow('does not exist');
  expect(await rows()).toBe(0);
});

test('the audit log lists who did what, newest first, with pages', async () => {
  const { company } = await aCompany(t.db, { name: 'Logged' });
  for (let turn = 0; turn < 60; turn += 1) await asAdmin('POST', apiPaths.replaceKey(company.id), {});
  const page = async (after?: string) => {
    const url = `${apiPaths.auditLog}${after ? `?after=${encodeURIComponent(after)}` : ''}`;
    return auditLog.strict().parse((await t.app.inject({ url, headers: { cookie } })).json());
  };
  const first = await page();
  expect(first.entries).toHaveLength(50);
  expect(first.entries[0]).toMatchObject({ actor: email, action: 'company.key-replaced', object: 'Logged' });
  expect(first.entries[0]?.address).toMatch(/^fd00:[0-9a-f]+:[0-9a-f]+::$/);
  const second = await page(first.next ?? '');
  const all = [...first.entries, ...second.entries];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
  const created = all.find(({ action }) => action === 'company.created');
  expect(created).toMatchObject({ actor: 'operator', object: 'Logged', address: '' });
  expectError(
    await t.app.inject({ url: `${apiPaths.auditLog}?after=x`, headers: { cookie } }),
    400,
    'invalid-request',
  );
});
