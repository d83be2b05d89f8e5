import { nothing, postAuth } from './auth-call.ts';

/** A mail with a link, if the address has an account. */
export const requestPasswordReset = (email: string) => postAuth('request-password-reset', { email }, nothing);

export const resetPassword = (token: string, newPassword: string) =>
  postAuth('reset-password', { token, newPassword }, nothing);
