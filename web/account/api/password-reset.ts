import { mailRequestResponse, statusResponse } from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { postJson } from '../../api/client.ts';

/** Requests a mail with a reset link. An earlier link, even if used or expired, identifies the owner of the account. */
export const requestPasswordReset = (email: string, earlierLink?: string) =>
  postJson(apiPaths.requestPasswordReset, { email, earlierLink }, { parse: mailRequestResponse.parse });

/** Ends every session of the account. */
export const resetPassword = (token: string, newPassword: string) =>
  postJson(apiPaths.resetPassword, { token, newPassword }, { parse: statusResponse.parse });
