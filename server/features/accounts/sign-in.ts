import { isAPIError } from 'better-auth/api';
import { lockForTransaction } from '../../db/locks.ts';
import { notify } from '../../db/notifications.ts';
import { AppError } from '../../platform/errors.ts';
import { type Accounts, findCaller, toActor } from './accounts.ts';
import { translateAuthErrors } from './auth-errors.ts';
import { takeAddressAttempt, takeGuess } from './guess-limits.ts';
import { findPendingByHash, hashForAddress } from './pending-sign-ups.ts';
import { noteRefusal } from './refusal-log.ts';
import type { RequestContext } from './request-context.ts';
import { waitForSameTime } from './same-time.ts';
import { recordSession } from './session-audit.ts';
import { endReplacedSession, startSession } from './start-session.ts';

const refusal = 'Invalid email or password';

/** Lets the bearer of a password in, or on to the second step. Returns the cookies to set. */
export async function signIn(
  accounts: Accounts,
  visitor: RequestContext,
  given: { email: string; password: string },
): Promise<{ twoFactorRedirect: boolean; headers: Headers }> {
  const { auth } = accounts;
  const { email } = given;
  await takeAddressAttempt(accounts, visitor);
  const guess = await takeGuess(accounts, visitor, { email, secret: 'password' });
  const { caller: replaced } = await findCaller(accounts, visitor);

  const begunAt = performance.now();
  const hash = await hashForAddress(accounts, visitor, email, given.password).catch(
    async (error: unknown) => {
      await guess.withdraw();
      throw error;
    },
  );
  const attempt = auth.transact(async (tx) => {
    // Changing the password or two-factor ends sessions. The lock prevents a sign-in with the old credentials from
    // starting a session during the change.
    await lockForTransaction(tx, { lock: 'account', email });
    const { response, headers } = await auth.api.signInEmail({
      body: { email, password: given.password },
      headers: visitor.headers,
      returnHeaders: true,
    });
    await guess.succeed(tx);
    await endReplacedSession(tx, visitor, replaced);
    const twoFactorRedirect = 'twoFactorRedirect' in response;
    if (!twoFactorRedirect) {
      const { isKnownDevice } = guess;
      await startSession(accounts, tx, visitor, { user: response.user, headers, isKnownDevice });
    }
    return { twoFactorRedirect, headers };
  }, hash);
  return translateAuthErrors(accounts, () =>
    attempt.catch((error: unknown) => refuseAlike(accounts, visitor, { email, hash, begunAt }, error)),
  );
}

/**
 * A refusal comes after the same work and the same time, whether the account is unknown, known or waits for its
 * confirmation. Only the password of a pending sign-up is told that it has to be confirmed: whoever sent that
 * sign-up knows it already, and an address with an account has such sign-ups as well.
 */
async function refuseAlike(
  accounts: Accounts,
  visitor: RequestContext,
  { email, hash, begunAt }: { email: string; hash: string; begunAt: number },
  error: unknown,
): Promise<never> {
  const isRefused = isAPIError(error) && (error.statusCode === 401 || error.statusCode === 403);
  const pending = isRefused && (await findPendingByHash(accounts, email, hash));
  if (isRefused) await noteRefusal(accounts, visitor, { action: 'session.refused', email });
  await waitForSameTime(begunAt, accounts.beatMs);
  // The count of attempts stays: else a sign-up of one's own would be a way to guess on without end.
  if (pending) throw new AppError(403, 'email-unconfirmed', 'Please confirm your email address first');
  if (isRefused) throw new AppError(401, 'invalid-credentials', refusal, { cause: error });
  throw error;
}

/** Ends the session the request came with; nobody's ends as well. */
export async function signOut(accounts: Accounts, visitor: RequestContext): Promise<Headers> {
  const { auth } = accounts;
  const { caller } = await findCaller(accounts, visitor);
  return translateAuthErrors(accounts, () =>
    auth.transact(async (tx) => {
      const { headers } = await auth.api.signOut({ headers: visitor.headers, returnHeaders: true });
      if (caller) {
        await recordSession(tx, toActor(caller, visitor), 'session.ended');
        await notify(tx, { kind: 'rights-changed' });
      }
      return headers;
    }),
  );
}
