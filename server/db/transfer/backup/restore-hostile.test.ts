import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { aPerson } from '../../../testing/accesses.ts';
import {
  aNewSession,
  anAdmin,
  aStrongPassword,
  send,
  type TestAccount,
} from '../../../testing/accounts/accounts.ts';
import { anInvitation } from '../../../testing/accounts/team.ts';
import { aCompany, aViewerCookie } from '../../../testing/builders.ts';
import { type BackupFixture, openBackupFixture } from '../../../testing/database/backup-fixture.ts';
import { findMail, listMails, toLinkToken } from '../../../testing/mail/sent-mails.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { RestoreSummary } from './restore.ts';

let fixture: BackupFixture;
let t: TestApp;
let restored: RestoreSummary;
let admin: TestAccount;
let company: Awaited<ReturnType<typeof aCompany>>;
let viewerCookie: string;
let resetToken: string;
let invitationToken: string;

/** Credentials from the time of the backup, and a server after its restore. */
beforeAll(async () => {
  fixture = await openBackupFixture();
  const before = await buildTestApp({ databaseUrl: fixture.source.url });
  admin = await anAdmin(before);
  company = await aCompany(before.db, { name: 'Revived Shop' });
  viewerCookie = await aViewerCookie(before.app, company.accessKey);
  await send(before, apiPaths.requestPasswordReset, { email: admin.email });
  resetToken = toLinkToken(await findMail(before, admin.email, /new password/));
  invitationToken = (await anInvitation(before, admin, { role: 'owner', companies: null })).token;
  for (const name of ['Ada', 'Revoked Rita'])
    await aPerson(before, admin.cookie, company.company.id, { name });
  await before.db.query(`UPDATE accesses SET revoked_at = now() WHERE name = 'Revoked Rita'`);
  await fixture.backUp();
  await before.close();
  restored = await fixture.restore();
  t = await buildTestApp({ databaseUrl: fixture.target.url });
});
afterAll(async () => {
  await t.close();
  await fixture.close();
});

test('a session from the backup is not signed in after a restore', async () => {
  const who = await t.app.inject({ url: apiPaths.me, headers: { cookie: admin.cookie } });
  expect(who.json()).toMatchObject({ user: null });
  const companies = await t.app.inject({ url: apiPaths.companies, headers: { cookie: admin.cookie } });
  expect(companies.statusCode).toBe(401);
});

test('a viewer cookie from the backup is invalid after a restore, and the access key is valid', async () => {
  const url = apiPaths.active(company.company.id);
  const withOld = await t.app.inject({ url, headers: { cookie: viewerCookie } });
  expectError(withOld, 404, 'company-not-found');
  const cookie = await aViewerCookie(t.app, company.accessKey);
  expect((await t.app.inject({ url, headers: { cookie } })).statusCode).toBe(200);
});

test('a password link from the backup is invalid after a restore', async () => {
  const stolen = { token: resetToken, newPassword: 'nine otters under a low bridge' };
  expectError(await send(t, apiPaths.resetPassword, stolen), 409, 'link-used');
  const signedIn = await aNewSession(t, { email: admin.email, password: aStrongPassword });
  expect(signedIn.id).toBe(admin.id);
});

test('an invitation from the backup is withdrawn after a restore', async () => {
  const body = { token: invitationToken, password: aStrongPassword };
  expectError(await send(t, apiPaths.joinTeam, body), 400, 'link-invalid');
});

test('a known browser is unknown after a restore', async () => {
  const device = admin.cookie.split('; ').find((each) => each.startsWith('account-device='));
  expect(device).toBeDefined();
  const countNotices = async () =>
    (await listMails(t, admin.email)).filter(({ subject }) => subject.startsWith('A new browser')).length;
  const before = await countNotices();
  const credentials = { email: admin.email, password: aStrongPassword };
  const answer = await send(t, apiPaths.signIn, credentials, { cookie: String(device) });
  expect(answer.statusCode).toBe(200);
  expect(await countNotices()).toBe(before + 1);
});

test('a restore lists the administrators, access keys and other accesses that it restored', () => {
  expect(restored.ended.sessions).toBeGreaterThan(0);
  expect(restored.ended.links).toBeGreaterThan(0);
  expect(restored.restoredAccess.members).toMatchObject([
    { email: admin.email, role: 'owner', hasTwoFactor: false },
  ]);
  expect(restored.restoredAccess.keys).toMatchObject([{ company: 'Revived Shop', domain: 'shop.test' }]);
  expect(restored.restoredAccess.keys[0]?.madeAt).toBeInstanceOf(Date);
  expect(restored.restoredAccess.others).toMatchObject([{ kind: 'person', name: 'Ada', of: 'Revived Shop' }]);
});
