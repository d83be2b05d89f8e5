import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { session } from '../../db/accounts-schema.ts';
import { toOldestSignIn } from './session-store.ts';

const listedMax = 100;

/** The sessions of a user that stand, last used first. Their tokens stay where they are. */
export function listSessionRows(orm: Pick<NodePgDatabase, 'select'>, userId: string, now: Date) {
  const { id, userAgent, ipAddress, createdAt, updatedAt } = session;
  const oldest = toOldestSignIn(now);
  return orm
    .select({ id, userAgent, ipAddress, createdAt, updatedAt })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, now), gt(session.signedInAt, oldest)))
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(listedMax);
}

/** Whether there was such a session of this user. */
export async function deleteSession(
  orm: Pick<NodePgDatabase, 'delete'>,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const gone = await orm
    .delete(session)
    .where(and(eq(session.id, sessionId), eq(session.userId, userId)))
    .returning({ id: session.id });
  return gone.length > 0;
}

/** Ends every session of a user, or all but one. */
export async function deleteSessions(
  orm: Pick<NodePgDatabase, 'delete'>,
  userId: string,
  keptId?: string,
): Promise<void> {
  const others = keptId === undefined ? undefined : ne(session.id, keptId);
  await orm.delete(session).where(and(eq(session.userId, userId), others));
}

export async function findSessionId(
  orm: Pick<NodePgDatabase, 'select'>,
  tokenHash: string,
): Promise<string | undefined> {
  const [found] = await orm
    .select({ id: session.id })
    .from(session)
    .where(eq(session.token, tokenHash))
    .limit(1);
  return found?.id;
}
