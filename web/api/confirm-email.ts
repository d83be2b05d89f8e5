import type { z } from 'zod';
import { done, type resendRequest, type verifyEmailRequest } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { changeSession, meKey } from './change-session.ts';
import { postJson } from './client.ts';
import { queryClient } from './query-client.ts';

/** Confirms a sign-up by the link of its mail and its password, and signs in. */
export async function confirmEmail(request: z.infer<typeof verifyEmailRequest>): Promise<void> {
  await changeSession(() => postJson(apiPaths.verifyEmail, request, { parse: done.parse }));
  // The cached answer says that nobody is signed in; the next page must not use it.
  queryClient.removeQueries({ queryKey: meKey });
}

/** Asks for a new link in place of an earlier one. */
export const renewLink = (token: string) =>
  postJson(apiPaths.renewVerificationLink, { token }, { parse: done.parse });

/** Asks for a new link for the sign-up with this password. */
export const resendConfirmation = (request: z.infer<typeof resendRequest>) =>
  postJson(apiPaths.sendVerificationEmail, request, { parse: done.parse });
