import type { AccountProof } from '../../../../contract/account/self-service.ts';
import type { Tx } from '../../../db/client.ts';
import { AppError } from '../../../platform/errors.ts';
import { translateAuthErrors } from '../../sessions/auth-errors.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { findPasswordHash } from '../../sessions/sessions.queries.ts';
import { isRecentSignIn, recentHours, type Session } from '../../sessions/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { lockUnchangedAccount, withReAuthentication } from '../sign-in/re-authentication.ts';

/**
 * Runs an action that requires the password (and code) again. An account without a password needs a recent sign-in in
 * its place.
 */
export async function withProof<Result>(
  accounts: Accounts,
  context: RequestContext,
  session: Session,
  { password, code }: AccountProof,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { auth, db } = accounts;
  if (password !== undefined) {
    return withReAuthentication(accounts, context, session, { password, code }, work);
  }
  await requireNoPassword(db, session);
  requireRecentSignIn(session);
  return translateAuthErrors(accounts, () =>
    auth.transact(async (tx) => {
      await lockUnchangedAccount(tx, session);
      await requireNoPassword(tx, session);
      return work(tx);
    }),
  );
}

async function requireNoPassword(tx: Tx, { email }: Session): Promise<void> {
  if ((await findPasswordHash(tx, email)) === undefined) return;
  throw new AppError(400, 'wrong-password', 'Enter the password of your account.', { field: 'password' });
}

export function requireRecentSignIn(session: Session): void {
  if (isRecentSignIn(session, new Date())) return;
  const message = `You signed in more than ${recentHours} hours ago. Confirm that it is you to do this.`;
  throw new AppError(403, 'recent-sign-in-required', message);
}
