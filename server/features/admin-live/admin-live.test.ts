import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedInSessions } from '../../../contract/account/accounts.ts';
import { changedCompaniesMax } from '../../../contract/admin.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { notificationChannel, toActivityPayloads } from '../../db/notifications/notifications.ts';
import { operator } from '../../platform/audit.ts';
import { aNewSession, anAdmin, send, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aMember } from '../../testing/accounts/team.ts';
import { aCompany, aPageview, track } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { AdminStreamReader } from '../../testing/streams/admin-stream-reader.ts';
import { PortalStreamReader } from '../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { grantAdmin, revokeAdmin } from '../accounts/admins/grant-admin.ts';

let t: TestApp;
let other: TestApp;
let base: string;
let admin: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  other = await buildTestApp({ databaseUrl: t.databaseUrl });
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await anAdmin(t);
});
afterAll(async () => {
  await other.close();
  await t.close();
});

test('an open admin page receives changes made on any instance', async () => {
  const reader = await AdminStreamReader.open(base, admin.cookie);
  await send(other, apiPaths.companies, { name: 'Heard', domain: 'heard.test' }, admin);
  await expect.poll(() => new Set(reader.topics)).toEqual(new Set(['companies', 'audit']));
  reader.topics.length = 0;
  const { company } = await aCompany(t.db, { domain: 'busy.test' });
  await expect.poll(() => reader.topics).toContain('companies');
  reader.topics.length = 0;
  const began = performance.now();
  for (let turn = 0; turn < 20; turn += 1)
    await track(other.app, aPageview(company.id, { url: 'https://busy.test/' }));
  await expect.poll(() => reader.topics).toContain('companies');
  expect(new Set(reader.topics)).toEqual(new Set(['companies']));
  // Events are reported every two seconds, and a busy machine may need longer than that for all of them.
  const intervals = Math.ceil((performance.now() - began) / 2_000);
  expect(reader.topics.length).toBeLessThanOrEqual(intervals);
  reader.close();
});

test('a frame names the changed companies, to a manager only the own ones', async () => {
  const { company: own } = await aCompany(t.db, { domain: 'named.test' });
  const { company: others } = await aCompany(t.db, { domain: 'named.test' });
  const manager = await aMember(t, admin, { role: 'manager', companies: [own.id] });
  const ofOwner = await AdminStreamReader.open(base, admin.cookie);
  const ofManager = await AdminStreamReader.open(base, manager.cookie);
  // Once the companies of the manager were read.
  await expect.poll(() => ofManager.changes).toContainEqual({ topics: ['companies'], isAll: true });
  const open = async (companyId: string) =>
    track(other.app, aPageview(companyId, { url: 'https://named.test/' }));
  await open(others.id);
  await open(own.id);
  const named = ({ changes }: AdminStreamReader) => changes.flatMap(({ companyIds }) => companyIds ?? []);
  await expect.poll(() => new Set(named(ofOwner))).toEqual(new Set([own.id, others.id]));
  await expect.poll(() => new Set(named(ofManager))).toEqual(new Set([own.id]));
  await send(other, apiPaths.companies, { name: 'Another', domain: 'another.test' }, admin);
  await expect.poll(() => ofOwner.changes.at(-1)).toMatchObject({ isAll: true });
  ofOwner.close();
  ofManager.close();
});

test('a frame with more companies than it may name is about all of them', async () => {
  const ids = Array.from({ length: changedCompaniesMax + 1 }, () => randomUUID());
  const reader = await AdminStreamReader.open(base, admin.cookie);
  // In one statement, so that both payloads arrive together.
  await t.db.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
    notificationChannel,
    toActivityPayloads(ids),
  ]);
  await expect.poll(() => reader.changes).toContainEqual({ topics: ['companies'], isAll: true });
  reader.close();
});

test('ending a session closes its admin pages and portals within seconds, and no others', async () => {
  const { company } = await aCompany(t.db);
  const ended = await aNewSession(t, admin);
  const kept = await AdminStreamReader.open(base, admin.cookie);
  const reader = await AdminStreamReader.open(base, ended.cookie);
  const portal = await PortalStreamReader.open(base, company.id, ended.cookie);
  const keptPortal = await PortalStreamReader.open(base, company.id, admin.cookie);
  await keptPortal.waitForFrame((frame) => frame.is === 'snapshot');

  const list = await t.app.inject({ url: apiPaths.mySessions, headers: { cookie: ended.cookie } });
  const { sessions } = signedInSessions.strict().parse(list.json());
  const mine = sessions.find((session) => session.isCurrent);
  expect(list.body).not.toMatch(/token/i);
  const gone = await send(
    other,
    apiPaths.mySession(mine?.id ?? ''),
    {},
    { cookie: admin.cookie, method: 'DELETE' },
  );
  expect(gone.statusCode).toBe(204);
  await expect.poll(() => reader.hasEndFrame && reader.isClosed).toBe(true);
  await portal.waitForEnd();
  expect(kept.isClosed).toBe(false);
  expect(keptPortal.frames.at(-1)?.is).not.toBe('end');
  kept.close();
  keptPortal.close();
});

test('losing the role closes the admin pages and portals of the account on every instance', async () => {
  const { company } = await aCompany(t.db);
  const reader = await AdminStreamReader.open(base, admin.cookie);
  const portal = await PortalStreamReader.open(base, company.id, admin.cookie);
  await revokeAdmin({ db: other.db }, operator, admin.email);
  await expect.poll(() => reader.hasEndFrame && reader.isClosed).toBe(true);
  await portal.waitForEnd();
  expectError(
    await t.app.inject({ url: apiPaths.companies, headers: { cookie: admin.cookie } }),
    403,
    'not-admin',
  );
  await grantAdmin({ db: other.db, ...t.server.mails }, operator, admin.email);
  const asOld = await t.app.inject({ url: apiPaths.companies, headers: { cookie: admin.cookie } });
  expectError(asOld, 401, 'not-signed-in');
  admin = await aNewSession(t, admin);
  expect(
    (await t.app.inject({ url: apiPaths.companies, headers: { cookie: admin.cookie } })).statusCode,
  ).toBe(200);
});

test('a session that expires closes its admin page', async () => {
  const { cookie } = await aNewSession(t, admin);
  const reader = await AdminStreamReader.open(base, cookie);
  await t.db.query(
    'UPDATE session SET expires_at = $1 WHERE id = (SELECT id FROM session ORDER BY created_at DESC LIMIT 1)',
    [new Date(Date.now() - 1_000)],
  );
  await expect.poll(() => reader.hasEndFrame && reader.isClosed).toBe(true);
  expectError(await t.app.inject({ url: apiPaths.companies, headers: { cookie } }), 401, 'not-signed-in');
});

test('a session may have six streams', async () => {
  const { cookie } = await aNewSession(t, admin);
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, () => AdminStreamReader.open(base, cookie)),
  );
  const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(opened).toHaveLength(6);
  expectError(await t.app.inject({ url: apiPaths.adminLive, headers: { cookie } }), 429, 'too-many-requests');
  for (const reader of opened) reader.close();
});
