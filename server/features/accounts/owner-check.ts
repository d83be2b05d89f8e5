import { isAPIError } from 'better-auth/api';
import type { Tx } from '../../db/client.ts';
import { lockForTransaction } from '../../db/locks.ts';
import { AppError } from '../../platform/errors.ts';
import { consumeAttempt, countAttempt } from '../../platform/limits/attempts.ts';
import { findPasswordHash } from './accounts.queries.ts';
import { type Accounts, type Caller, notSignedIn, toAttemptName } from './accounts.ts';
import { translateAuthErrors } from './auth-errors.ts';
import { isSameHash } from './password-hash.ts';
import { hashForAddress } from './pending-sign-ups.ts';
import { noteRefusal } from './refusal-log.ts';
import type { RequestContext } from './request-context.ts';
import { findSessionOwner } from './sessions.queries.ts';

/** A code is good for its half minute and the ones beside it. */
const codeLivesSeconds = 120;

export interface OwnerProof {
  password: string;
  /** Of the authenticator app, or a recovery code. Needed while two-factor is on. */
  code?: string | undefined;
}

/**
 * Runs what somebody signed in may do only after proving again who they are: with the password and, while
 * two-factor is on, a code. Every attempt counts, also a right one, since each costs a hash.
 */
export async function withProof<Result>(
  accounts: Accounts,
  visitor: RequestContext,
  caller: Caller,
  proof: OwnerProof,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { auth, db } = accounts;
  const { userId, sessionId, email, hasTwoFactor } = caller;
  // A limit per session, so that a stolen session cannot use up the attempts of the owner's other sessions.
  await consumeAttempt(db, { key: `proof/session/${sessionId}`, max: 10, windowSeconds: 900 });
  await consumeAttempt(db, { key: `proof/${userId}`, max: 30, windowSeconds: 900 });
  if (hasTwoFactor && proof.code === undefined) throw wrongProof('code');
  const hash = await hashForAddress(accounts, visitor, email, proof.password);
  const run = auth.transact(async (tx) => {
    await lockUnchanged(tx, caller);
    const known = await findPasswordHash(tx, email);
    if (known === undefined || !isSameHash(known, hash)) throw wrongProof('password');
    if (hasTwoFactor) await consumeCode(accounts, tx, visitor, caller, proof.code ?? '');
    return work(tx);
  }, hash);
  return translateAuthErrors(accounts, () =>
    run.catch(async (error: unknown) => {
      if (error instanceof AppError && error.field !== undefined) {
        const action = error.field === 'code' ? 'two-factor.refused' : 'session.proof-refused';
        await noteRefusal(accounts, visitor, { action, email });
      }
      throw error;
    }),
  );
}

/**
 * Serializes changes to one account. Rejects a change if an earlier one ended its session or switched two-factor on
 * or off since the caller was read.
 */
export async function lockUnchanged(tx: Tx, caller: Caller): Promise<void> {
  await lockForTransaction(tx, { lock: 'account', email: caller.email });
  const found = await findSessionOwner(tx, caller.sessionId);
  if (!found) throw notSignedIn();
  if (found.hasTwoFactor === caller.hasTwoFactor) return;
  const message =
    'Two-factor authentication was just switched on or off in another tab. Reload the page and try again.';
  throw new AppError(400, 'two-factor-changed', message);
}

/** Uses up a code of the authenticator app, or a recovery code, of somebody signed in. */
async function consumeCode(
  accounts: Accounts,
  tx: Tx,
  visitor: RequestContext,
  { userId }: Caller,
  entered: string,
): Promise<void> {
  const { auth } = accounts;
  const digits = entered.replace(/\s/g, '');
  const { headers } = visitor;
  const consume = /^\d{6}$/.test(digits)
    ? () => auth.api.verifyTOTP({ body: { code: digits }, headers })
    : () => auth.api.verifyBackupCode({ body: { code: entered.trim(), disableSession: true }, headers });
  try {
    await consume();
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    throw wrongProof('code', error);
  }
  await refuseRepeatedCode(accounts, tx, userId, digits);
}

/** Whoever looked over a shoulder must not use the same code again. */
export async function refuseRepeatedCode(
  { appSecret }: Accounts,
  tx: Tx,
  userId: string,
  code: string,
): Promise<void> {
  const key = `code/${toAttemptName(appSecret, `${userId} ${code}`)}`;
  if ((await countAttempt(tx, { key, max: 1, windowSeconds: codeLivesSeconds })) === 0) return;
  throw wrongProof('code');
}

function wrongProof(field: 'password' | 'code', cause?: unknown): AppError {
  if (field === 'password') {
    return new AppError(400, 'wrong-password', 'This is not the password of your account.', { field, cause });
  }
  const message = 'This is not a current code. Enter the next one from your app, or a recovery code.';
  return new AppError(400, 'invalid-code', message, { field, cause });
}
