import { apiPaths } from '../../../contract/paths.ts';
import { findMail, toLinkToken } from '../mail/sent-mails.ts';
import type { TestApp } from '../test-app.ts';
import { anEmail, send, type TestAccount } from './accounts.ts';

/** Requests a new address for an account. Returns it and the token of the mailed link. */
export async function aRequestedAddress(
  t: TestApp,
  { cookie, password }: TestAccount,
  newEmail = anEmail(),
): Promise<{ newEmail: string; token: string }> {
  const answer = await send(t, apiPaths.myAddress, { newEmail, password }, { cookie });
  if (answer.statusCode !== 200) throw new Error(`the request failed: ${answer.body}`);
  return { newEmail, token: toLinkToken(await findMail(t, newEmail, /^Confirm your new address/)) };
}
