import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { user, userRoles } from '../../../db/schema/accounts.ts';

/** Returns false if the account is already an administrator. */
export async function insertAdminRole(tx: Tx, userId: string): Promise<boolean> {
  const inserted = await tx.orm
    .insert(userRoles)
    .values({ user_id: userId, role: 'admin' })
    .onConflictDoNothing()
    .returning();
  return inserted.length > 0;
}

/** Returns false if the account was not an administrator. */
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
