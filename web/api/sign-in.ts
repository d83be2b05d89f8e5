import type { z } from 'zod';
import { done, signInAnswer, type signInRequest } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { changeSession } from './change-session.ts';
import { postJson } from './client.ts';

/** True once signed in; false where the second factor is still to come. */
export async function signIn(request: z.infer<typeof signInRequest>): Promise<boolean> {
  const { twoFactorRedirect } = await changeSession(() =>
    postJson(apiPaths.signIn, request, { parse: signInAnswer.parse }),
  );
  return !twoFactorRedirect;
}

/** The second step, with the six digits of an authenticator app. */
export const signInWithCode = (code: string) =>
  changeSession(() => postJson(apiPaths.verifyTotp, { code }, { parse: done.parse }));

/** The second step, with one of the codes kept for the day the phone is gone. */
export const signInWithRecoveryCode = (code: string) =>
  changeSession(() => postJson(apiPaths.verifyBackupCode, { code }, { parse: done.parse }));
