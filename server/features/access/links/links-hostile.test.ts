import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLog } from '../../../../contract/admin.ts';
import { verifyAccessResponse } from '../../../../contract/company/access.ts';
import { type CreatedAccess, createdAccess } from '../../../../contract/company/accesses.ts';
import type { Company } from '../../../../contract/company/companies.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { aLinkCookie, aPerson, look, openLink, toCookie, toPortalToken } from '../../../testing/accesses.ts';
import { anAdminCookie, send } from '../../../testing/accounts/accounts.ts';
import { aCompany } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let second: TestApp;
let admin: string;
let company: Company;
let mia: CreatedAccess;
beforeAll(async () => {
  t = await buildTestApp();
  second = await buildTestApp({ databaseUrl: t.databaseUrl });
  admin = await anAdminCookie(t);
});
beforeEach(async () => {
  ({ company } = await aCompany(t.db, { name: 'Harbour & Pine' }));
  mia = await aPerson(t, admin, company.id);
});
afterAll(async () => {
  await second.close();
  await t.close();
});

const countOpened = async () => {
  const found = await t.db.query('SELECT 1 FROM access_links WHERE access_id = $1 AND used_at IS NOT NULL', [
    mia.access.id,
  ]);
  return found.rows.length;
};

test('a link sets the cookie of its portal, as an access key does, and names the company', async () => {
  const answer = await openLink(t, toPortalToken(mia.link));
  expect(verifyAccessResponse.strict().parse(answer.json())).toEqual({ id: company.id, name: company.name });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.cookies).toEqual([
    expect.objectContaining({ name: `viewer-${company.id}`, httpOnly: true, sameSite: 'Lax', path: '/' }),
  ]);
  expect((await look(t, company.id, toCookie(answer))).statusCode).toBe(200);
});

test('of browsers that open a link at the same time, on two servers, one gets in', async () => {
  const token = toPortalToken(mia.link);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, turn) => openLink(turn % 2 === 0 ? t : second, token)),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
    expectError(answer, 409, 'link-used');
    expect(answer.cookies).toEqual([]);
  }
});

test('a link that was forwarded, or is replayed from a log, opens nothing after the first use', async () => {
  const cookie = await aLinkCookie(t, mia.link);
  for (let turn = 0; turn < 3; turn += 1) {
    const again = await openLink(t, toPortalToken(mia.link));
    expectError(again, 409, 'link-used');
    expect(again.cookies).toEqual([]);
  }
  expect((await look(t, company.id, cookie)).statusCode).toBe(200);
});

test('a link that is not opened stays valid: loading its page uses nothing up', async () => {
  await t.app.inject({ url: '/company-access/open' });
  await t.app.inject({ method: 'HEAD', url: '/company-access/open' });
  for (const method of ['GET', 'HEAD'] as const)
    expect((await t.app.inject({ method, url: apiPaths.openPortalLink })).statusCode).toBeGreaterThan(399);
  expect(await countOpened()).toBe(0);
  expect((await openLink(t, toPortalToken(mia.link))).statusCode).toBe(200);
});

test('a link expires after seven days, with an error that names the reason', async () => {
  await t.db.query(`UPDATE access_links SET expires_at = now() - interval '1 second' WHERE access_id = $1`, [
    mia.access.id,
  ]);
  expectError(await openLink(t, toPortalToken(mia.link)), 400, 'link-expired');
  expect(await countOpened()).toBe(0);
});

test('the link of an access that was revoked, renewed or has expired opens nothing', async () => {
  const revoked = await aPerson(t, admin, company.id);
  const revokedPath = apiPaths.access(company.id, revoked.access.id);
  await send(t, revokedPath, {}, { cookie: admin, method: 'DELETE' });
  const renewed = await aPerson(t, admin, company.id);
  const answer = await send(t, apiPaths.renewAccess(company.id, renewed.access.id), {}, { cookie: admin });
  expect(createdAccess.parse(answer.json()).link.url).not.toBe(renewed.link.url);
  await t.db.query(`UPDATE accesses SET expires_at = now() - interval '1 second' WHERE id = $1`, [
    mia.access.id,
  ]);
  for (const { link } of [revoked, renewed, mia]) {
    const refused = await openLink(t, toPortalToken(link));
    expectError(refused, 409, 'link-used');
    expect(refused.cookies).toEqual([]);
  }
});

test('an access whose end is moved while its link waits opens with it again', async () => {
  await t.db.query(`UPDATE accesses SET expires_at = now() - interval '1 second' WHERE id = $1`, [
    mia.access.id,
  ]);
  expectError(await openLink(t, toPortalToken(mia.link)), 409, 'link-used');
  await t.db.query('UPDATE accesses SET expires_at = NULL WHERE id = $1', [mia.access.id]);
  expect((await openLink(t, toPortalToken(mia.link))).statusCode).toBe(200);
});

test.each([
  ['an invented token', () => 'x'.repeat(32)],
  ['a cut token', () => toPortalToken(mia.link).slice(0, -1)],
  ['a token with one other character', () => `${toPortalToken(mia.link).slice(0, -1)}~`],
  ['the id of the access', () => mia.access.id],
  ['the key of the access', () => mia.accessKey],
  ['a NUL', () => '\u0000'],
])('%s is answered like every unknown token', async (_what, make) => {
  const answer = await openLink(t, make());
  const message = expectError(answer, 400, 'link-invalid');
  expect(message).toBe(expectError(await openLink(t, 'y'.repeat(32)), 400, 'link-invalid'));
  expect(answer.cookies).toEqual([]);
});

test.each([undefined, null, '', 5, ['x'], { $ne: '' }, 'x'.repeat(201)])(
  'a body without a token is rejected: %j',
  async (token) => {
    expectError(await openLink(t, token), 400, 'invalid-request', 'token');
  },
);

test('other sites cannot open a link for a browser', async () => {
  for (const origin of ['https://evil.test', 'null'])
    expectError(await openLink(t, toPortalToken(mia.link), { origin }), 403, 'foreign-origin');
  expect(await countOpened()).toBe(0);
});

test('guessing is limited by address', async () => {
  const address = '203.0.113.77';
  const guess = () => send(t, apiPaths.openPortalLink, { token: 'x'.repeat(32) }, { address });
  for (let turn = 0; turn < 20; turn += 1) expectError(await guess(), 400, 'link-invalid');
  expectError(await guess(), 429, 'too-many-requests');
});

test('refused links are counted in the audit log, without their tokens', async () => {
  const token = toPortalToken(mia.link);
  await openLink(t, token);
  await openLink(t, token);
  await openLink(t, 'z'.repeat(32));
  const answer = await t.app.inject({ url: apiPaths.auditLog, headers: { cookie: admin } });
  const { entries } = auditLog.parse(answer.json());
  expect(entries.some(({ action }) => action === 'portal.link-refused')).toBe(true);
  const text = JSON.stringify((await t.db.query('SELECT * FROM audit_log')).rows);
  expect(text).not.toContain(token);
  expect(text).not.toContain('zzzz');
});
