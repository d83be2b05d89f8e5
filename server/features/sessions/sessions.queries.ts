import { and, desc, eq, gt, ne, notInArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { account, restoredAtIdentifier, session, user } from '../../db/schema/accounts.ts';
import { toOldestSignIn } from './session-store.ts';

const listedMax = 100;

/** The current sessions of a user, last used first, without their tokens. */
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

/** Returns whether the user had this session. */
export async function deleteSession(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  const gone = await tx.orm
    .delete(session)
    .where(and(eq(session.id, sessionId), eq(session.userId, userId)))
    .returning({ id: session.id });
  return gone.length > 0;
}

/** Deletes the sessions of a user, except `keptId`. Returns how many there were. */
export async function deleteSessions(tx: Tx, userId: string, keptId?: string): Promise<number> {
  const others = keptId === undefined ? undefined : ne(session.id, keptId);
  const gone = await tx.orm
    .delete(session)
    .where(and(eq(session.userId, userId), others))
    .returning({ id: session.id });
  return gone.length;
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

/** Deletes the sessions of a user beyond the `keptMax` most recently used ones. Returns whether any were deleted. */
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

/** The hash of an account's password. */
export async function findPasswordHash(tx: Tx, email: string): Promise<string | undefined> {
  const [found] = await tx.orm
    .select({ hash: account.password })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(eq(user.email, email), eq(account.providerId, 'credential')))
    .limit(1);
  return found?.hash ?? undefined;
}

/** What the account page shows besides the session: the name, and whether there is a password. */
export async function findProfile(tx: Tx, userId: string): Promise<{ name: string; hasPassword: boolean }> {
  const found = await tx.query<{ name: string; has_password: boolean }>({
    name: 'profile',
    text: `SELECT name, EXISTS (SELECT 1 FROM account
             WHERE user_id = $1 AND provider_id = 'credential' AND password IS NOT NULL) AS has_password
           FROM "user" WHERE id = $1`,
    values: [userId],
  });
  const [row] = found.rows;
  return { name: row?.name ?? '', hasPassword: row?.has_password ?? false };
}

/** What the cookie of a known browser is bound to: the password of the account, or without one the account itself. */
export async function findBrowserBinding(tx: Tx, email: string): Promise<string | undefined> {
  const [found] = await tx.orm
    .select({ id: user.id, hash: account.password })
    .from(user)
    .leftJoin(account, and(eq(account.userId, user.id), eq(account.providerId, 'credential')))
    .where(eq(user.email, email))
    .limit(1);
  return found && (found.hash ?? found.id);
}

export async function hasAdminRole(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx.query({
    name: 'has-admin-role',
    text: `SELECT 1 FROM user_roles WHERE user_id = $1 AND role = 'admin'`,
    values: [userId],
  });
  return found.rows.length === 1;
}

/** Whether this installation has any administrator. */
export async function hasAnyAdmin(tx: Tx): Promise<boolean> {
  const found = await tx.query({
    name: 'has-any-admin',
    text: `SELECT 1 FROM user_roles WHERE role = 'admin' LIMIT 1`,
  });
  return found.rows.length === 1;
}

/** Finds the sessions that have not ended and belong to an administrator. */
export async function findAdminSessions(
  tx: Tx,
  sessionIds: string[],
  { requiresTwoFactor, now }: { requiresTwoFactor: boolean; now: Date },
): Promise<Set<string>> {
  const found = await tx.query<{ id: string }>({
    name: 'admin-sessions',
    text: `SELECT s.id FROM session s
           JOIN user_roles r ON r.user_id = s.user_id AND r.role = 'admin'
           JOIN "user" u ON u.id = s.user_id
           WHERE s.id = ANY($1::text[]) AND s.expires_at > $2 AND s.signed_in_at > $4
             AND (u.two_factor_enabled OR NOT $3)`,
    values: [sessionIds, now, requiresTwoFactor, toOldestSignIn(now)],
  });
  return new Set(found.rows.map((row) => row.id));
}

/** When a backup was last restored into this database; undefined if not within the last 180 days. */
export async function findRestoredAt(tx: Tx): Promise<Date | undefined> {
  const found = await tx.query<{ created_at: Date }>(
    'SELECT created_at FROM verification WHERE identifier = $1 ORDER BY created_at DESC LIMIT 1',
    [restoredAtIdentifier],
  );
  return found.rows[0]?.created_at;
}
