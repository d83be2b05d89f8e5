import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { account, session, user } from '../../../db/schema/accounts.ts';
import { mails } from '../../../db/schema/mails.ts';
import { auditLog } from '../../../db/schema/platform.ts';

export async function updateName(tx: Tx, userId: string, name: string): Promise<void> {
  await tx.orm.update(user).set({ name, updatedAt: new Date() }).where(eq(user.id, userId));
}

export async function setPasswordHash(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.orm
    .update(account)
    .set({ password: hash, updatedAt: new Date() })
    .where(and(eq(account.userId, userId), eq(account.providerId, 'credential')));
}

/** Deletes an account with its roles, sessions, passwords, two-factor secret and pending change of address. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.orm.delete(user).where(eq(user.id, userId));
}

/** Above what an account does in years. */
const actionsMax = 10_000;
const mailsMax = 10_000;

export async function findUserRow(tx: Tx, userId: string) {
  const [found] = await tx.orm.select().from(user).where(eq(user.id, userId)).limit(1);
  return found;
}

/** The ways to sign in to an account, without their secrets. */
export function listSignInMethods(tx: Tx, userId: string) {
  const { providerId, accountId, createdAt } = account;
  return tx.orm
    .select({ providerId, accountId, createdAt })
    .from(account)
    .where(eq(account.userId, userId))
    .orderBy(createdAt);
}

/** Every stored session, also one that has expired and is not deleted yet, without its token. */
export function listStoredSessions(tx: Tx, userId: string) {
  const { userAgent, ipAddress, signedInAt, createdAt, updatedAt, expiresAt } = session;
  return tx.orm
    .select({ userAgent, ipAddress, signedInAt, createdAt, updatedAt, expiresAt })
    .from(session)
    .where(eq(session.userId, userId))
    .orderBy(desc(createdAt));
}

/** The newest actions of an account in the audit log. */
export function listActions(tx: Tx, userId: string) {
  const { at, action, object, address } = auditLog;
  return tx.orm
    .select({ at, action, object, address })
    .from(auditLog)
    .where(eq(auditLog.actor_id, userId))
    .orderBy(desc(at), desc(auditLog.id))
    .limit(actionsMax);
}

/** The newest mails to an address, without their text. */
export function listMailsTo(tx: Tx, email: string) {
  const { subject, state, created_at, sent_at } = mails;
  return tx.orm
    .select({ subject, state, created_at, sent_at })
    .from(mails)
    .where(eq(mails.recipient, email))
    .orderBy(desc(created_at))
    .limit(mailsMax);
}
