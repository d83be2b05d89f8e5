import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { session } from '../../db/accounts-schema.ts';

const listedMax = 100;

/** The sessions of a user that stand, last used first. Their tokens stay where they are. */
export function listSessionRows(orm: Pick<NodePgDatabase, 'select'>, userId: string, now: Date) {
  const { id, userAgent, ipAddress, createdAt, updatedAt } = session;
  return orm
    .select({ id, userAgent, ipAddress, createdAt, updatedAt })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, now)))
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

export async function deleteOtherSessions(
  orm: Pick<NodePgDatabase, 'delete'>,
  userId: string,
  keptToken: string,
): Promise<void> {
  await orm.delete(session).where(and(eq(session.userId, userId), ne(session.token, keptToken)));
}
