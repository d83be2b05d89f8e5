import type { AuthLibrary } from '../../sessions/auth-library.ts';

/** Verifies a recovery code in place of the app's code at sign-in, and starts the session. Each code works once. */
export function verifyRecoveryCodeAtSignIn(auth: AuthLibrary, code: string, headers: Headers) {
  return auth.api.verifyBackupCode({ body: { code }, headers, returnHeaders: true });
}

/** Verifies a recovery code of a signed-in account. Each code works once. */
export function verifyRecoveryCode(auth: AuthLibrary, entered: string, headers: Headers) {
  return auth.api.verifyBackupCode({ body: { code: entered.trim(), disableSession: true }, headers });
}
