import type { DeleteAccountRequest } from '../../../../contract/account/self-service.ts';
import type { Tx } from '../../../db/client.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { type Session, toActor } from '../../sessions/sessions.ts';
import { deleteVerifications } from '../accounts.queries.ts';
import type { Accounts } from '../accounts.ts';
import { deleteUser, lockAdmins } from './self-service.queries.ts';
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
  const { auth, mailer, publicUrl } = accounts;
  const { userId, email } = session;
  if (typed.trim().toLowerCase() !== email) {
    throw new AppError(409, 'conflict', 'This is not the address of your account.', {
      field: 'email',
    });
  }
  return withProof(accounts, context, session, proof, async (tx) => {
    await requireOtherAdmin(tx, userId);
    const { headers } = await auth.api.signOut({ headers: context.headers, returnHeaders: true });
    await deleteVerifications(tx, userId);
    await deleteUser(tx, userId);
    const record = { action: 'account.deleted', object: email, objectId: userId };
    await recordAudit(tx, toActor(session, context), record);
    await mailer.queue(tx, accountDeletedMail(email, publicUrl));
    await notify(tx, { kind: 'rights-changed' });
    return headers;
  });
}

async function requireOtherAdmin(tx: Tx, userId: string): Promise<void> {
  const admins = await lockAdmins(tx);
  if (!admins.includes(userId) || admins.length > 1) return;
  const message =
    'You are the only administrator. Make another account an administrator first, then delete your account.';
  throw new AppError(409, 'conflict', message);
}
