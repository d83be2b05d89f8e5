import type { z } from 'zod';
import {
  grantAdminResponse,
  mailRequestResponse,
  type resendRequest,
  type signInRequest,
  signInResponse,
  type signUpRequest,
  statusResponse,
  type verifyEmailRequest,
} from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { postJson } from '../../api/client.ts';
import { meKey, queryClient } from '../../api/query-client.ts';
import { changeSession } from '../../api/session/change-session.ts';

/** The response is the same for known and unknown addresses; the mail contains the next step. */
export const signUp = (request: z.infer<typeof signUpRequest>) =>
  postJson(apiPaths.signUp, request, { parse: mailRequestResponse.parse });

/** Confirms a sign-up with its mailed link and its password, and signs in. */
export async function confirmEmail(request: z.infer<typeof verifyEmailRequest>): Promise<void> {
  await changeSession(() => postJson(apiPaths.verifyEmail, request, { parse: statusResponse.parse }));
  // The cached response still contains no account; the next page must not use it.
  queryClient.removeQueries({ queryKey: meKey });
}

/** Requests a new link in place of an earlier one. */
export const renewLink = (token: string) =>
  postJson(apiPaths.renewVerificationLink, { token }, { parse: statusResponse.parse });

/** Requests a new link for the sign-up with this password. */
export const resendConfirmation = (request: z.infer<typeof resendRequest>) =>
  postJson(apiPaths.sendVerificationEmail, request, { parse: mailRequestResponse.parse });

/** True if signed in; false if two-factor authentication still requires a code. */
export async function signIn(request: z.infer<typeof signInRequest>): Promise<boolean> {
  const { twoFactorRedirect } = await changeSession(() =>
    postJson(apiPaths.signIn, request, { parse: signInResponse.parse }),
  );
  return !twoFactorRedirect;
}

/** Completes a sign-in with the six digits of an authenticator app. */
export const signInWithCode = (code: string) =>
  changeSession(() => postJson(apiPaths.verifyTotp, { code }, { parse: statusResponse.parse }));

/** Completes a sign-in with a recovery code. */
export const signInWithRecoveryCode = (code: string) =>
  changeSession(() => postJson(apiPaths.verifyRecoveryCode, { code }, { parse: statusResponse.parse }));

/** The message of the server. Throws an error whose message can be shown in a toast. */
export async function grantAdmin(email: string, accessKey: string): Promise<string> {
  // Granting the role to the signed-in account replaces its session.
  const { message } = await changeSession(() =>
    postJson(apiPaths.grantAdmin, { email, accessKey }, { parse: grantAdminResponse.parse }),
  );
  return message || 'Admin privileges granted!';
}
