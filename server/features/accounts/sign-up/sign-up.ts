import { randomUUID } from 'node:crypto';
import { lockForTransaction } from '../../../db/locks.ts';
import { runInSlot } from '../../../platform/constant-time.ts';
import { findKnownBrowser } from '../../sessions/known-browser.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { type Accounts, requireOpenSignUp } from '../accounts.ts';
import { hashForAddress } from '../password/hash-for-address.ts';
import { requireGoodPassword } from '../password/password-rules.ts';
import { storePendingSignUp, toSignUpToken } from './pending-sign-ups.ts';

/**
 * Stores a pending sign-up and mails its link. The response is the same for an address that has an account. Returns the
 * token of the link, which for such an address confirms nothing.
 */
export async function signUp(
  accounts: Accounts,
  context: RequestContext,
  given: { email: string; password: string },
): Promise<string> {
  requireOpenSignUp(accounts);
  const { challenges, db } = accounts;
  const { email } = given;
  requireGoodPassword(accounts, given.password, email);
  const limit = { key: `sign-up/${context.limitKey}`, max: 5, windowSeconds: 3_600 };
  await challenges.admit({ kind: 'account', solution: context.solution, limit });

  return runInSlot(accounts.slotMs, async () => {
    // Outside the transaction, and also for an address that has an account.
    const passwordHash = await hashForAddress(accounts, context, email, given.password);
    const isOwner = (await findKnownBrowser(accounts, context, email)) !== undefined;
    const id = await db.transaction(async (tx) => {
      await lockForTransaction(tx, { lock: 'account', email });
      return storePendingSignUp(accounts, tx, { email, passwordHash, context, isOwner });
    });
    return toSignUpToken(accounts, { id: id ?? randomUUID(), email });
  });
}
