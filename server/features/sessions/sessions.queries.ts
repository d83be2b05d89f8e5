import { and, desc, eq, gt, ne, notInArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { session, user } from '../../db/schema/accounts.ts';
import { toOldestSignIn } from './session-store.ts';

const listedMax = 100;

/** The sessions of a user that stand, last used first. Their tokens stay where they are. */
export function listSessionRows(tx: Tx, userId: string, now: Date) {
  const { id, userAgent, ipAddress, createdAt, updatedAt } = session;
  const oldest = toOldestSignIn(now);
  return tx.orm
    .select({ id, userAgent, ipAddress, createdAt, updatedAt })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, now), gt(session.signedInAt, oldest)))
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(listedMax);
}

/** Whether there was such a session of this user. */
export async function deleteSession(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  const gone = await tx.orm
    .delete(session)
    .where(and(eq(session.id, sessionId), eq(session.userId, userId)))
    .returning({ id: session.id });
  return gone.length > 0;
}

/** Ends every session of a user, or all but one. */
export async function deleteSessions(tx: Tx, userId: string, keptId?: string): Promise<void> {
  const others = keptId === undefined ? undefined : ne(session.id, keptId);
  await tx.orm.delete(session).where(and(eq(session.userId, userId), others));
}

/** Whether the owner of a session has two-factor switched on; undefined if the session has ended. */
export async function findSessionOwner(
  tx: Tx,
  sessionId: string,
): Promise<{ hasTwoFactor: boolean } | undefined> {
  const [found] = await tx.orm
    .select({ hasTwoFactor: user.twoFactorEnabled })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.id, sessionId))
    .limit(1);
  return found && { hasTwoFactor: found.hasTwoFactor === true };
}

/** Deletes all but the `keptMax` most recently used sessions of a user. Returns whether any were deleted. */
export async function deleteOldestSessions(tx: Tx, userId: string, keptMax: number): Promise<boolean> {
  const kept = tx.orm
    .select({ id: session.id })
    .from(session)
    .where(eq(session.userId, userId))
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(keptMax);
  const gone = await tx.orm
    .delete(session)
    .where(and(eq(session.userId, userId), notInArray(session.id, kept)))
    .returning({ id: session.id });
  return gone.length > 0;
}

export async function findSessionId(tx: Tx, tokenHash: string): Promise<string | undefined> {
  const [found] = await tx.orm
    .select({ id: session.id })
    .from(session)
    .where(eq(session.token, tokenHash))
    .limit(1);
  return found?.id;
}
