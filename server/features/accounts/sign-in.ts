import { isAPIError } from 'better-auth/api';
import { clearAttempts, takeAttempt } from '../../platform/attempts.ts';
import { recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { notifyRightsChanged } from './accounts.queries.ts';
import { type Accounts, findCaller, toActor } from './accounts.ts';
import { translateRefusals } from './refusals.ts';
import { waitForSameTime } from './same-time.ts';
import { remindToConfirm, toSignInLimit } from './sign-up.ts';
import type { Visitor } from './visitor.ts';

const refusal = 'Invalid email or password';

/** Lets the bearer of a password in, or on to the second factor. Hands back the cookies to set. */
export async function signIn(
  accounts: Accounts,
  visitor: Visitor,
  given: { email: string; password: string },
): Promise<{ twoFactorRedirect: boolean; headers: Headers }> {
  const { auth, db } = accounts;
  const { email } = given;
  await takeAttempt(db.orm, { key: `sign-in/address/${visitor.limitKey}`, max: 20, windowSeconds: 60 });
  // Counted before the password is looked at: many tries at once are many tries.
  const limit = toSignInLimit(accounts, email);
  await takeAttempt(db.orm, limit);

  const attempt = () =>
    auth.api.signInEmail({
      body: { email, password: given.password },
      headers: visitor.headers,
      returnHeaders: true,
    });
  const { response, headers } = await translateRefusals(() => refuseAlike(accounts, email, attempt));
  await clearAttempts(db.orm, limit.key);
  const twoFactorRedirect = 'twoFactorRedirect' in response;
  if (!twoFactorRedirect) {
    const actor = { id: response.user.id, name: response.user.email, address: visitor.network };
    await recordAudit(db.orm, actor, { action: 'session.started', object: email });
  }
  return { twoFactorRedirect, headers };
}

/**
 * A refusal says one thing, after one time, whether the account is unknown, the password wrong or the
 * address not confirmed. The last would tell who signs up somebody else's address whether it was free; its
 * owner gets a new link instead.
 */
async function refuseAlike<Result>(
  accounts: Accounts,
  email: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const begunAt = performance.now();
  try {
    return await attempt();
  } catch (error) {
    const isUnconfirmed = isAPIError(error) && error.statusCode === 403;
    if (isUnconfirmed) {
      await accounts.auth.transact((transaction) => remindToConfirm(accounts, transaction, email));
    }
    await waitForSameTime(begunAt);
    if (isUnconfirmed) throw new AppError(401, 'auth-refused', refusal, { cause: error });
    throw error;
  }
}

/** Ends the session the request came with; nobody's ends as well. */
export async function signOut(accounts: Accounts, visitor: Visitor): Promise<Headers> {
  const { auth } = accounts;
  const { caller } = await findCaller(accounts, visitor);
  return translateRefusals(() =>
    auth.transact(async (transaction) => {
      const { headers } = await auth.api.signOut({ headers: visitor.headers, returnHeaders: true });
      if (caller) {
        const actor = toActor(caller, visitor);
        await recordAudit(transaction, actor, { action: 'session.ended', object: caller.email });
        await notifyRightsChanged(transaction);
      }
      return headers;
    }),
  );
}
