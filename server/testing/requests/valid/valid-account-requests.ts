import { recoveryCodes, signedInSessions, twoFactorSecret } from '../../../../contract/account/accounts.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  aNewSession,
  anAccount,
  anEmail,
  aStrongPassword,
  send,
  toCookieHeader,
} from '../../accounts/accounts.ts';
import { anInvitation } from '../../accounts/team.ts';
import { toTotp } from '../../accounts/totp.ts';
import { findMail, toLinkToken } from '../../mail/sent-mails.ts';
import { type TestApp, testAdminKey } from '../../test-app.ts';
import type { ValidRequest } from './valid-request.ts';

const email = { email: 'unknown@people.test' };
const password = { password: aStrongPassword };
const anotherPassword = 'nine lanterns under the pier';

/** The confirmation token of a new sign-up. */
async function aConfirmationToken(t: TestApp): Promise<string> {
  const fresh = anEmail();
  await send(t, apiPaths.signUp, { email: fresh, ...password });
  return toLinkToken(await findMail(t, fresh, /^Confirm/));
}

/** Sign-up, sign-in and the settings of an account. */
export const accountRequests: Record<string, ValidRequest> = {
  'POST /api/auth/sign-up/email': {
    body: { ...email, ...password },
    override: () => ({ body: { email: anEmail(), ...password } }),
  },
  'POST /api/auth/send-verification-email': { body: { ...email, ...password } },
  'POST /api/auth/verify-email': {
    body: { token: 'x'.repeat(80), ...password },
    override: async ({ t }) => ({ body: { token: await aConfirmationToken(t), ...password } }),
  },
  'POST /api/auth/renew-verification-link': {
    body: { token: 'x'.repeat(80) },
    override: async ({ t }) => ({ body: { token: await aConfirmationToken(t) } }),
  },
  'POST /api/auth/invitation': {
    body: { token: 'x'.repeat(43) },
    override: async ({ t, admin }) => ({
      body: { token: (await anInvitation(t, admin, { role: 'support', companies: null })).token },
    }),
  },
  'POST /api/auth/join': {
    body: { token: 'x'.repeat(43), ...password },
    override: async ({ t, admin }) => {
      const { token } = await anInvitation(t, admin, { role: 'support', companies: null });
      return { body: { token, ...password } };
    },
  },
  'POST /api/auth/request-password-reset': { body: email },
  'POST /api/auth/reset-password': {
    body: { token: 'x'.repeat(80), newPassword: aStrongPassword },
    override: async ({ t, user }) => {
      await send(t, apiPaths.requestPasswordReset, { email: user.email });
      const token = toLinkToken(await findMail(t, user.email, /new password/));
      return { body: { token, newPassword: aStrongPassword } };
    },
  },
  'POST /api/auth/sign-in/email': {
    body: { ...email, ...password },
    override: ({ user }) => ({ body: { email: user.email, password: user.password } }),
    onAnswer: (answer, { user }) => {
      user.cookie = toCookieHeader(answer);
    },
  },
  'GET /api/me/sessions': {},
  'DELETE /api/me/sessions/:sessionId': {
    status: 204,
    override: async ({ t, user }) => {
      await aNewSession(t, user);
      const answer = await t.app.inject({ url: apiPaths.mySessions, headers: { cookie: user.cookie } });
      const { sessions } = signedInSessions.parse(answer.json());
      return { url: apiPaths.mySession(sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '') };
    },
  },
  'POST /api/auth/two-factor/enable': {
    body: password,
    onAnswer: (answer, fixture) => {
      fixture.secret = twoFactorSecret.parse(answer.json());
    },
  },
  'POST /api/auth/two-factor/verify-totp': {
    body: { code: '123456' },
    override: ({ secret, user }) => ({ body: { code: toTotp(secret?.totpURI ?? '') }, cookie: user.cookie }),
    onAnswer: (answer, { user }) => {
      user.cookie = toCookieHeader(answer);
    },
  },
  'POST /api/auth/two-factor/generate-backup-codes': {
    body: password,
    override: ({ secret }) => ({ body: { ...password, code: secret?.backupCodes[0] } }),
    onAnswer: (answer, { secret }) => {
      if (secret) secret.backupCodes = recoveryCodes.parse(answer.json()).backupCodes;
    },
  },
  'POST /api/auth/two-factor/verify-backup-code': {
    body: { code: 'aaaaa-bbbbb' },
    override: async ({ t, secret, user }) => {
      const half = await send(t, apiPaths.signIn, { email: user.email, password: user.password });
      return { body: { code: secret?.backupCodes[0] }, cookie: toCookieHeader(half) };
    },
  },
  'POST /api/auth/renew-sign-in': {
    body: password,
    override: ({ secret }) => ({ body: { ...password, code: secret?.backupCodes[1] } }),
    onAnswer: (answer, { user }) => {
      user.cookie = toCookieHeader(answer);
    },
  },
  'POST /api/auth/two-factor/disable': {
    body: password,
    override: ({ secret }) => ({ body: { ...password, code: secret?.backupCodes[2] } }),
    onAnswer: (answer, { user }) => {
      user.cookie = toCookieHeader(answer) || user.cookie;
    },
  },
  'DELETE /api/me/sessions': { status: 204 },
  'PUT /api/me/name': { body: { name: 'Ada Lovelace' } },
  'POST /api/me/password': {
    body: { ...password, newPassword: anotherPassword },
    override: async ({ t }) => {
      const fresh = await anAccount(t);
      return { body: { ...password, newPassword: anotherPassword }, cookie: fresh.cookie };
    },
  },
  'GET /api/me/address': {},
  'POST /api/me/address': {
    body: { newEmail: 'new@people.test', ...password },
    override: async ({ t }) => ({
      body: { newEmail: anEmail(), ...password },
      cookie: (await anAccount(t)).cookie,
    }),
  },
  'POST /api/me/address/confirm': {
    body: { token: 'x'.repeat(80) },
    override: async ({ t }) => {
      const { cookie } = await anAccount(t);
      const newEmail = anEmail();
      await send(t, apiPaths.myAddress, { newEmail, ...password }, { cookie });
      return { body: { token: toLinkToken(await findMail(t, newEmail, /^Confirm your new/)) }, cookie };
    },
  },
  'DELETE /api/me/address': { status: 204 },
  'GET /api/me/data.json': {},
  'POST /api/me/delete': {
    body: { ...email, ...password },
    override: async ({ t }) => {
      const { cookie, email: own } = await anAccount(t);
      return { body: { email: own, ...password }, cookie };
    },
  },
  'POST /api/grant-admin': {
    body: { ...email, accessKey: 'not the key' },
    override: ({ admin }) => ({ body: { email: admin.email, accessKey: testAdminKey } }),
  },
};
