import { createHash, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { runInSlot } from '../../../platform/constant-time.ts';
import { AppError } from '../../../platform/errors.ts';
import { consumeAttempt } from '../../../platform/limits/attempts.ts';
import { storeMail } from '../../../platform/mail/mailer.ts';
import { type RequestContext, toAnonymousActor } from '../../sessions/request-context.ts';
import { deleteSessions } from '../../sessions/sessions.queries.ts';
import { findSession } from '../../sessions/sessions.ts';
import { findUserByEmail } from '../accounts.queries.ts';
import type { Accounts } from '../accounts.ts';
import { rightsGrantedMail } from '../security-mails.ts';
import { countPendingSignUps } from '../sign-up/pending-sign-ups.queries.ts';
import { withdrawInvitationsOf } from '../team/team-invitations.queries.ts';
import { deleteRole, listAdminRows, makeOwner } from './admins.queries.ts';

/**
 * Makes a confirmed account an owner, with the administrator access key. Every attempt is recorded in the audit
 * log. Returns the cookies of a new session if the request is signed in to that account.
 */
export async function grantAdminByKey(
  accounts: Accounts,
  context: RequestContext,
  given: { email: string; accessKey: string },
): Promise<Headers> {
  const { auth, db, adminAccessKey, mailer } = accounts;
  await consumeAttempt(db, { key: `grant-admin/${context.limitKey}`, max: 5, windowSeconds: 900 });
  const { email } = given;
  const { session } = await findSession(accounts, context);
  // Someone signed in to the account that will get the rights has a separate limit. All other senders share one limit
  // and cannot use up that one.
  const shared =
    session?.email === email
      ? { key: `grant-admin/account/${session.userId}`, max: 10 }
      : { key: 'grant-admin', max: 50 };
  await consumeAttempt(db, { ...shared, windowSeconds: 3_600 });
  const granted = await runInSlot(accounts.slotMs, () =>
    auth.transact(async (tx) => {
      await lockForTransaction(tx, { lock: 'account', email });
      const isKey = isSameSecret(given.accessKey, adminAccessKey);
      const known = await findUserByEmail(tx, email);
      const canGrant = isKey && known?.emailVerified === true;
      const headers = new Headers();
      if (canGrant && (await makeOwner(tx, known.id))) {
        const isOwn = session?.userId === known.id;
        const own = isOwn ? await replaceSession(accounts, context) : undefined;
        for (const cookie of own?.headers.getSetCookie() ?? []) headers.append('set-cookie', cookie);
        // Ends the sessions that were started with fewer rights.
        await deleteSessions(tx, known.id, own?.sessionId);
        await mailer.queue(tx, rightsGrantedMail(known.email, accounts));
        await notify(tx, { kind: 'rights-changed' });
        await notify(tx, { kind: 'admin-topic-changed', topic: 'team' });
      }
      await recordAudit(tx, toAnonymousActor(context), {
        action: canGrant ? 'admin.granted' : 'admin.refused',
        object: email,
        ...(known ? { objectId: known.id } : {}),
      });
      return canGrant ? headers : undefined;
    }),
  );
  if (!granted) throw new AppError(403, 'grant-failed', 'Failed to grant admin privileges');
  return granted;
}

/** Starts a new session in the browser of the request, so that a token from before has none of the new rights. */
export async function replaceSession({ auth }: Accounts, { headers }: RequestContext) {
  const replaced = await auth.api.replaceSession({
    body: { isSignedInNow: false },
    headers,
    returnHeaders: true,
  });
  return { headers: replaced.headers, sessionId: replaced.response.sessionId };
}

/** Compares digests, which have the same length for every input. An unset or empty key matches nothing. */
function isSameSecret(entered: string, secret: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(entered), digest(secret ?? '')) && secret !== undefined && secret !== '';
}

type RoleDeps = Pick<Accounts, 'db'>;
type GrantDeps = Pick<Accounts, 'db' | 'publicUrl' | 'mailBrand'>;

/** Makes a confirmed account an owner. Its sessions end. */
export async function grantAdmin(deps: GrantDeps, by: Actor, email: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'account', email: toAddress(email) });
    const known = await requireUser(tx, email);
    if (!known.emailVerified) throw new Error(`${known.email} has not confirmed the address yet.`);
    if (await makeOwner(tx, known.id)) {
      await deleteSessions(tx, known.id);
      // A running server sends it within a minute.
      await storeMail(tx, rightsGrantedMail(known.email, deps));
    }
    await recordAudit(tx, by, { action: 'admin.granted', object: known.email, objectId: known.id });
    await notify(tx, { kind: 'rights-changed' });
  });
}

/** Removes the role of a member, effective at the next request. The operator may do this to the last owner, too. */
export async function revokeAdmin({ db }: RoleDeps, by: Actor, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await requireUser(tx, email);
    if (!(await deleteRole(tx, known.id))) {
      throw new Error(`${known.email} is not an administrator.`);
    }
    await withdrawInvitationsOf(tx, known.id);
    await recordAudit(tx, by, { action: 'admin.revoked', object: known.email, objectId: known.id });
    await notify(tx, { kind: 'rights-changed' });
  });
}

export const listAdmins = ({ db }: RoleDeps) => listAdminRows(db);

const toAddress = (email: string) => email.trim().toLowerCase();

async function requireUser(tx: Tx, email: string) {
  const address = toAddress(email);
  const known = await findUserByEmail(tx, address);
  if (known) return known;
  if ((await countPendingSignUps(tx, address)) > 0) {
    throw new Error(`${address} has not confirmed the address yet.`);
  }
  throw new Error(`There is no account of ${email}.`);
}
