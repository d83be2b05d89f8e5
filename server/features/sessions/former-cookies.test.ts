import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import {
  aNewSession,
  anAccount,
  anAdmin,
  findCurrentUser,
  mergeCookies,
  send,
  toCookieHeader,
} from '../../testing/accounts/accounts.ts';
import { toTotp } from '../../testing/accounts/totp.ts';
import { withTwoFactor } from '../../testing/accounts/two-factor.ts';
import { aCompany } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const secureOrigin = 'https://agency.example';
let t: TestApp;
let secure: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
  secure = await buildTestApp({ env: { PUBLIC_URL: secureOrigin }, databaseUrl: t.databaseUrl });
});
afterAll(async () => {
  await secure.close();
  await t.close();
});

/** The cookies of a browser as a release before 0.7.0 named them. */
const withFormerNames = (cookie: string) => cookie.replaceAll('account', 'northlight');

const askWho = (cookie: string, app = t) =>
  app.app.inject({ url: apiPaths.me, headers: { cookie, host: new URL(app.config.publicUrl).host } });
const setCookiesOf = (answer: LightMyRequestResponse) => [answer.headers['set-cookie'] ?? []].flat();

test('a browser with the former cookies stays signed in and gets the current ones instead', async () => {
  const user = await anAccount(t);
  const former = withFormerNames(user.cookie);
  const answer = await askWho(former);
  expect(answer.json()).toMatchObject({ user: { email: user.email } });
  const [token = '', device = ''] = user.cookie.split('; ');
  expect(setCookiesOf(answer)).toEqual([
    `${token}; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax`,
    'northlight.session_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    `${device}; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax`,
    'northlight-device=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  ]);
  expect(answer.headers['cache-control']).toBe('no-store');
  const current = mergeCookies(former, answer);
  expect(current).not.toContain('northlight');
  const again = await askWho(current);
  expect(again.json()).toMatchObject({ user: { email: user.email } });
  expect(setCookiesOf(again)).toEqual([]);
});

test('under https the former cookies had the prefix __Host-, which their replacements keep', async () => {
  const { cookie, email } = await anAccount(t);
  const [token = ''] = cookie.split('; ');
  const answer = await askWho(`__Host-${withFormerNames(token)}`, secure);
  expect(answer.json()).toMatchObject({ user: { email } });
  expect(setCookiesOf(answer)).toEqual([
    `__Host-${token}; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure`,
    '__Host-northlight.session_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
  ]);
  const without = await askWho(withFormerNames(token), secure);
  expect(without.json()).toMatchObject({ user: null });
  expect(setCookiesOf(without)).toEqual([]);
});

test('a former cookie never counts next to a current one, and is still deleted', async () => {
  const [user, other] = [await anAccount(t), await anAccount(t)];
  const answer = await askWho(`${withFormerNames(other.cookie)}; ${user.cookie}`);
  expect(answer.json()).toMatchObject({ user: { email: user.email } });
  expect(setCookiesOf(answer)).toEqual([
    'northlight.session_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    'northlight-device=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  ]);
});

test('signing out with former cookies ends the session and leaves a cookie of neither name', async () => {
  const user = await anAccount(t);
  const former = withFormerNames(user.cookie);
  const answer = await send(t, apiPaths.signOut, {}, { cookie: former });
  expect(answer.statusCode).toBe(200);
  // A browser stores them in this order, so the last one of a name is what remains.
  const left = new Map(answer.cookies.map(({ name, value }) => [name, value]));
  expect(left.get('account.session_token')).toBe('');
  expect(left.get('northlight.session_token')).toBe('');
  expect(await findCurrentUser(t, former)).toBeNull();
  expect(await findCurrentUser(t, user.cookie)).toBeNull();
});

test('signing in with former cookies leaves the new session, not the former one', async () => {
  const user = await anAccount(t);
  const answer = await send(t, apiPaths.signIn, user, { cookie: withFormerNames(user.cookie) });
  const left = new Map(answer.cookies.map(({ name, value }) => [name, value]));
  const token = left.get('account.session_token') ?? '';
  expect(user.cookie).not.toContain(encodeURIComponent(token));
  const cookie = `account.session_token=${encodeURIComponent(token)}`;
  expect((await findCurrentUser(t, cookie))?.email).toBe(user.email);
});

test('a sign-in that began with the former cookie is completed with its code', async () => {
  const user = await anAccount(t);
  const { totpURI } = await withTwoFactor(t, user);
  const half = toCookieHeader(await send(t, apiPaths.signIn, user));
  const code = toTotp(totpURI);
  const whole = await send(t, apiPaths.verifyTotp, { code }, { cookie: withFormerNames(half) });
  expect(whole.json()).toEqual({ status: true });
  const left = new Map(whole.cookies.map(({ name, value }) => [name, value]));
  expect([left.get('account.two_factor'), left.get('northlight.two_factor')]).toEqual(['', '']);
});

test('a known browser with the former cookie has its own attempts', async () => {
  const user = await anAccount(t);
  const device = user.cookie.split('; ').find((each) => each.startsWith('account-device=')) ?? '';
  for (let turn = 0; turn < 12; turn += 1)
    await send(t, apiPaths.signIn, { email: user.email, password: 'not the right one' });
  expectError(await send(t, apiPaths.signIn, user), 429, 'too-many-requests');
  const known = await send(t, apiPaths.signIn, user, { cookie: withFormerNames(device) });
  expect(known.statusCode).toBe(200);
});

test('an administrator with former cookies has every portal open', async () => {
  const { cookie } = await anAdmin(t);
  const { company } = await aCompany(t.db);
  const answer = await t.app.inject({
    url: apiPaths.company(company.id),
    headers: { cookie: withFormerNames(cookie) },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.cookies.map(({ name }) => name)).toContain('account.session_token');
});

test('answers without a former cookie in the request never name one, and public files set no cookies', async () => {
  const { cookie } = await aNewSession(t, await anAccount(t));
  expect(JSON.stringify((await askWho(cookie)).headers)).not.toMatch(/northlight/i);
  const script = await t.app.inject({ url: '/t.js', headers: { cookie: withFormerNames(cookie) } });
  expect(script.statusCode).toBe(200);
  expect(script.headers['set-cookie']).toBeUndefined();
});

test('a forged former cookie opens nothing, and odd bytes in it cannot add attributes', async () => {
  const forged = encodeURIComponent('x; Domain=evil.test\r\nset-cookie: a=b');
  const answer = await askWho(`northlight.session_token=${forged}`);
  expect(answer.json()).toMatchObject({ user: null });
  expect(answer.headers['set-cookie']).not.toContain('evil.test;');
  for (const each of setCookiesOf(answer)) expect(each).not.toMatch(/[\r\n]|; Domain/i);
});
