import { afterAll, beforeAll, expect, test } from 'vitest';
import { me, recoveryCodes } from '../../../../contract/account/accounts.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { operator } from '../../../platform/audit.ts';
import {
  aNewSession,
  anAccount,
  anAdmin,
  send,
  type TestAccount,
  toCookieHeader,
} from '../../../testing/accounts/accounts.ts';
import { toTotp } from '../../../testing/accounts/totp.ts';
import { withTwoFactor } from '../../../testing/accounts/two-factor.ts';
import { aCompany } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { saveSettings } from '../../agency/settings.ts';

let t: TestApp;
let strict: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
  strict = await buildTestApp({ databaseUrl: t.databaseUrl, env: { REQUIRE_ADMIN_2FA: 'true' } });
});
afterAll(async () => {
  await strict.close();
  await t.close();
});

const whoIs = async (cookie: string, app = t.app) =>
  me.parse((await app.inject({ url: apiPaths.me, headers: { cookie } })).json());

async function passwordStep({ email, password }: TestAccount): Promise<string> {
  const answer = await send(t, apiPaths.signIn, { email, password });
  expect(answer.json()).toEqual({ twoFactorRedirect: true });
  return toCookieHeader(answer);
}

test('two-factor is active once a code was verified, and is then required at sign-in', async () => {
  const user = await anAccount(t);
  const elsewhere = await aNewSession(t, user);
  const wrong = await send(t, apiPaths.enableTwoFactor, { password: 'not this one, surely' }, user);
  expectError(wrong, 400, 'wrong-password', 'password');
  const { totpURI, cookie } = await withTwoFactor(t, user);
  expect(new URL(totpURI).searchParams.get('issuer')).toBe('Northlight');
  expect((await whoIs(cookie)).user?.hasTwoFactor).toBe(true);
  // Started with only the password, before a code was required as well.
  expect((await whoIs(elsewhere.cookie)).user).toBeNull();
  expect((await whoIs(user.cookie)).user).toBeNull();

  const half = await passwordStep(user);
  expect((await whoIs(half)).user).toBeNull();
  expectError(await send(t, apiPaths.verifyTotp, { code: '000000' }, { cookie: half }), 401, 'invalid-code');
  const code = toTotp(totpURI);
  const whole = await send(t, apiPaths.verifyTotp, { code }, { cookie: half });
  expect(whole.json()).toEqual({ status: true });
  expect((await whoIs(toCookieHeader(whole))).user?.email).toBe(user.email);

  const again = await send(t, apiPaths.verifyTotp, { code }, { cookie: await passwordStep(user) });
  expectError(again, 401, 'invalid-code');
  expect(toCookieHeader(again)).toBe('');
});

test('a recovery code works once', async () => {
  const user = await anAccount(t);
  const secret = await withTwoFactor(t, user);
  expect(secret.backupCodes).toHaveLength(10);
  const [code = '', other = ''] = secret.backupCodes;
  const cookie = await passwordStep(user);
  expectError(
    await send(t, apiPaths.verifyRecoveryCode, { code: 'AAAAA-BBBBB' }, { cookie }),
    401,
    'invalid-code',
  );
  const opened = await send(t, apiPaths.verifyRecoveryCode, { code }, { cookie: await passwordStep(user) });
  expect((await whoIs(toCookieHeader(opened))).user?.email).toBe(user.email);
  const used = await send(t, apiPaths.verifyRecoveryCode, { code }, { cookie: await passwordStep(user) });
  expectError(used, 401, 'invalid-code');

  const session = toCookieHeader(opened);
  const withoutCode = await send(t, apiPaths.generateRecoveryCodes, user, { cookie: session });
  expectError(withoutCode, 400, 'invalid-code', 'code');
  const proof = { password: user.password, code: toTotp(secret.totpURI) };
  const renewed = await send(t, apiPaths.generateRecoveryCodes, proof, { cookie: session });
  const fresh = recoveryCodes.strict().parse(renewed.json()).backupCodes;
  const old = await send(
    t,
    apiPaths.verifyRecoveryCode,
    { code: other },
    { cookie: await passwordStep(user) },
  );
  expectError(old, 401, 'invalid-code');
  const step = await passwordStep(user);
  expect((await send(t, apiPaths.verifyRecoveryCode, { code: fresh[0] }, { cookie: step })).statusCode).toBe(
    200,
  );
});

