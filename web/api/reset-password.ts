import { done } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { postJson } from './client.ts';

/** A mail with a link, if the address has an account. An earlier link, used or expired, shows who asks. */
export const requestPasswordReset = (email: string, earlierLink?: string) =>
  postJson(apiPaths.requestPasswordReset, { email, earlierLink }, { parse: done.parse });

/** Ends every session of the account. */
export const resetPassword = (token: string, newPassword: string) =>
  postJson(apiPaths.resetPassword, { token, newPassword }, { parse: done.parse });
