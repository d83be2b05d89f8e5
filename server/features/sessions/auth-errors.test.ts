import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { twoFactorSecret } from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  ageAttempts,
  anAccount,
  anEmail,
  aStrongPassword,
  send,
  type TestAccount,
  toCookieHeader,
} from '../../testing/accounts/accounts.ts';
import { toTotp } from '../../testing/accounts/totp.ts';
import { withTwoFactor } from '../../testing/accounts/two-factor.ts';
import { findMail, toLinkToken } from '../../testing/mail/sent-mails.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { mappedCodes, translateAuthErrors } from './auth-errors.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const wrongCode = '000000';

async function enterPassword({ email, password }: TestAccount): Promise<string> {
  return toCookieHeader(await send(t, apiPaths.signIn, { email, password }));
}

function enterCode(code: string, cookie = '') {
  return send(t, apiPaths.verifyTotp, { code }, { cookie });
}

test('a wrong password and an unknown address are invalid credentials', async () => {
  const { email, password } = await anAccount(t);
  const wrong = await send(t, apiPaths.signIn, { email, password: `${password}?` });
  expect(expectError(wrong, 401, 'invalid-credentials')).toBe('Invalid email or password');
  const unknown = await send(t, apiPaths.signIn, { email: anEmail(), password });
  expect(unknown.json()).toEqual(wrong.json());
});

test('a sign-in before the confirmation is unconfirmed, and its link accepts no other password', async () => {
  const email = anEmail();
  const password = aStrongPassword;
  await send(t, apiPaths.signUp, { email, password });
  expectError(await send(t, apiPaths.signIn, { email, password }), 403, 'email-unconfirmed');
  const token = toLinkToken(await findMail(t, email, /^Confirm/));
  const confirm = { token, password: `${password}?` };
  expectError(await send(t, apiPaths.verifyEmail, confirm), 401, 'wrong-password');
  const cut = { token: token.slice(0, -3), password };
  expectError(await send(t, apiPaths.verifyEmail, cut), 400, 'link-invalid');
});

test.each(['short', 'password1234', 'x'.repeat(129)])('%s is a weak password', async (password) => {
  expectError(
    await send(t, apiPaths.signUp, { email: anEmail(), password }),
    400,
    'weak-password',
    'password',
  );
});

test('an address that accounts cannot have is an invalid request, at its field', async () => {
  const body = { email: 'ada@müller.example', password: aStrongPassword };
  for (const path of [apiPaths.signIn, apiPaths.signUp]) {
    expectError(await send(t, path, body), 400, 'invalid-request', 'email');
  }
});

test('a wrong first code is invalid; without a secret the error is two-factor-off, once it is on two-factor-on', async () => {
  const user = await anAccount(t);
  const { cookie, password } = user;
  expectError(await enterCode(wrongCode, cookie), 400, 'two-factor-off');
  expectError(await send(t, apiPaths.disableTwoFactor, { password }, { cookie }), 400, 'two-factor-off');
  const wrong = await send(t, apiPaths.enableTwoFactor, { password: `${password}?` }, { cookie });
  expectError(wrong, 400, 'wrong-password', 'password');

  const made = await send(t, apiPaths.enableTwoFactor, { password }, { cookie });
  const { totpURI, backupCodes } = twoFactorSecret.parse(made.json());
  expectError(await enterCode(wrongCode, cookie), 401, 'invalid-code');
  const recovery = await send(t, apiPaths.verifyRecoveryCode, { code: backupCodes[0] }, { cookie });
  expectError(recovery, 400, 'already-signed-in');
  const on = toCookieHeader(await enterCode(toTotp(totpURI), cookie));
  expectError(await enterCode(wrongCode, on), 400, 'two-factor-on');
  expectError(await send(t, apiPaths.enableTwoFactor, { password }, { cookie: on }), 400, 'two-factor-on');
  const disable = { password, code: wrongCode };
  expectError(await send(t, apiPaths.disableTwoFactor, disable, { cookie: on }), 400, 'invalid-code', 'code');
});

test('at sign-in wrong codes are invalid, the sixth is one too many, and the sign-in has then expired', async () => {
  const user = await anAccount(t);
  await withTwoFactor(t, user);
  const cookie = await enterPassword(user);
  const recovery = { code: 'AAAAA-BBBBB' };
  expectError(await send(t, apiPaths.verifyRecoveryCode, recovery, { cookie }), 401, 'invalid-code');
  for (let wrong = 1; wrong < 5; wrong += 1)
    expectError(await enterCode(wrongCode, cookie), 401, 'invalid-code');
  expectError(await enterCode(wrongCode, cookie), 400, 'too-many-codes');
  expectError(await enterCode(wrongCode, cookie), 401, 'two-factor-expired');
});

test('a code without a sign-in before it, or ten minutes after, has expired', async () => {
  const user = await anAccount(t);
  const { totpURI } = await withTwoFactor(t, user);
  expectError(await enterCode(toTotp(totpURI)), 401, 'two-factor-expired');
  const cookie = await enterPassword(user);
  await t.db.query(`UPDATE verification SET expires_at = now() - interval '1 second' WHERE value = $1`, [
    user.id,
  ]);
  expectError(await enterCode(toTotp(totpURI), cookie), 401, 'two-factor-expired');
});

test('too many codes for an account, over several sign-ins, have to wait', async () => {
  const user = await anAccount(t);
  await withTwoFactor(t, user);
  await ageAttempts(t, 3_600);
  const statuses: number[] = [];
  for (let wrong = 0; wrong < 12 && !statuses.includes(429); wrong += 1) {
    statuses.push((await enterCode(wrongCode, await enterPassword(user))).statusCode);
  }
  expect(statuses.at(-1)).toBe(429);
});

test('every mapped code is one of the library', () => {
  const { $ERROR_CODES } = betterAuth({ secret: 'x'.repeat(32), plugins: [twoFactor()] });
  const known = [...Object.keys($ERROR_CODES), 'UNAUTHORIZED'];
  expect(Object.keys(mappedCodes).filter((code) => !known.includes(code))).toEqual([]);
});

test.each(Object.entries(mappedCodes))(
  '%s becomes our code with the status of the library',
  async (code, mapped) => {
    const error = APIError.from('FORBIDDEN', { code, message: 'Message of the library' });
    const call = () => translateAuthErrors({ logger: silent }, () => Promise.reject(error));
    await expect(call()).rejects.toMatchObject({
      status: 403,
      code: mapped.code,
      message: mapped.message ?? 'Message of the library',
    });
    expect(logged).toEqual([]);
  },
);

const logged: unknown[] = [];
const silent = { warn: (entry: unknown) => void logged.push(entry) };

test('an unknown code is logged and keeps its status and message; a failure of the library is 503', async () => {
  const unknown = APIError.from('CONFLICT', { code: 'NEW_CODE', message: 'Try again.' });
  await expect(translateAuthErrors({ logger: silent }, () => Promise.reject(unknown))).rejects.toMatchObject({
    status: 409,
    code: 'authentication-failed',
    message: 'Try again.',
  });
  expect(logged).toEqual([{ libraryCode: 'NEW_CODE', status: 409 }]);
  const failed = APIError.from('INTERNAL_SERVER_ERROR', { code: 'INVALID_CODE', message: 'No connection' });
  await expect(translateAuthErrors({ logger: silent }, () => Promise.reject(failed))).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
  });
});