test('attempts at codes are limited', async () => {
  const user = await anAccount(t);
  await withTwoFactor(t, user);
  const cookie = await passwordStep(user);
  const codes: string[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    const answer = await send(t, apiPaths.verifyTotp, { code: String(turn).padStart(6, '0') }, { cookie });
    codes.push(`${answer.statusCode}`);
  }
  expect(codes.slice(0, 5)).toEqual(Array(5).fill('401'));
  expect(codes.slice(5)).not.toContain('200');
  // The sign-in has ended: its cookie no longer works, not even with a valid code.
  expectError(await send(t, apiPaths.verifyTotp, { code: '111111' }, { cookie }), 401, 'two-factor-expired');
});

test('disabling two-factor requires the password and a current code or a recovery code', async () => {
  const user = await anAccount(t);
  const { cookie, totpURI, backupCodes: codes } = await withTwoFactor(t, user);
  const { password } = user;
  const disable = (body: object) => send(t, apiPaths.disableTwoFactor, body, { cookie });
  const current = toTotp(totpURI);
  const [recovery = ''] = codes;
  expectError(await disable({ password }), 400, 'invalid-code', 'code');
  expectError(await disable({ password, code: '000000' }), 400, 'invalid-code', 'code');
  expectError(await disable({ password, code: 'AAAAA-BBBBB' }), 400, 'invalid-code', 'code');
  expectError(await disable({ password: 'wrong', code: current }), 400, 'wrong-password', 'password');
  expectError(await disable({ password: 'wrong', code: recovery }), 400, 'wrong-password', 'password');
  expect((await whoIs(cookie)).user?.hasTwoFactor).toBe(true);
  const off = await disable({ password, code: recovery });
  expect(off.json(), off.body).toEqual({ status: true });
  expect((await whoIs(toCookieHeader(off))).user?.hasTwoFactor).toBe(false);
  expect((await send(t, apiPaths.signIn, user)).json()).toEqual({ twoFactorRedirect: false });
});

test('where two-factor is required, administrators without it have no rights', async () => {
  const admin = await anAdmin(t);
  const { company } = await aCompany(t.db);
  const ask = (url: string, cookie: string) => strict.app.inject({ url, headers: { cookie } });
  expect(await whoIs(admin.cookie, strict.app)).toMatchObject({ role: 'owner', needsTwoFactor: true });
  expectError(await ask(apiPaths.companies, admin.cookie), 403, 'two-factor-required');
  expectError(await ask(apiPaths.company(company.id), admin.cookie), 404, 'company-not-found');
  expect((await ask(apiPaths.mySessions, admin.cookie)).statusCode).toBe(200);

  const { cookie } = await withTwoFactor(t, admin);
  expect(await whoIs(cookie, strict.app)).toMatchObject({ role: 'owner', needsTwoFactor: false });
  expect((await ask(apiPaths.companies, cookie)).statusCode).toBe(200);
  expect((await ask(apiPaths.company(company.id), cookie)).statusCode).toBe(200);
});

test('a secret has the name of the agency at its creation, and still works under another one', async () => {
  const { db, agency } = t.server;
  const save = (name: string) =>
    saveSettings({ db, agency }, operator, {
      version: agency.current.version,
      settings: { brand: { name } },
    });
  await save('Pine: Oak & Söhne');
  const user = await anAccount(t);
  const { totpURI } = await withTwoFactor(t, user);
  const { pathname, searchParams } = new URL(totpURI);
  // A colon would end the name in authenticator apps.
  expect(searchParams.get('issuer')).toBe('Pine Oak & Söhne');
  expect(decodeURIComponent(pathname)).toBe(`/Pine Oak & Söhne:${user.email}`);

  await save('Northlight');
  const cookie = await passwordStep(user);
  const verified = await send(t, apiPaths.verifyTotp, { code: toTotp(totpURI) }, { cookie });
  expect(verified.json()).toEqual({ status: true });
});
