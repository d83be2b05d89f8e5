import type { Tx } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { AppError } from '../../../platform/errors.ts';
import { isSameHash } from '../../../platform/keys.ts';
import { consumeAttempt } from '../../../platform/limits/attempts.ts';
import { translateAuthErrors } from '../../sessions/auth-errors.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { findPasswordHash, findSessionOwner } from '../../sessions/sessions.queries.ts';
import { notSignedIn, type Session } from '../../sessions/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { recordFailedAttempt } from '../failed-attempts.ts';
import { hashForAddress } from '../password/hash-for-address.ts';
import { verifyCode, wrongCode } from '../two-factor/verify-code.ts';

export interface Credentials {
  password: string;
  /** A code of the authenticator app, or a recovery code. Required while two-factor is on. */
  code?: string | undefined;
}

/**
 * Runs an action that requires the password again and, while two-factor is on, a code. Every attempt is counted, also a
 * successful one, because each costs a hash.
 * @param prepare Called before the transaction, with the right password only: what takes longer than a query.
 */
export async function withReAuthentication<Result>(
  accounts: Accounts,
  context: RequestContext,
  session: Session,
  credentials: Credentials,
  work: (tx: Tx) => Promise<Result>,
  prepare?: () => Promise<void>,
): Promise<Result> {
  const { auth, db } = accounts;
  const { userId, id, email, hasTwoFactor } = session;
  // A limit per session, so that a stolen session cannot use up the attempts of the owner's other sessions.
  await consumeAttempt(db, { key: `proof/session/${id}`, max: 10, windowSeconds: 900 });
  await consumeAttempt(db, { key: `proof/${userId}`, max: 30, windowSeconds: 900 });
  if (hasTwoFactor && credentials.code === undefined) throw wrongCode();
  const hash = await hashForAddress(accounts, context, email, credentials.password);
  if (prepare && isSameHash((await findPasswordHash(db, email)) ?? '', hash)) await prepare();
  const run = auth.transact(async (tx) => {
    await lockUnchangedAccount(tx, session);
    const known = await findPasswordHash(tx, email);
    if (known === undefined || !isSameHash(known, hash)) throw wrongPassword();
    if (hasTwoFactor) await verifyCode(accounts, tx, context, session, credentials.code ?? '');
    return work(tx);
  }, hash);
  return translateAuthErrors(accounts, () =>
    run.catch(async (error: unknown) => {
      if (error instanceof AppError && error.field !== undefined) {
        const action = error.field === 'code' ? 'two-factor.refused' : 'session.proof-refused';
        await recordFailedAttempt(accounts, context, { action, email });
      }
      throw error;
    }),
  );
}

/**
 * Serializes changes to one account. Rejects a change if an earlier one ended its session or switched two-factor on
 * or off since the session was read.
 */
export async function lockUnchangedAccount(tx: Tx, session: Session): Promise<void> {
  await lockForTransaction(tx, { lock: 'account', email: session.email });
  const found = await findSessionOwner(tx, session.id);
  if (!found) throw notSignedIn();
  if (found.hasTwoFactor === session.hasTwoFactor) return;
  const message =
    'Two-factor authentication was just switched on or off in another tab. Reload the page and try again.';
  throw new AppError(400, 'two-factor-changed', message);
}

function wrongPassword(): AppError {
  return new AppError(400, 'wrong-password', 'This is not the password of your account.', {
    field: 'password',
  });
}
