import { isAPIError } from 'better-auth/api';
import { lockForTransaction } from '../../../db/locks.ts';
import { AppError } from '../../../platform/errors.ts';
import { translateAuthErrors, twoFactorExpired } from '../../sessions/auth-errors.ts';
import { codeCookieName } from '../../sessions/auth-library.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { findSession } from '../../sessions/sessions.ts';
import { startSession } from '../../sessions/start-session.ts';
import { findChallengedAccount } from '../accounts.queries.ts';
import type { Accounts } from '../accounts.ts';
import { recordFailedAttempt } from '../failed-attempts.ts';
import { consumeAddressAttempt, consumeSignInAttempt } from '../sign-in/sign-in-attempts.ts';
import { switchOnTwoFactor } from './two-factor.ts';
import { requireUnusedCode } from './verify-code.ts';
import { verifyRecoveryCodeAtSignIn } from './verify-recovery-code.ts';

/** A code of the authenticator app, or a recovery code. */
type CodeKind = 'app-code' | 'recovery-code';

/**
 * Verifies a code that completes a sign-in or, while signed in, the first code of a new two-factor secret. A recovery
 * code can only complete a sign-in. Returns the cookies to set.
 */
export async function verifySignInCode(
  accounts: Accounts,
  context: RequestContext,
  kind: CodeKind,
  entered: string,
): Promise<Headers> {
  await consumeAddressAttempt(accounts, context);
  const { session } = await findSession(accounts, context);
  if (!session) return finishSignIn(accounts, context, kind, entered);
  if (kind === 'app-code') return switchOnTwoFactor(accounts, context, session, entered);
  const message = 'You are already signed in. Enter a code of your authenticator app instead.';
  throw new AppError(400, 'already-signed-in', message);
}

async function finishSignIn(
  accounts: Accounts,
  context: RequestContext,
  kind: CodeKind,
  entered: string,
): Promise<Headers> {
  const { auth } = accounts;
  const code = kind === 'app-code' ? entered.replace(/\s/g, '') : entered;
  const account = await findRequestChallenge(accounts, context);
  // Without a challenge there is no account to count the attempt for, so the code is not checked.
  if (!account) throw twoFactorExpired();
  const { email } = account;
  const attempt = await consumeSignInAttempt(accounts, context, { email, secret: 'code' });
  const { headers } = context;
  const verify = () =>
    kind === 'app-code'
      ? auth.api.verifyTOTP({ body: { code }, headers, returnHeaders: true })
      : verifyRecoveryCodeAtSignIn(auth, code, headers);
  const finish = auth.transact(async (tx) => {
    await lockForTransaction(tx, { lock: 'account', email });
    const verified = await verify();
    const { user } = verified.response;
    await requireUnusedCode(accounts, tx, user.id, code);
    await attempt.succeed(tx);
    const { isKnownBrowser } = attempt;
    await startSession(accounts, tx, context, { user, headers: verified.headers, isKnownBrowser });
    return verified.headers;
  });
  return translateAuthErrors(accounts, () =>
    finish.catch(async (error: unknown) => {
      const isRejected = error instanceof AppError || (isAPIError(error) && error.statusCode < 500);
      if (isRejected) await recordFailedAttempt(accounts, context, { action: 'two-factor.refused', email });
      // The same answer as for a wrong code.
      if (error instanceof AppError && error.field === 'code') {
        throw new AppError(401, 'invalid-code', 'Invalid code', { cause: error });
      }
      throw error;
    }),
  );
}

/** The account whose password this browser has just entered. */
function findRequestChallenge({ db, publicUrl }: Accounts, { cookies }: RequestContext) {
  const signed = cookies[codeCookieName(publicUrl)] ?? '';
  return findChallengedAccount(db, signed.split('.')[0] ?? '', new Date());
}
