import { z } from 'zod';
import { nothing, postAuth } from './auth-call.ts';
import { changeSession } from './change-session.ts';

interface Credentials {
  email: string;
  password: string;
}

const answer = z.object({ twoFactorRedirect: z.boolean().default(false) });

/** True once signed in; false where the second factor is still to come. */
export async function signIn(credentials: Credentials): Promise<boolean> {
  const { twoFactorRedirect } = await changeSession(() =>
    postAuth('sign-in/email', credentials, answer.parse),
  );
  return !twoFactorRedirect;
}

/** The second step, with the six digits of an authenticator app. */
export const signInWithCode = (code: string) =>
  changeSession(() => postAuth('two-factor/verify-totp', { code }, nothing));

/** The second step, with one of the codes kept for the day the phone is gone. */
export const signInWithRecoveryCode = (code: string) =>
  changeSession(() => postAuth('two-factor/verify-backup-code', { code }, nothing));
