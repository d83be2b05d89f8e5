import { isAPIError } from 'better-auth/api';
import type { Tx } from '../../../db/client.ts';
import { AppError } from '../../../platform/errors.ts';
import { toAttemptName } from '../../../platform/limits/attempt-name.ts';
import { countAttempt } from '../../../platform/limits/attempts.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { verifyRecoveryCode } from './verify-recovery-code.ts';

/** An app's code is valid for its 30 seconds and those before and after. */
const codeValidSeconds = 120;

/** Verifies a code of the authenticator app, or a recovery code, of a signed-in account. Each works once. */
export async function verifyCode(
  accounts: Accounts,
  tx: Tx,
  { headers }: RequestContext,
  { userId }: Session,
  entered: string,
): Promise<void> {
  const { auth } = accounts;
  const digits = entered.replace(/\s/g, '');
  const isAppCode = /^\d{6}$/.test(digits);
  try {
    if (isAppCode) await auth.api.verifyTOTP({ body: { code: digits }, headers });
    else await verifyRecoveryCode(auth, entered, headers);
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    throw wrongCode(error);
  }
  await requireUnusedCode(accounts, tx, userId, digits);
}

/** Rejects a code that was used before, so that someone who saw it being entered cannot use it. */
export async function requireUnusedCode(
  { appSecret }: Accounts,
  tx: Tx,
  userId: string,
  code: string,
): Promise<void> {
  const key = `code/${toAttemptName(appSecret, `${userId} ${code}`)}`;
  if ((await countAttempt(tx, { key, max: 1, windowSeconds: codeValidSeconds })) === 0) return;
  throw wrongCode();
}

export function wrongCode(cause?: unknown): AppError {
  const message = 'This is not a current code. Enter the next one from your app, or a recovery code.';
  return new AppError(400, 'invalid-code', message, { field: 'code', cause });
}
