import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { countAttempt } from '../../../platform/limits/attempts.ts';
import {
  ageAttempts,
  anAccount,
  anEmail,
  anIpAddress,
  callInBatches,
  mergeCookies,
  send,
  type TestAccount,
  toCookieHeader,
} from '../../../testing/accounts/accounts.ts';
import { toTotp } from '../../../testing/accounts/totp.ts';
import { withTwoFactor } from '../../../testing/accounts/two-factor.ts';
import { findMail, listMails, toLinkToken } from '../../../testing/mail/sent-mails.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { stopClock } from '../../../testing/stop-clock.ts';
import { buildTestApp, type TestApp, testAdminKey } from '../../../testing/test-app.ts';

let t: TestApp;
let owner: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  owner = await anAccount(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.query('DELETE FROM attempts');
});

/** A browser that signed in before, without its session. */
function deviceOf(cookie: string): string {
  return cookie.split('; ').find((each) => each.startsWith('account-device=')) ?? '';
}

const wrongly = (email: string, given: { cookie?: string; address?: string } = {}) =>
  send(t, apiPaths.signIn, { email, password: 'not the right one' }, given);
const statusOf = ({ statusCode }: LightMyRequestResponse) => statusCode;

test('an attack on an account does not lock out its owner’s known browser', async () => {
  await callInBatches(12, () => wrongly(owner.email));
  expectError(await send(t, apiPaths.signIn, owner), 429, 'too-many-requests');
  const known = { cookie: deviceOf(owner.cookie) };
  expect(known.cookie).not.toBe('');
  expect((await send(t, apiPaths.signIn, owner, known)).statusCode).toBe(200);
});

test('a known browser has ten separate attempts, slowed down like all others', async () => {
  const known = { cookie: deviceOf(owner.cookie) };
  const answers = await callInBatches(8, () => wrongly(owner.email, known));
  const statuses = answers.map(statusOf).sort();
  expect(statuses, answers.map(({ body }) => body).join('\n')).toEqual([...Array(6).fill(401), 429, 429]);
  expectError(await send(t, apiPaths.signIn, owner, known), 429, 'too-many-requests');
  // Attempts of unknown browsers are counted separately.
  expect((await wrongly(owner.email)).statusCode).toBe(401);
});

test('one address cannot use up an account’s attempts for others', async () => {
  const address = anIpAddress();
  const mine: number[] = [];
  for (const seconds of [0, 0, 0, 0, 0, 15, 30, 60, 120, 240]) {
    await ageAttempts(t, seconds);
    mine.push(statusOf(await wrongly(owner.email, { address })));
  }
  expect(mine.filter((status) => status === 401)).toHaveLength(7);
  expect((await send(t, apiPaths.signIn, owner)).statusCode).toBe(200);
});

test.each([
  ['of another account', async () => deviceOf((await anAccount(t)).cookie)],
  ['that is forged', () => `account-device=${Buffer.alloc(54).toString('base64url')}`],
  ['that is cut', () => deviceOf(owner.cookie).slice(0, -2)],
  ['of garbage', () => 'account-device=%00.x'],
])('a device cookie %s does not make a browser known', async (_what, toCookieHeader) => {
  const cookie = await toCookieHeader();
  await callInBatches(6, () => wrongly(owner.email, { cookie }));
  expect((await wrongly(owner.email, { cookie })).statusCode).toBe(429);
  expect((await wrongly(owner.email)).statusCode).toBe(429);
});

test('a password reset makes the browser known, so that an owner under attack can sign in', async () => {
  const user = await anAccount(t);
  await callInBatches(12, () => wrongly(user.email));
  await send(t, apiPaths.requestPasswordReset, { email: user.email });
  const token = toLinkToken(await findMail(t, user.email, /^A new password/));
  const newPassword = 'nine lanterns under the pier';
  const reset = await send(t, apiPaths.resetPassword, { token, newPassword });
  const cookie = toCookieHeader(reset);
  await callInBatches(12, () => wrongly(user.email));
  const signedIn = await send(t, apiPaths.signIn, { email: user.email, password: newPassword }, { cookie });
  expect(signedIn.statusCode, signedIn.body).toBe(200);
});

