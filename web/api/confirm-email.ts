import { done } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { postJson } from './client.ts';

export const confirmEmail = (token: string) =>
  postJson(apiPaths.verifyEmail, { token }, { parse: done.parse });

/** The link of the first mail once more, if the address waits for one. */
export const sendConfirmation = (email: string) =>
  postJson(apiPaths.sendVerificationEmail, { email }, { parse: done.parse });
