import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { twoFactorSecret } from '../../../contract/account/accounts.ts';
import { adminCompanies } from '../../../contract/company/companies.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  aNewSession,
  anAccount,
  anAdmin,
  findCurrentUser,
  grantAdminByKey,
  mergeCookies,
  send,
  toCookieHeader,
} from '../../testing/accounts/accounts.ts';
import { toTotp } from '../../testing/accounts/totp.ts';
import { withTwoFactor } from '../../testing/accounts/two-factor.ts';
import { aCompany } from '../../testing/builders.ts';
import { findMail, listMails, toLinkToken } from '../../testing/mail/sent-mails.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { listRoutes } from '../../testing/requests/route-list.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { deleteExpired } from '../accounts/clean-up.queries.ts';
import { findMembers } from './sessions.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.query('DELETE FROM attempts');
});

const sessionOf = (cookie: string) =>
  cookie.split('; ').find((each) => each.startsWith('account.session_token=')) ?? '';
const ageSignIn = (userId: string, hours: number) =>
  t.db.query(`UPDATE session SET signed_in_at = now() - $2 * interval '1 hour' WHERE user_id = $1`, [
    userId,
    hours,
  ]);
const anotherPassword = 'nine lanterns under the pier';

test('using a reset link invalidates older ones', async () => {
  const user = await anAccount(t);
  const tokens: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await send(t, apiPaths.requestPasswordReset, { email: user.email });
    await expect
      .poll(
        async () => (await listMails(t, user.email)).filter(({ subject }) => /^A new/.test(subject)).length,
      )
      .toBe(turn + 1);
    tokens.push(toLinkToken(await findMail(t, user.email, /^A new password/)));
  }
  const [first = '', second = '', newest = ''] = tokens;
  // A sign-in that waits for its code belongs to the old password too.
  const reset = (token: string, newPassword: string) =>
    send(t, apiPaths.resetPassword, { token, newPassword });
  const both = await Promise.all([reset(newest, anotherPassword), reset(second, `${anotherPassword} two`)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expectError(await reset(first, 'a password of the attacker'), 409, 'link-used');
  const left = await t.db.query('SELECT 1 FROM verification WHERE value = $1', [user.id]);
  expect(left.rows).toEqual([]);
});

test('a new password ends sign-ins that wait for their code', async () => {
  const user = await anAccount(t);
  const { totpURI } = await withTwoFactor(t, user);
  const half = toCookieHeader(await send(t, apiPaths.signIn, user));
  await send(t, apiPaths.requestPasswordReset, { email: user.email });
  const token = toLinkToken(await findMail(t, user.email, /^A new password/));
  await send(t, apiPaths.resetPassword, { token, newPassword: anotherPassword });
  const code = await send(t, apiPaths.verifyTotp, { code: toTotp(totpURI) }, { cookie: half });
  expectError(code, 401, 'two-factor-expired');
});

test('session tokens are stored hashed, and the stored value opens nothing', async () => {
  const user = await anAccount(t);
  const { rows } = await t.db.query<{ token: string }>('SELECT token FROM session WHERE user_id = $1', [
    user.id,
  ]);
  const [value = ''] = decodeURIComponent(sessionOf(user.cookie).split('=')[1] ?? '').split('.');
  expect(Buffer.from(value, 'base64url')).toHaveLength(32);
  expect(rows).toEqual([{ token: createHash('sha256').update(value).digest('hex') }]);
  const dump = await t.db.query('SELECT session::text AS row FROM session');
  expect(JSON.stringify(dump.rows)).not.toContain(value);
  const stolen = user.cookie.replace(value, rows[0]?.token ?? '');
  expect(await findCurrentUser(t, stolen)).toBeNull();
});

test('a new sign-in ends the session that it replaces in the browser, and no other', async () => {
  const user = await anAccount(t);
  const elsewhere = await aNewSession(t, user);
  const again = await send(t, apiPaths.signIn, user, { cookie: user.cookie });
  expect(again.statusCode).toBe(200);
  expect(await findCurrentUser(t, user.cookie)).toBeNull();
  expect((await findCurrentUser(t, toCookieHeader(again)))?.email).toBe(user.email);
  expect((await findCurrentUser(t, elsewhere.cookie))?.email).toBe(user.email);
  // The session of a browser also ends if another account signs in there, or has to enter a code first.
  const other = await anAccount(t);
  const { cookie: withFactor } = await withTwoFactor(t, other);
  expect(withFactor).not.toBe('');
  const half = await send(t, apiPaths.signIn, other, { cookie: elsewhere.cookie });
  expect(half.json()).toEqual({ twoFactorRedirect: true });
  expect(await findCurrentUser(t, elsewhere.cookie)).toBeNull();
});

test('granting rights replaces the session and ends the account’s other sessions', async () => {
  const user = await anAccount(t);
  const elsewhere = await aNewSession(t, user);
  const cookie = await grantAdminByKey(t, user);
  expect(sessionOf(cookie)).not.toBe(sessionOf(user.cookie));
  expect((await findCurrentUser(t, cookie))?.email).toBe(user.email);
  expect(await findCurrentUser(t, user.cookie)).toBeNull();
  expect(await findCurrentUser(t, elsewhere.cookie)).toBeNull();
  const { rows } = await t.db.query('SELECT 1 FROM mails WHERE recipient = $1 AND subject ~ $2', [
    user.email,
    '^You are an administrator',
  ]);
  expect(rows).toHaveLength(1);
});

test('granting rights to another account does not affect the session of the key’s holder', async () => {
  const holder = await anAccount(t);
  const other = await anAccount(t);
  await grantAdminByKey(t, { ...holder, email: other.email });
  expect((await findCurrentUser(t, holder.cookie))?.email).toBe(holder.email);
  expect(await findCurrentUser(t, other.cookie)).toBeNull();
});

test('a renewed session ends thirty days after its sign-in', async () => {
  const admin = await anAdmin(t);
  const { rows } = await t.db.query<{ id: string }>('SELECT id FROM session WHERE user_id = $1', [admin.id]);
  const ids = new Set(rows.map(({ id }) => id));
  const current = async () =>
    new Set((await findMembers({ db: t.db, requiresTwoFactor: false }, ids)).keys());
  await ageSignIn(admin.id, 30 * 24 - 1);
  expect((await findCurrentUser(t, admin.cookie))?.email).toBe(admin.email);
  expect(await current()).toEqual(ids);
  await ageSignIn(admin.id, 30 * 24 + 1);
  expect(await findCurrentUser(t, admin.cookie)).toBeNull();
  expect(await current()).toEqual(new Set());
  const { cookie } = admin;
  expectError(await t.app.inject({ url: apiPaths.companies, headers: { cookie } }), 401, 'not-signed-in');
  await deleteExpired(t.db, new Date());
  const left = await t.db.query('SELECT 1 FROM session WHERE user_id = $1', [admin.id]);
  expect(left.rows).toEqual([]);
});

test('an administrator whose sign-in is a day old must confirm it before each destructive action', async () => {
  const admin = await anAdmin(t);
  const { company, accessKey } = await aCompany(t.db);
  const change = { name: 'Renamed', domain: 'shop.test', description: '', allowDuplicate: true };
  const acts = [
    ['PATCH', apiPaths.company(company.id), change],
    ['POST', apiPaths.replaceKey(company.id), {}],
    ['DELETE', apiPaths.company(company.id), { name: 'Renamed' }],
  ] as const;
  let { cookie } = admin;
  const listKeys = async () => {
    const answer = await t.app.inject({ url: apiPaths.companies, headers: { cookie } });
    const { companies, keysNeedSignIn } = adminCompanies.parse(answer.json());
    return { keysNeedSignIn, key: companies.find(({ id }) => id === company.id)?.access_key };
  };
  expect(await listKeys()).toEqual({ keysNeedSignIn: false, key: accessKey });
  await ageSignIn(admin.id, 25);
  expect(await listKeys()).toEqual({ keysNeedSignIn: true, key: '' });
  for (const [method, url, body] of acts) {
    expectError(await send(t, url, body, { cookie, method }), 403, 'recent-sign-in-required');
  }
  const renew = (body: object) => send(t, apiPaths.renewSignIn, body, { cookie });
  expectError(await renew({ password: 'not the right one' }), 400, 'wrong-password', 'password');
  const renewed = await renew({ password: admin.password });
  expect(renewed.statusCode, renewed.body).toBe(200);
  const old = cookie;
  cookie = mergeCookies(cookie, renewed);
  expect(await findCurrentUser(t, old)).toBeNull();
  expect((await listKeys()).key).toBe(accessKey);
  for (const [method, url, body] of acts) {
    const answer = await send(t, url, body, { cookie, method });
    expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300);
  }
});

