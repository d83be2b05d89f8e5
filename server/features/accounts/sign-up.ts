import { lockForTransaction } from '../../db/locks.ts';
import { AppError } from '../../platform/errors.ts';
import type { Accounts } from './accounts.ts';
import { findKnownDevice } from './device-cookie.ts';
import { requireGoodPassword } from './password-rules.ts';
import { hashForAddress, storeSignUp } from './pending-sign-ups.ts';
import type { RequestContext } from './request-context.ts';
import { takeSameTime } from './same-time.ts';

/** Stores a pending sign-up and mails its link. To the caller a known address looks no different. */
export async function signUp(
  accounts: Accounts,
  visitor: RequestContext,
  given: { email: string; password: string },
): Promise<void> {
  const { challenges, db } = accounts;
  const { email } = given;
  requireGoodPassword(given.password, email);
  const limit = { key: `sign-up/${visitor.limitKey}`, max: 5, windowSeconds: 3_600 };
  await challenges.admit({ kind: 'account', solution: visitor.solution, limit });

  await takeSameTime(accounts.beatMs, async () => {
    // Before the transaction, and for a known address too.
    const passwordHash = await hashForAddress(accounts, visitor, email, given.password);
    const isOwner = (await findKnownDevice(accounts, visitor, email)) !== undefined;
    await db.transaction(async (tx) => {
      await lockForTransaction(tx, { lock: 'account', email });
      await storeSignUp(accounts, tx, { email, passwordHash, visitor, isOwner });
    });
  });
}

export function wrongLink(): AppError {
  return new AppError(400, 'link-invalid', 'This link is incomplete. Please copy all of it from the mail.');
}

export function expiredLink(): AppError {
  return new AppError(400, 'link-expired', 'This link has expired. Request a new one.');
}
