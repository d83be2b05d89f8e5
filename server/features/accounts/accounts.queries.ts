import { createHash } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { user, verification } from '../../db/schema/accounts.ts';

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

/** The library stores the identifier of a link or a two-factor challenge as a hash. */
const toStoredIdentifier = (identifier: string) =>
  createHash('sha256').update(identifier).digest('base64url');

/** Whether a reset link was neither used nor revoked. */
export async function hasResetLink(tx: Tx, secret: string): Promise<boolean> {
  const identifier = toStoredIdentifier(`reset-password:${secret}`);
  const found = await tx.orm
    .select({ id: verification.id })
    .from(verification)
    .where(eq(verification.identifier, identifier))
    .limit(1);
  return found.length > 0;
}

/** Revokes the reset links of a user and the sign-ins that wait for their code. */
export async function deleteVerifications(tx: Tx, userId: string): Promise<void> {
  await tx.orm.delete(verification).where(eq(verification.value, userId));
}

/** The account whose sign-in waits for a code. */
export async function findChallengedAccount(
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
