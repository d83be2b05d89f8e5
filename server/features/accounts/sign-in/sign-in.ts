import { isAPIError } from 'better-auth/api';
import { lockForTransaction } from '../../../db/locks.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { waitForSlot } from '../../../platform/constant-time.ts';
import { AppError } from '../../../platform/errors.ts';
import { translateAuthErrors } from '../../sessions/auth-errors.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { recordSession } from '../../sessions/session-audit.ts';
import { findSession, toActor } from '../../sessions/sessions.ts';
import { endReplacedSession, startSession } from '../../sessions/start-session.ts';
import type { Accounts } from '../accounts.ts';
import { recordFailedAttempt } from '../failed-attempts.ts';
import { hashForAddress } from '../password/hash-for-address.ts';
import { findPendingByHash } from '../sign-up/pending-sign-ups.ts';
import { consumeAddressAttempt, consumeSignInAttempt } from './sign-in-attempts.ts';

/** Signs in with a password; with two-factor on, a code must follow. Returns the cookies to set. */
export async function signIn(
  accounts: Accounts,
  context: RequestContext,
  given: { email: string; password: string },
): Promise<{ twoFactorRedirect: boolean; headers: Headers }> {
  const { auth } = accounts;
  const { email } = given;
  await consumeAddressAttempt(accounts, context);
  const attempt = await consumeSignInAttempt(accounts, context, { email, secret: 'password' });
  const { session: replaced } = await findSession(accounts, context);

  const begunAt = performance.now();
  const hash = await hashForAddress(accounts, context, email, given.password).catch(
    async (error: unknown) => {
      await attempt.withdraw();
      throw error;
    },
  );
  const signedIn = auth.transact(async (tx) => {
    // Changing the password or two-factor ends sessions. The lock prevents a sign-in with the old credentials from
    // starting a session during the change.
    await lockForTransaction(tx, { lock: 'account', email });
    const { response, headers } = await auth.api.signInEmail({
      body: { email, password: given.password },
      headers: context.headers,
      returnHeaders: true,
    });
    await attempt.succeed(tx);
    await endReplacedSession(tx, context, replaced);
    const twoFactorRedirect = 'twoFactorRedirect' in response;
    if (!twoFactorRedirect) {
      const { isKnownBrowser } = attempt;
      await startSession(accounts, tx, context, { user: response.user, headers, isKnownBrowser });
    }
    return { twoFactorRedirect, headers };
  }, hash);
  return translateAuthErrors(accounts, () =>
    signedIn.catch((error: unknown) => rejectInSlot(accounts, context, { email, hash, begunAt }, error)),
  );
}

/**
 * A failed sign-in does the same work and takes the same time whether the account exists, does not exist or is not
 * confirmed. Only the password of a pending sign-up gets the answer that it must be confirmed: its sender knows that
 * already, and an address with an account can have pending sign-ups as well.
 */
async function rejectInSlot(
  accounts: Accounts,
  context: RequestContext,
  { email, hash, begunAt }: { email: string; hash: string; begunAt: number },
  error: unknown,
): Promise<never> {
  const isRejected = isAPIError(error) && (error.statusCode === 401 || error.statusCode === 403);
  const pending = isRejected && (await findPendingByHash(accounts, email, hash));
  if (isRejected) await recordFailedAttempt(accounts, context, { action: 'session.refused', email });
  await waitForSlot(begunAt, accounts.slotMs);
  // The attempt stays counted. Otherwise an own sign-up for the address would allow unlimited attempts.
  if (pending) throw new AppError(403, 'email-unconfirmed', 'Please confirm your email address first');
  if (isRejected)
    throw new AppError(401, 'invalid-credentials', 'Invalid email or password', { cause: error });
  throw error;
}

/** Ends the session of the request; succeeds without one as well. */
export async function signOut(accounts: Accounts, context: RequestContext): Promise<Headers> {
  const { auth } = accounts;
  const { session } = await findSession(accounts, context);
  return translateAuthErrors(accounts, () =>
    auth.transact(async (tx) => {
      const { headers } = await auth.api.signOut({ headers: context.headers, returnHeaders: true });
      if (session) {
        await recordSession(tx, toActor(session, context), 'session.ended');
        await notify(tx, { kind: 'rights-changed' });
      }
      return headers;
    }),
  );
}
