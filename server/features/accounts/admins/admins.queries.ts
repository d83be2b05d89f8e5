import { eq, ne } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { teamCompanies, user, userRoles } from '../../../db/schema/accounts.ts';
import { ownerRole } from '../../sessions/sessions.queries.ts';

/** Makes an account an owner, whatever role it has. Returns false if it is one already. */
export async function makeOwner(tx: Tx, userId: string): Promise<boolean> {
  const changed = await tx.orm
    .insert(userRoles)
    .values({ user_id: userId, role: ownerRole })
    .onConflictDoUpdate({
      target: userRoles.user_id,
      set: { role: ownerRole, companies: null },
      setWhere: ne(userRoles.role, ownerRole),
    })
    .returning();
  // An owner has every company.
  await tx.orm.delete(teamCompanies).where(eq(teamCompanies.user_id, userId));
  return changed.length > 0;
}

/** Deletes the role of an account. Returns false if it had none. */
export async function deleteRole(tx: Tx, userId: string): Promise<boolean> {
  const gone = await tx.orm.delete(userRoles).where(eq(userRoles.user_id, userId)).returning();
  await tx.orm.delete(teamCompanies).where(eq(teamCompanies.user_id, userId));
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
    .where(eq(userRoles.role, ownerRole))
    .orderBy(user.email);
  return rows.map((row) => ({ ...row, hasTwoFactor: row.hasTwoFactor === true }));
}
