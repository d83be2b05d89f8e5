import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { me } from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  ageAttempts,
  anAccount,
  anEmail,
  anIpAddress,
  aStrongPassword,
  callInBatches,
  send,
  type TestAccount,
  toCookieHeader,
} from '../../testing/accounts/accounts.ts';
import { findMail, toLinkToken } from '../../testing/mail/sent-mails.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp, testAdminKey } from '../../testing/test-app.ts';

let t: TestApp;
let other: TestApp;
let user: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  other = await buildTestApp({
    databaseUrl: t.databaseUrl,
    env: { PUBLIC_URL: 'https://agency.example', ADMIN_ACCESS_KEY: '' },
  });
  user = await anAccount(t);
});
afterAll(async () => {
  await other.close();
  await t.close();
});
beforeEach(async () => {
  await t.db.query('DELETE FROM attempts');
});

const statuses = async (times: number, call: (turn: number) => Promise<{ statusCode: number }>) => {
  const answers = await callInBatches(times, call);
  return answers.map(({ statusCode }) => statusCode).sort();
};

test('an account allows ten wrong passwords within 15 minutes from unknown browsers, over all instances', async () => {
  const wrong = { email: user.email, password: 'not the right one' };
  const ways = [t, other];
  const guess = (turn: number) => {
    const app = ways[turn % 2] ?? t;
    return send(app, apiPaths.signIn, wrong, { headers: { origin: app.config.publicUrl } });
  };
  expect(await statuses(8, guess)).toEqual([...Array(6).fill(401), 429, 429]);
  for (const seconds of [15, 30, 60, 120]) {
    await ageAttempts(t, seconds - 5);
    const early = await guess(0);
    expectError(early, 429, 'too-many-requests');
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(5);
    await ageAttempts(t, 5);
    expect((await guess(1)).statusCode).toBe(401);
  }
  await ageAttempts(t, 300);
  const slowed = await send(t, apiPaths.signIn, user);
  expectError(slowed, 429, 'too-many-requests');
  const wait = Number(slowed.headers['retry-after']);
  expect(wait).toBeLessThan(900);
  await ageAttempts(t, wait);
  expect((await send(t, apiPaths.signIn, user)).statusCode).toBe(200);
});

test('a correct password resets the count of its browser', async () => {
  const { cookie } = user;
  const wrong = { email: user.email, password: 'not the right one' };
  expect(await statuses(5, () => send(t, apiPaths.signIn, wrong, { cookie }))).toEqual(Array(5).fill(401));
  const right = await send(t, apiPaths.signIn, user, { cookie });
  expect(right.statusCode).toBe(200);
  user.cookie = toCookieHeader(right);
  expect(await statuses(5, () => send(t, apiPaths.signIn, wrong, { cookie }))).toEqual(Array(5).fill(401));
});

test('the password of an attacker’s own sign-up does not reset the count of an account', async () => {
  const own = 'a pass phrase of the attacker';
  await send(t, apiPaths.signUp, { email: user.email, password: own });
  const signIn = (password: string) => send(t, apiPaths.signIn, { email: user.email, password });
  expect(await statuses(5, () => signIn('not the right one'))).toEqual(Array(5).fill(401));
  expectError(await signIn(own), 403, 'email-unconfirmed');
  expect(await statuses(1, () => signIn('not the right one'))).toEqual([429]);
});

test('a link allows ten wrong passwords within 15 minutes and does not block other sign-ins', async () => {
  const email = anEmail();
  await send(t, apiPaths.signUp, { email, password: aStrongPassword });
  const token = toLinkToken(await findMail(t, email, /^Confirm/));
  const confirm = (password: string, address = anIpAddress()) =>
    send(t, apiPaths.verifyEmail, { token, password }, { address });
  expect(await statuses(12, () => confirm('not the right one'))).toEqual([...Array(10).fill(401), 429, 429]);
  const locked = await confirm(aStrongPassword);
  expectError(locked, 429, 'too-many-requests');
  const waiting = await send(t, apiPaths.signIn, { email, password: aStrongPassword });
  expectError(waiting, 403, 'email-unconfirmed');
  await t.db.query('DELETE FROM attempts');
  const address = anIpAddress();
  const garbage = { token: token.slice(0, -3), password: 'x' };
  const fromOne = await statuses(22, () => send(t, apiPaths.verifyEmail, garbage, { address }));
  expect(fromOne).toEqual([...Array(20).fill(400), 429, 429]);
  expect((await confirm(aStrongPassword)).statusCode).toBe(200);
});

