import { notify } from '../../db/notifications.ts';
import { recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { type Accounts, type Caller, isRecentSignIn, recentHours, toActor } from './accounts.ts';
import { type OwnerProof, withProof } from './owner-check.ts';
import type { RequestContext } from './request-context.ts';

export function requireRecentSignIn(caller: Caller): void {
  if (isRecentSignIn(caller, new Date())) return;
  const message = `You signed in more than ${recentHours} hours ago. Enter your password again to do this.`;
  throw new AppError(403, 'recent-sign-in-required', message);
}

/** Takes the place of a new sign-in: password and code again, and another session. Returns its cookies. */
export async function renewSignIn(
  accounts: Accounts,
  visitor: RequestContext,
  caller: Caller,
  proof: OwnerProof,
): Promise<Headers> {
  const { auth } = accounts;
  return withProof(accounts, visitor, caller, proof, async (tx) => {
    const { headers } = await auth.api.replaceSession({
      body: { isSignedInNow: true },
      headers: visitor.headers,
      returnHeaders: true,
    });
    const record = { action: 'session.renewed', object: caller.email };
    await recordAudit(tx, toActor(caller, visitor), record);
    await notify(tx, { kind: 'rights-changed' });
    return headers;
  });
}
