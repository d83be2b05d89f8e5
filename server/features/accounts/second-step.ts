import { isAPIError } from 'better-auth/api';
import { lockForTransaction } from '../../db/locks.ts';
import { AppError } from '../../platform/errors.ts';
import { findChallenged } from './accounts.queries.ts';
import { type Accounts, findCaller } from './accounts.ts';
import { translateAuthErrors, twoFactorExpired } from './auth-errors.ts';
import { takeAddressAttempt, takeGuess } from './guess-limits.ts';
import { refuseRepeatedCode } from './owner-check.ts';
import { noteRefusal } from './refusal-log.ts';
import type { RequestContext } from './request-context.ts';
import { startSession } from './start-session.ts';
import { switchOnTwoFactor } from './two-factor.ts';

type Step = 'totp' | 'backup-code';

/**
 * Takes a code: the second step of a sign-in or, from somebody signed in, the first code of a new secret. A
 * recovery code is only good for signing in. Returns the cookies to set.
 */
export async function verifyCode(
  accounts: Accounts,
  visitor: RequestContext,
  step: Step,
  entered: string,
): Promise<Headers> {
  await takeAddressAttempt(accounts, visitor);
  const { caller } = await findCaller(accounts, visitor);
  if (!caller) return finishSignIn(accounts, visitor, step, entered);
  if (step === 'totp') return switchOnTwoFactor(accounts, visitor, caller, entered);
  const message = 'You are already signed in. Enter a code of your authenticator app instead.';
  throw new AppError(400, 'already-signed-in', message);
}

async function finishSignIn(
  accounts: Accounts,
  visitor: RequestContext,
  step: Step,
  entered: string,
): Promise<Headers> {
  const { auth } = accounts;
  const code = step === 'totp' ? entered.replace(/\s/g, '') : entered;
  const challenged = await findRequestChallenge(accounts, visitor);
  // Without a challenge there is no account to count the attempt for, so the code is not checked.
  if (!challenged) throw twoFactorExpired();
  const { email } = challenged;
  const guess = await takeGuess(accounts, visitor, { email, secret: 'code' });
  const call = { body: { code }, headers: visitor.headers, returnHeaders: true } as const;
  const verify = () => (step === 'totp' ? auth.api.verifyTOTP(call) : auth.api.verifyBackupCode(call));
  const finish = auth.transact(async (tx) => {
    await lockForTransaction(tx, { lock: 'account', email });
    const { response, headers } = await verify();
    const { user } = response;
    await refuseRepeatedCode(accounts, tx, user.id, code);
    await guess.succeed(tx);
    const { isKnownDevice } = guess;
    await startSession(accounts, tx, visitor, { user, headers, isKnownDevice });
    return headers;
  });
  return translateAuthErrors(accounts, () =>
    finish.catch(async (error: unknown) => {
      const isRefused = error instanceof AppError || (isAPIError(error) && error.statusCode < 500);
      if (isRefused) await noteRefusal(accounts, visitor, { action: 'two-factor.refused', email });
      // The same answer as for a wrong code.
      if (error instanceof AppError && error.field === 'code') {
        throw new AppError(401, 'invalid-code', 'Invalid code', { cause: error });
      }
      throw error;
    }),
  );
}

/** Whose password was right in this browser a moment ago. */
function findRequestChallenge({ db, cookieName }: Accounts, { cookies }: RequestContext) {
  const signed = cookies[cookieName.replace(/session_token$/, 'two_factor')] ?? '';
  return findChallenged(db, signed.split('.')[0] ?? '', new Date());
}
