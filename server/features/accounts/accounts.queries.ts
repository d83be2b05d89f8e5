import { createHash } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { account, restoredAtIdentifier, user, userRoles, verification } from '../../db/schema/accounts.ts';
import { toOldestSignIn } from './session-store.ts';

export interface UserRow {
  id: string;
  email: string;
  emailVerified: boolean;
}

const userColumns = { id: user.id, email: user.email, emailVerified: user.emailVerified };

export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  const [found] = await tx.orm.select(userColumns).from(user).where(eq(user.email, email)).limit(1);
  return found;
}

export async function hasConfirmedAccount(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await tx.orm.execute(sql`SELECT 1 FROM "user" WHERE email = ${email} AND email_verified`);
  return rows.length > 0;
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

export async function findUserById(tx: Tx, id: string): Promise<UserRow | undefined> {
  const [found] = await tx.orm.select(userColumns).from(user).where(eq(user.id, id)).limit(1);
  return found;
}

export async function confirmAddress(tx: Tx, id: string): Promise<void> {
  await tx.orm
    .update(user)
    .set({ emailVerified: true, updatedAt: new Date() })
    .where(and(eq(user.id, id), eq(user.emailVerified, false)));
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

/** Which of these sessions stand, and are an administrator's. */
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

/** False for somebody who is an administrator already. */
export async function insertAdminRole(tx: Tx, userId: string): Promise<boolean> {
  const inserted = await tx.orm
    .insert(userRoles)
    .values({ user_id: userId, role: 'admin' })
    .onConflictDoNothing()
    .returning();
  return inserted.length > 0;
}

/** Whether there was a role to take. */
export async function deleteAdminRole(tx: Tx, userId: string): Promise<boolean> {
  const gone = await tx.orm
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

export async function listAdminRows(tx: Tx): Promise<AdminRow[]> {
  const rows = await tx.orm
    .select({ email: user.email, since: userRoles.created_at, hasTwoFactor: user.twoFactorEnabled })
    .from(userRoles)
    .innerJoin(user, eq(user.id, userRoles.user_id))
    .where(eq(userRoles.role, 'admin'))
    .orderBy(user.email);
  return rows.map((row) => ({ ...row, hasTwoFactor: row.hasTwoFactor === true }));
}

/** What the library stores in place of the identifier of a link or a challenge. */
const toStoredIdentifier = (identifier: string) =>
  createHash('sha256').update(identifier).digest('base64url');

/** Whether a reset link was not used and not ended yet. */
export async function hasResetLink(tx: Tx, secret: string): Promise<boolean> {
  const identifier = toStoredIdentifier(`reset-password:${secret}`);
  const found = await tx.orm
    .select({ id: verification.id })
    .from(verification)
    .where(eq(verification.identifier, identifier))
    .limit(1);
  return found.length > 0;
}

/** Ends the reset links of a user, and sign-ins that wait for their code. */
export async function deleteVerifications(tx: Tx, userId: string): Promise<void> {
  await tx.orm.delete(verification).where(eq(verification.value, userId));
}

/** Whose second step a challenge is. */
export async function findChallenged(
  tx: Tx,
  challenge: string,
  now: Date,
): Promise<{ email: string } | undefined> {
  const [found] = await tx.orm
    .select({ email: user.email })
    .from(verification)
    .innerJoin(user, eq(user.id, verification.value))
    .where(and(eq(verification.identifier, toStoredIdentifier(challenge)), gt(verification.expiresAt, now)))
    .limit(1);
  return found;
}

/** When a backup was last restored into this database; undefined if not within the last 180 days. */
export async function findRestoredAt(tx: Tx): Promise<Date | undefined> {
  const found = await tx.query<{ created_at: Date }>(
    'SELECT created_at FROM verification WHERE identifier = $1 ORDER BY created_at DESC LIMIT 1',
    [restoredAtIdentifier],
  );
  return found.rows[0]?.created_at;
}