/** Calls that delete definitions, which hold no data and can be defined again. */
const deletionsOfDefinitions = [
  apiPaths.goal(':companyId', ':goalId'),
  apiPaths.funnel(':companyId', ':funnelId'),
  apiPaths.reportRecipient(':companyId', ':recipientId'),
  apiPaths.alertRecipient(':companyId', ':recipientId'),
  apiPaths.alertRecipient(null, ':recipientId'),
];

test('every deletion of data in the admin area requires a recent sign-in', async () => {
  const { built, routes } = await listRoutes(() => buildTestApp({ databaseUrl: t.databaseUrl }));
  await built.close();
  const admin = await anAdmin(t);
  await ageSignIn(admin.id, 25);
  const deleting = routes.filter(
    ({ method, door, url }) =>
      method === 'DELETE' && door === 'admin' && !deletionsOfDefinitions.includes(url),
  );
  expect(deleting.map(({ url }) => url)).toContain(apiPaths.inboxItem(':itemId'));
  for (const { url } of deleting) {
    const path = url.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000');
    const answer = await send(t, path, {}, { cookie: admin.cookie, method: 'DELETE' });
    expectError(answer, 403, 'recent-sign-in-required');
  }
});

test('with two-factor, renewing a sign-in also requires a code', async () => {
  const user = await anAccount(t);
  const { cookie, totpURI } = await withTwoFactor(t, user);
  const { password } = user;
  const renew = (body: object) => send(t, apiPaths.renewSignIn, body, { cookie });
  expectError(await renew({ password }), 400, 'invalid-code', 'code');
  expectError(await renew({ password, code: '000000' }), 400, 'invalid-code', 'code');
  expect((await renew({ password, code: toTotp(totpURI) })).statusCode).toBe(200);
});