test('an address may sign in twenty times a minute and sign up five times an hour', async () => {
  const address = anIpAddress();
  const signIns = await statuses(22, () =>
    send(t, apiPaths.signIn, { email: anEmail(), password: 'x' }, { address }),
  );
  expect(signIns).toEqual([...Array(20).fill(401), 429, 429]);
  const signUps = await statuses(7, () =>
    send(t, apiPaths.signUp, { email: anEmail(), password: aStrongPassword }, { address }),
  );
  expect(signUps).toEqual([...Array(5).fill(200), 429, 429]);
});

test('granting allows five attempts per address and fifty in total, all in the audit log', async () => {
  const body = { email: user.email, accessKey: 'a wrong key' };
  const address = anIpAddress();
  expect(await statuses(6, () => send(t, apiPaths.grantAdmin, body, { address }))).toEqual([
    ...Array(5).fill(403),
    429,
  ]);
  expect(await statuses(47, () => send(t, apiPaths.grantAdmin, body))).toEqual([
    ...Array(45).fill(403),
    429,
    429,
  ]);
  const logged = await t.db.query(
    `SELECT count(*)::int AS n FROM audit_log WHERE action = 'admin.refused' AND object = $1 AND actor = 'somebody'`,
    [user.email],
  );
  expect(logged.rows).toEqual([{ n: 50 }]);
});

test('an empty key disables granting and matches nothing', async () => {
  const headers = { origin: other.config.publicUrl };
  for (const accessKey of [testAdminKey, ' ', 'undefined']) {
    const answer = await send(other, apiPaths.grantAdmin, { email: user.email, accessKey }, { headers });
    expectError(answer, 403, 'grant-failed');
  }
  const answer = await send(other, apiPaths.grantAdmin, { email: user.email, accessKey: '' }, { headers });
  expectError(answer, 400, 'invalid-request');
});

test('the key makes an administrator from the next request on', async () => {
  const { email, cookie } = await anAccount(t);
  const body = { email: email.toUpperCase(), accessKey: testAdminKey };
  const answer = await send(t, apiPaths.grantAdmin, body, { cookie });
  expect(answer.json()).toEqual({ message: 'Admin privileges granted!' });
  const who = await t.app.inject({ url: apiPaths.me, headers: { cookie: toCookieHeader(answer) } });
  expect(me.parse(who.json()).role).toBe('owner');
});

test('the session cookie is not readable by scripts and has the __Host- prefix under https', async () => {
  const [plain] = (await send(t, apiPaths.signIn, user)).cookies;
  expect(plain).toMatchObject({
    name: 'account.session_token',
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
  });
  expect(plain?.secure).toBeUndefined();
  const headers = { origin: other.config.publicUrl };
  const [secure] = (await send(other, apiPaths.signIn, user, { headers })).cookies;
  expect(secure).toMatchObject({
    name: '__Host-account.session_token',
    httpOnly: true,
    sameSite: 'Lax',
    secure: true,
    path: '/',
    maxAge: 7 * 86_400,
  });
  expect(secure?.domain).toBeUndefined();
});

test('a session in use is extended, and an expired one is invalid', async () => {
  const cookie = toCookieHeader(await send(t, apiPaths.signIn, user));
  const ask = () => t.app.inject({ url: apiPaths.mySessions, headers: { cookie } });
  expect((await ask()).cookies).toEqual([]);
  const age = (minutes: number) =>
    t.db.query(
      `UPDATE session SET expires_at = now() + interval '7 days' - $1 * interval '1 minute'
       WHERE id = (SELECT id FROM session ORDER BY created_at DESC LIMIT 1)`,
      [minutes],
    );
  await age(10);
  const renewed = (await ask()).cookies.find(({ name }) => name === 'account.session_token');
  expect(renewed).toMatchObject({ maxAge: 7 * 86_400, httpOnly: true });
  await age(8 * 24 * 60);
  expectError(await ask(), 401, 'not-signed-in');
});

test('a forged, truncated or foreign session cookie is invalid', async () => {
  const cookie = toCookieHeader(await send(t, apiPaths.signIn, user));
  const [name = '', value = ''] = cookie.split('; ')[0]?.split('=') ?? [];
  for (const forged of [value.slice(0, -4), `x${value}`, value.split('.')[0] ?? '', '', '%00', 'a.b.c']) {
    const answer = await t.app.inject({ url: apiPaths.me, headers: { cookie: `${name}=${forged}` } });
    expect(me.parse(answer.json()).user).toBeNull();
  }
  expect(me.parse((await t.app.inject({ url: apiPaths.me, headers: { cookie } })).json()).user?.email).toBe(
    user.email,
  );
});
