import { createHash, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../db/client.ts';
import { lockForTransaction } from '../../db/locks.ts';
import { notify } from '../../db/notifications.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { consumeAttempt } from '../../platform/limits/attempts.ts';
import { storeMail } from '../../platform/mail/mailer.ts';
import { rightsGrantedMail } from './account-notices.ts';
import { deleteAdminRole, findUserByEmail, insertAdminRole, listAdminRows } from './accounts.queries.ts';
import { type Accounts, type AccountsDeps, findCaller } from './accounts.ts';
import { countPendingSignUps } from './pending-sign-ups.queries.ts';
import { type RequestContext, toSomebody } from './request-context.ts';
import { takeSameTime } from './same-time.ts';
import { deleteSessions } from './sessions.queries.ts';

/**
 * Makes an administrator of a confirmed account, for whoever has the key. Every attempt is written down. Returns the
 * cookies of the new session, when the account is the one signed in.
 */
export async function grantAdminByKey(
  accounts: Accounts,
  visitor: RequestContext,
  given: { email: string; accessKey: string },
): Promise<Headers> {
  const { auth, db, adminAccessKey, mailer, publicUrl } = accounts;
  await consumeAttempt(db, { key: `grant-admin/${visitor.limitKey}`, max: 5, windowSeconds: 900 });
  const { email } = given;
  const { caller } = await findCaller(accounts, visitor);
  // Someone signed in to the account that will get the rights has a separate limit. All other senders share one limit
  // and cannot use up that one.
  const shared =
    caller?.email === email
      ? { key: `grant-admin/account/${caller.userId}`, max: 10 }
      : { key: 'grant-admin', max: 50 };
  await consumeAttempt(db, { ...shared, windowSeconds: 3_600 });
  const granted = await takeSameTime(accounts.beatMs, () =>
    auth.transact(async (tx) => {
      await lockForTransaction(tx, { lock: 'account', email });
      const isKey = isSameSecret(given.accessKey, adminAccessKey);
      const known = await findUserByEmail(tx, email);
      const isFit = isKey && known?.emailVerified === true;
      const headers = new Headers();
      if (isFit && (await insertAdminRole(tx, known.id))) {
        const isOwn = caller?.userId === known.id;
        const own = isOwn ? await replaceSession(accounts, visitor) : undefined;
        for (const cookie of own?.headers.getSetCookie() ?? []) headers.append('set-cookie', cookie);
        // Sessions begun with fewer rights end.
        await deleteSessions(tx, known.id, own?.sessionId);
        await mailer.queue(tx, rightsGrantedMail(known.email, publicUrl));
        await notify(tx, { kind: 'rights-changed' });
      }
      await recordAudit(tx, toSomebody(visitor), {
        action: isFit ? 'admin.granted' : 'admin.refused',
        object: email,
        ...(known ? { objectId: known.id } : {}),
      });
      return isFit ? headers : undefined;
    }),
  );
  if (!granted) throw new AppError(403, 'grant-failed', 'Failed to grant admin privileges');
  return granted;
}

async function replaceSession({ auth }: Accounts, { headers }: RequestContext) {
  const replaced = await auth.api.replaceSession({
    body: { isSignedInNow: false },
    headers,
    returnHeaders: true,
  });
  return { headers: replaced.headers, sessionId: replaced.response.sessionId };
}

/** Compares digests, which are of one length whatever was entered. A key that is not set is nobody's. */
function isSameSecret(entered: string, secret: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(entered), digest(secret ?? '')) && secret !== undefined && secret !== '';
}

type RoleDeps = Pick<AccountsDeps, 'db'>;
type GrantDeps = Pick<AccountsDeps, 'db' | 'publicUrl'>;

/** Makes an administrator of a confirmed account, whose sessions end. */
export async function grantAdmin({ db, publicUrl }: GrantDeps, by: Actor, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'account', email: toAddress(email) });
    const known = await requireUser(tx, email);
    if (!known.emailVerified) throw new Error(`${known.email} has not confirmed the address yet.`);
    if (await insertAdminRole(tx, known.id)) {
      await deleteSessions(tx, known.id);
      // A running server finds it within a minute and sends it.
      await storeMail(tx, rightsGrantedMail(known.email, publicUrl));
    }
    await recordAudit(tx, by, { action: 'admin.granted', object: known.email, objectId: known.id });
    await notify(tx, { kind: 'rights-changed' });
  });
}

/** Takes the rights away, from the next request on. */
export async function revokeAdmin({ db }: RoleDeps, by: Actor, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await requireUser(tx, email);
    if (!(await deleteAdminRole(tx, known.id))) {
      throw new Error(`${known.email} is not an administrator.`);
    }
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
