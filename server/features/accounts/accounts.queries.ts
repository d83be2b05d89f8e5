import { createHash } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { account, restoredMark, user, userRoles, verification } from '../../db/schema/accounts.ts';
import { toOldestSignIn } from './session-store.ts';

type Reader = Pick<NodePgDatabase, 'select'>;
type Writer = Pick<NodePgDatabase, 'insert' | 'update' | 'delete' | 'execute'>;

export interface UserRow {
  id: string;
  email: string;
  emailVerified: boolean;
}

const userColumns = { id: user.id, email: user.email, emailVerified: user.emailVerified };

/** Of two calls about one address the second waits for the first: it must see what that one left. */
export async function lockAddress(orm: Pick<NodePgDatabase, 'execute'>, email: string): Promise<void> {
  await orm.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`account ${email}`}, 0))`);
}

export async function findUserByEmail(orm: Reader, email: string): Promise<UserRow | undefined> {
  const [found] = await orm.select(userColumns).from(user).where(eq(user.email, email)).limit(1);
  return found;
}

export async function hasConfirmedAccount(
  orm: Pick<NodePgDatabase, 'execute'>,
  email: string,
): Promise<boolean> {
  const { rows } = await orm.execute(sql`SELECT 1 FROM "user" WHERE email = ${email} AND email_verified`);
  return rows.length > 0;
}

/** The hash of an account's password. */
export async function findPasswordHash(orm: Reader, email: string): Promise<string | undefined> {
  const [found] = await orm
    .select({ hash: account.password })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(eq(user.email, email), eq(account.providerId, 'credential')))
    .limit(1);
  return found?.hash ?? undefined;
}

export async function findUserById(orm: Reader, id: string): Promise<UserRow | undefined> {
  const [found] = await orm.select(userColumns).from(user).where(eq(user.id, id)).limit(1);
  return found;
}

export async function confirmAddress(orm: Writer, id: string): Promise<void> {
  await orm
    .update(user)
    .set({ emailVerified: true, updatedAt: new Date() })
    .where(and(eq(user.id, id), eq(user.emailVerified, false)));
}

export async function hasAdminRole(pool: Pool, userId: string): Promise<boolean> {
  const found = await pool.query({
    name: 'has-admin-role',
    text: `SELECT 1 FROM user_roles WHERE user_id = $1 AND role = 'admin'`,
    values: [userId],
  });
  return found.rows.length === 1;
}

/** Whether this installation has any administrator. */
export async function hasAnyAdmin(pool: Pool): Promise<boolean> {
  const found = await pool.query({
    name: 'has-any-admin',
    text: `SELECT 1 FROM user_roles WHERE role = 'admin' LIMIT 1`,
  });
  return found.rows.length === 1;
}

/** Which of these sessions stand, and are an administrator's. */
export async function findAdminSessions(
  pool: Pool,
  sessionIds: string[],
  { requiresTwoFactor, now }: { requiresTwoFactor: boolean; now: Date },
): Promise<Set<string>> {
  const found = await pool.query<{ id: string }>({
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

/** False for somebody who is an administrator already. */
export async function insertAdminRole(orm: Writer, userId: string): Promise<boolean> {
  const inserted = await orm
    .insert(userRoles)
    .values({ user_id: userId, role: 'admin' })
    .onConflictDoNothing()
    .returning();
  return inserted.length > 0;
}

/** Whether there was a role to take. */
export async function deleteAdminRole(orm: Writer, userId: string): Promise<boolean> {
  const gone = await orm
    .delete(userRoles)
    .where(and(eq(userRoles.user_id, userId), eq(userRoles.role, 'admin')))
    .returning();
  return gone.length > 0;
}

export interface AdminRow {
  email: string;
  since: Date;
  hasTwoFactor: boolean;
}

export async function listAdminRows(orm: Reader): Promise<AdminRow[]> {
  const rows = await orm
    .select({ email: user.email, since: userRoles.created_at, hasTwoFactor: user.twoFactorEnabled })
    .from(userRoles)
    .innerJoin(user, eq(user.id, userRoles.user_id))
    .where(eq(userRoles.role, 'admin'))
    .orderBy(user.email);
  return rows.map((row) => ({ ...row, hasTwoFactor: row.hasTwoFactor === true }));
}

/** Tells every instance to look again who may still watch: a session, a role or two-factor ended. */
export async function notifyRightsChanged(orm: Pick<NodePgDatabase, 'execute'>): Promise<void> {
  await orm.execute(sql`SELECT pg_notify('northlight', 'rights:changed')`);
}

/** What the library stores in place of the identifier of a link or a challenge. */
const toStoredIdentifier = (identifier: string) =>
  createHash('sha256').update(identifier).digest('base64url');

/** Whether a reset link was not used and not ended yet. */
export async function hasResetLink(orm: Reader, secret: string): Promise<boolean> {
  const identifier = toStoredIdentifier(`reset-password:${secret}`);
  const found = await orm
    .select({ id: verification.id })
    .from(verification)
    .where(eq(verification.identifier, identifier))
    .limit(1);
  return found.length > 0;
}

/** Ends the reset links of a user, and sign-ins that wait for their code. */
export async function deleteVerifications(orm: Writer, userId: string): Promise<void> {
  await orm.delete(verification).where(eq(verification.value, userId));
}

/** Whose second step a challenge is. */
export async function findChallenged(
  orm: Reader,
  challenge: string,
  now: Date,
): Promise<{ email: string } | undefined> {
  const [found] = await orm
    .select({ email: user.email })
    .from(verification)
    .innerJoin(user, eq(user.id, verification.value))
    .where(and(eq(verification.identifier, toStoredIdentifier(challenge)), gt(verification.expiresAt, now)))
    .limit(1);
  return found;
}

/** When a backup was last restored into this database; undefined if not within the last 180 days. */
export async function findRestoredAt(pool: Pool): Promise<Date | undefined> {
  const found = await pool.query<{ created_at: Date }>(
    'SELECT created_at FROM verification WHERE identifier = $1 ORDER BY created_at DESC LIMIT 1',
    [restoredMark],
  );
  return found.rows[0]?.created_at;
}
