import type { DeleteAccountRequest } from '../../../../contract/account/self-service.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { findMembership } from '../../sessions/sessions.queries.ts';
import { type Session, toActor } from '../../sessions/sessions.ts';
import { deleteVerifications } from '../accounts.queries.ts';
import type { Accounts } from '../accounts.ts';
import { requireOtherOwner } from '../team/team.ts';
import { withdrawInvitationsOf } from '../team/team-invitations.queries.ts';
import { deleteUser } from './self-service.queries.ts';
import { accountDeletedMail } from './self-service-mails.ts';
import { withProof } from './with-proof.ts';

/**
 * Deletes the account of the session, confirmed with its address and password. What it created stays, and so do its
 * entries in the audit log, which contain its address. Returns the headers that delete the cookie of the session.
 */
export async function deleteAccount(
  accounts: Accounts,
  context: RequestContext,
  session: Session,
  { email: typed, ...proof }: DeleteAccountRequest,
): Promise<Headers> {
  const { auth, mailer } = accounts;
  const { userId, email } = session;
  if (typed.trim().toLowerCase() !== email) {
    throw new AppError(409, 'conflict', 'This is not the address of your account.', {
      field: 'email',
    });
  }
  return withProof(accounts, context, session, proof, async (tx) => {
    // With the lock of the team: its roles cannot change until the account is gone.
    await lockForTransaction(tx, { lock: 'team' });
    if ((await findMembership(tx, userId))?.role === 'owner') await requireOtherOwner(tx, userId);
    const { headers } = await auth.api.signOut({ headers: context.headers, returnHeaders: true });
    await deleteVerifications(tx, userId);
    await withdrawInvitationsOf(tx, userId);
    await deleteUser(tx, userId);
    const record = { action: 'account.deleted', object: email, objectId: userId };
    await recordAudit(tx, toActor(session, context), record);
    await mailer.queue(tx, accountDeletedMail(email, accounts));
    await notify(tx, { kind: 'rights-changed' });
    return headers;
  });
}