test('a changed password makes browsers with the old one unknown', async () => {
  const user = await anAccount(t);
  const thief = { cookie: deviceOf(toCookieHeader(await send(t, apiPaths.signIn, user))) };
  await send(t, apiPaths.requestPasswordReset, { email: user.email });
  const token = toLinkToken(await findMail(t, user.email, /^A new password/));
  const newPassword = 'nine lanterns under the pier';
  const reset = await send(t, apiPaths.resetPassword, { token, newPassword });
  // The old device cookie gets no separate limit: it shares the one for unknown browsers.
  await callInBatches(12, () => wrongly(user.email));
  expect((await wrongly(user.email, thief)).statusCode).toBe(429);
  // The browser that set the new password is known. A sign-in from the other one sends the owner a mail.
  const known = { cookie: deviceOf(toCookieHeader(reset)) };
  const owned = { email: user.email, password: newPassword };
  expect((await send(t, apiPaths.signIn, owned, known)).statusCode).toBe(200);
  const mailed = await countStoredMails(user.email, /^A new browser/);
  await t.db.query('DELETE FROM attempts');
  expect((await send(t, apiPaths.signIn, owned, thief)).statusCode).toBe(200);
  expect(await countStoredMails(user.email, /^A new browser/)).toBe(mailed + 1);
});

test('repeated sign-ins to an account do not fill the audit log or the session table', async () => {
  stopClock();
  const user = await anAccount(t);
  await t.db.query(
    `INSERT INTO session (id, token, user_id, expires_at, signed_in_at, created_at, updated_at)
     SELECT 'flood-' || n, 'flood ' || n, $1, now() + interval '1 day', now(), now(), now() - interval '1 minute'
     FROM generate_series(1, 60) n`,
    [user.id],
  );
  const key = `session.started/${user.id}`;
  for (let n = 0; n < 30; n += 1) await countAttempt(t.db, { key, max: 30, windowSeconds: 3_600 });
  const known = deviceOf(user.cookie);
  for (let n = 0; n < 4; n += 1) {
    const answer = await send(t, apiPaths.signIn, user, { cookie: known, address: `fd00:7:7:${n}::1` });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  const { rows: sessions } = await t.db.query('SELECT 1 FROM session WHERE user_id = $1', [user.id]);
  expect(sessions).toHaveLength(50);
  const { rows } = await t.db.query(
    `SELECT actor, count FROM audit_log WHERE object = $1 AND action = 'session.started' ORDER BY count`,
    [user.email],
  );
  expect(rows).toEqual([
    { actor: user.email, count: 1 },
    { actor: user.email, count: 4 },
  ]);
});

test('owners have separate attempts to grant rights, which strangers cannot use up', async () => {
  const user = await anAccount(t);
  for (let n = 0; n < 50; n += 1)
    await countAttempt(t.db, { key: 'grant-admin', max: 50, windowSeconds: 3_600 });
  const key = { email: user.email, accessKey: testAdminKey };
  expect((await send(t, apiPaths.grantAdmin, key)).statusCode).toBe(429);
  const other = await send(t, apiPaths.grantAdmin, { ...key, email: anEmail() }, user);
  expect(other.statusCode).toBe(429);
  expect((await send(t, apiPaths.grantAdmin, key, user)).statusCode).toBe(200);
});

test('signing in again does not give an attacker with the password new attempts at the code', async () => {
  const user = await anAccount(t);
  const { totpURI } = await withTwoFactor(t, user);
  const guess = async (code: string, known = '') => {
    const signedIn = await send(t, apiPaths.signIn, user, { cookie: known });
    expect(signedIn.json(), signedIn.body).toEqual({ twoFactorRedirect: true });
    return send(t, apiPaths.verifyTotp, { code }, { cookie: mergeCookies(known, signedIn) });
  };
  const wrong: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) wrong.push(statusOf(await guess(`00000${turn}`)));
  expect(wrong).toEqual([...Array(6).fill(401), 429]);
  const code = toTotp(totpURI);
  expectError(await guess(code), 429, 'too-many-requests');
  // The owner's known browser is counted separately.
  expect(statusOf(await guess(code, deviceOf(user.cookie)))).toBe(200);
});