test('a recovery code changes nothing while two-factor is not confirmed', async () => {
  const user = await anAccount(t);
  const elsewhere = await aNewSession(t, user);
  const { cookie, password } = user;
  const made = await send(t, apiPaths.enableTwoFactor, { password }, { cookie });
  const { backupCodes, totpURI } = twoFactorSecret.parse(made.json());
  const [code = ''] = backupCodes;
  expectError(await send(t, apiPaths.verifyRecoveryCode, { code }, { cookie }), 400, 'already-signed-in');
  const { rows } = await t.db.query(
    `SELECT 1 FROM audit_log WHERE action = 'two-factor.on' AND object = $1`,
    [user.email],
  );
  expect(rows).toEqual([]);
  expect((await findCurrentUser(t, elsewhere.cookie))?.hasTwoFactor).toBe(false);
  expect((await findCurrentUser(t, cookie))?.hasTwoFactor).toBe(false);
  // The code is still valid for its purpose.
  const on = await send(t, apiPaths.verifyTotp, { code: toTotp(totpURI) }, { cookie });
  expect(on.statusCode, on.body).toBe(200);
  expect(await findCurrentUser(t, elsewhere.cookie)).toBeNull();
  const half = toCookieHeader(await send(t, apiPaths.signIn, user));
  expect((await send(t, apiPaths.verifyRecoveryCode, { code }, { cookie: half })).statusCode).toBe(200);
});

test('the code that enables two-factor is rejected in a session that already has it', async () => {
  const user = await anAccount(t);
  const { cookie, totpURI } = await withTwoFactor(t, user);
  expectError(
    await send(t, apiPaths.verifyTotp, { code: toTotp(totpURI) }, { cookie }),
    400,
    'two-factor-on',
  );
});

test('the owner is mailed when two-factor is enabled or disabled and when recovery codes are replaced', async () => {
  const user = await anAccount(t);
  const { cookie, totpURI, backupCodes } = await withTwoFactor(t, user);
  const { password } = user;
  const codes = await send(
    t,
    apiPaths.generateRecoveryCodes,
    { password, code: toTotp(totpURI) },
    { cookie },
  );
  expect(codes.statusCode, codes.body).toBe(200);
  // The previous codes no longer work.
  const old = await send(t, apiPaths.disableTwoFactor, { password, code: backupCodes[0] }, { cookie });
  expectError(old, 400, 'invalid-code', 'code');
  const [fresh] = codes.json<{ backupCodes: string[] }>().backupCodes;
  const off = await send(t, apiPaths.disableTwoFactor, { password, code: fresh }, { cookie });
  expect(off.statusCode, off.body).toBe(200);
  const { rows } = await t.db.query<{ subject: string }>(
    'SELECT subject FROM mails WHERE recipient = $1 ORDER BY created_at',
    [user.email],
  );
  expect(rows.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Confirm/),
    'Two-factor sign-in is on at Northlight',
    'New recovery codes for Northlight',
    'Two-factor sign-in is off at Northlight',
  ]);
});

test('wrong codes of a sign-in are in the audit log and block no other account', async () => {
  const user = await anAccount(t);
  const { totpURI, cookie: known } = await withTwoFactor(t, user);
  for (let round = 0; round < 2; round += 1) {
    const half = toCookieHeader(await send(t, apiPaths.signIn, user));
    for (let turn = 0; turn < 5; turn += 1) {
      await send(t, apiPaths.verifyTotp, { code: `00000${turn}` }, { cookie: half });
    }
  }
  const { rows } = await t.db.query(
    `SELECT sum(count)::int AS n FROM audit_log WHERE object = $1 AND action LIKE 'two-factor.%' AND actor = 'somebody'`,
    [user.email],
  );
  expect(rows).toEqual([{ n: 10 }]);
  const device = known.split('; ').find((each) => each.startsWith('account-device')) ?? '';
  const half = await send(t, apiPaths.signIn, user, { cookie: device });
  const cookie = mergeCookies(device, half);
  const whole = await send(t, apiPaths.verifyTotp, { code: toTotp(totpURI) }, { cookie });
  expect(whole.statusCode, whole.body).toBe(200);
});
