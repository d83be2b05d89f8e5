import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { myPortals } from '../../../contract/company/access.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { anAdminCookie, send } from '../../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { PortalStreamReader } from '../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../testing/test-app.ts';
import { endViewerSession } from './access.ts';
import { replaceAccessKey } from './company-key.ts';
import { readViewerCookie, signViewerCookie, viewerCookieName } from './viewer-cookie.ts';

let t: TestApp;
let second: TestApp;
let secondBase: string;
beforeAll(async () => {
  t = await buildTestApp();
  second = await buildTestApp({ databaseUrl: t.databaseUrl });
  secondBase = await second.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await second.close();
  await t.close();
});

async function aViewedCompany(name: string) {
  const { company, accessKey } = await aCompany(t.db, { name });
  return { company, accessKey, cookie: await aViewerCookie(t.app, accessKey) };
}

async function listPortals(cookie: string) {
  const answer = await t.app.inject({ url: apiPaths.myPortals, headers: cookie ? { cookie } : {} });
  expect(answer.headers['cache-control']).toBe('no-store');
  return myPortals.strict().parse(answer.json()).portals;
}

const look = (companyId: string, cookie: string) =>
  t.app.inject({ url: apiPaths.company(companyId), headers: { cookie } });

const signOut = (companyId: string, cookie: string, origin?: string) =>
  send(t, apiPaths.portalSignOut(companyId), {}, { cookie, ...(origin ? { headers: { origin } } : {}) });

test('the portals that a browser may open are listed by name, so that a viewer finds them again', async () => {
  const pine = await aViewedCompany('pine & Sons');
  const alder = await aViewedCompany('Alder');
  const { company: foreign } = await aViewedCompany('Not Entered Here');
  const portals = await listPortals(`${pine.cookie}; other=1; ${alder.cookie}`);
  expect(portals).toEqual([
    { id: alder.company.id, name: 'Alder' },
    { id: pine.company.id, name: 'pine & Sons' },
  ]);
  expect(JSON.stringify(portals)).not.toContain(foreign.id);
  expect(await listPortals('')).toEqual([]);
});

test('portals are not listed if the cookie is forged, expired or of another company, or the key was replaced', async () => {
  const rotated = await aViewedCompany('Rotated');
  await replaceAccessKey(t.db, testAppSecret, rotated.company.id);
  const deleted = await aViewedCompany('Deleted');
  await t.db.query('DELETE FROM companies WHERE id = $1', [deleted.company.id]);
  const { company, cookie } = await aViewedCompany('Mine');
  const { company: other } = await aCompany(t.db, { name: 'Other' });
  const { rows } = await t.db.query<{ id: string }>('SELECT id FROM access_keys WHERE company_id = $1', [
    company.id,
  ]);
  const old = new Date(Date.now() - 31 * 86_400_000);
  const viewer = { companyId: company.id, keyId: rows[0]?.id ?? '' };
  for (const bad of [
    rotated.cookie,
    deleted.cookie,
    cookie.replace(company.id, other.id),
    cookie.replace(company.id, company.id.toUpperCase()),
    cookie.replace(company.id, 'x'),
    cookie.slice(0, -2),
    `__Host-${cookie}`,
    `${viewerCookieName(company.id, false)}=${signViewerCookie(testAppSecret, viewer, old)}`,
    'viewer-=; viewer-__proto__=1; viewer-\u{0}=2',
  ]) {
    expect(await listPortals(bad), bad).toEqual([]);
  }
  expect(await listPortals(cookie)).toEqual([{ id: company.id, name: 'Mine' }]);
});

test('a portal viewer can sign out: the cookie is cleared, and a copy of it no longer works', async () => {
  const { company, accessKey, cookie } = await aViewedCompany('Left');
  const elsewhere = await aViewerCookie(t.app, accessKey);
  const answer = await signOut(company.id, cookie);
  expect(answer.statusCode).toBe(204);
  expect(answer.cookies).toEqual([
    expect.objectContaining({ name: `viewer-${company.id}`, value: '', path: '/', expires: new Date(0) }),
  ]);
  expectError(await look(company.id, cookie), 404, 'company-not-found');
  expect(await listPortals(cookie)).toEqual([]);
  expect((await look(company.id, elsewhere)).statusCode).toBe(200);
  expect((await look(company.id, await aViewerCookie(t.app, accessKey))).statusCode).toBe(200);
  expect((await signOut(company.id, cookie)).statusCode).toBe(204);
});

test('signing out ends the open portals of that browser in every process, and no others', async () => {
  const { company, accessKey, cookie } = await aViewedCompany('Streams');
  const elsewhere = await aViewerCookie(t.app, accessKey);
  const leaving = await PortalStreamReader.open(secondBase, company.id, cookie);
  const staying = await PortalStreamReader.open(secondBase, company.id, elsewhere);
  await Promise.all(
    [leaving, staying].map((reader) => reader.waitForFrame((frame) => frame.is === 'snapshot')),
  );
  await signOut(company.id, cookie);
  await leaving.waitForEnd();
  expect(staying.frames.map(({ is }) => is)).not.toContain('end');
  staying.close();
});

test('another site cannot sign a viewer out, and without a session the response is the same', async () => {
  const { company, cookie } = await aViewedCompany('Kept');
  for (const origin of ['https://evil.test', 'null']) {
    expectError(await signOut(company.id, cookie, origin), 403, 'foreign-origin');
  }
  expect((await look(company.id, cookie)).statusCode).toBe(200);
  const answers = await Promise.all([signOut(company.id, ''), signOut(randomUUID(), '')]);
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [204, ''],
    [204, ''],
  ]);
  expectError(await signOut('x', cookie), 400, 'invalid-request');
});

test('an administrator has an administrator’s access, even in a browser where the key was entered', async () => {
  const { company, cookie } = await aViewedCompany('Seen');
  const admin = await anAdminCookie(t);
  expect((await look(company.id, cookie)).json()).toMatchObject({ viewedAs: 'viewer' });
  expect((await look(company.id, `${cookie}; ${admin}`)).json()).toMatchObject({ viewedAs: 'admin' });
});

test('the record of a sign-out is deleted when the cookie would have expired', async () => {
  const { company, cookie } = await aViewedCompany('Old');
  const value = cookie.slice(cookie.indexOf('=') + 1);
  const viewer = readViewerCookie(testAppSecret, company.id, value, new Date());
  if (!viewer) throw new Error('the cookie is not a viewer’s');
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await endViewerSession(t.db, viewer, days(-40));
  const count = async () =>
    (await t.db.query('SELECT 1 FROM ended_viewers WHERE session_id = $1', [viewer.sessionId])).rowCount;
  expect(await count()).toBe(1);
  await endViewerSession(t.db, { ...viewer, sessionId: 'another' }, new Date());
  expect(await count()).toBe(0);
});