test('a sign-in from a new browser is mailed to the owner, one from a known browser is not', async () => {
  const user = await anAccount(t);
  const known = { cookie: deviceOf(user.cookie) };
  expect((await send(t, apiPaths.signIn, user, known)).statusCode).toBe(200);
  expect((await listMails(t, user.email)).map(({ subject }) => subject)).toHaveLength(1);
  const fresh = await send(t, apiPaths.signIn, user);
  await findStoredMail(user.email, /^A new browser signed in/);
  // From now on that browser is known.
  const again = await send(t, apiPaths.signIn, user, { cookie: deviceOf(toCookieHeader(fresh)) });
  expect(again.statusCode).toBe(200);
  expect(await countStoredMails(user.email, /^A new browser/)).toBe(1);
});

async function listStored(email: string): Promise<string[]> {
  const { rows } = await t.db.query<{ subject: string }>('SELECT subject FROM mails WHERE recipient = $1', [
    email,
  ]);
  return rows.map(({ subject }) => subject);
}
const countStoredMails = async (email: string, subject: RegExp) =>
  (await listStored(email)).filter((each) => subject.test(each)).length;
async function findStoredMail(email: string, subject: RegExp): Promise<void> {
  expect(await listStored(email)).toContainEqual(expect.stringMatching(subject));
}

test('each kind of failed or slowed sign-in has one audit entry an hour, with a count', async () => {
  stopClock();
  const user = await anAccount(t);
  const address = anIpAddress();
  await callInBatches(9, () => wrongly(user.email, { address }));
  const { rows } = await t.db.query(
    `SELECT action, actor, count, last_at IS NOT NULL AS repeated FROM audit_log
     WHERE object = $1 AND action LIKE 'session.%' AND actor = 'somebody' ORDER BY action`,
    [user.email],
  );
  expect(rows).toEqual([
    { action: 'session.locked', actor: 'somebody', count: 4, repeated: true },
    { action: 'session.refused', actor: 'somebody', count: 5, repeated: true },
  ]);
});

test('failures from more than a hundred networks an hour share one audit entry', async () => {
  stopClock();
  const entries = async () =>
    (await t.db.query(`SELECT count(*)::int AS n FROM audit_log WHERE action = 'portal.key-refused'`)).rows[0]
      ?.n;
  const before = await entries();
  for (let turn = 0; turn < 130; turn += 1) {
    await send(t, apiPaths.verifyCompanyAccess, { accessKey: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA' });
  }
  expect((await entries()) - before).toBeLessThanOrEqual(101);
  const shared = await t.db.query(
    `SELECT count FROM audit_log WHERE action = 'portal.key-refused' AND address = ''`,
  );
  expect(shared.rows).toEqual([{ count: 30 }]);
});

test('a flood of other failures does not hide an attack on an account', async () => {
  stopClock();
  const user = await anAccount(t);
  const times = { key: 'audit/session.refused', max: 100, windowSeconds: 3_600 };
  for (let turn = 0; turn < 100; turn += 1) await countAttempt(t.db, times);
  await wrongly(user.email);
  await wrongly(user.email);
  const { rows } = await t.db.query(
    `SELECT count, address FROM audit_log WHERE object = $1 AND action = 'session.refused'`,
    [user.email],
  );
  expect(rows).toEqual([{ count: 2, address: '' }]);
});

test('input that is not the address of an account is not written to the audit log', async () => {
  const typed = anEmail();
  await wrongly(typed);
  const { rows } = await t.db.query('SELECT 1 FROM audit_log WHERE object = $1', [typed]);
  expect(rows).toEqual([]);
});
