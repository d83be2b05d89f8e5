import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Role } from '../../../../contract/account/roles.ts';
import type { MemberRights } from '../../../../contract/account/team.ts';
import type { Tx } from '../../../db/client.ts';
import { teamCompanies, userRoles } from '../../../db/schema/accounts.ts';
import { companies } from '../../../db/schema/companies.ts';
import { ownerRole, toMembership } from '../../sessions/sessions.queries.ts';

/** Above the number of members and invitations that an agency has. */
const listedMax = 1_000;

export interface NamedCompany {
  id: string;
  name: string;
}

/** The rights of a member or an invited address, with the names of chosen companies. */
export interface ShownRights {
  role: Role;
  companies: 'all' | NamedCompany[] | null;
}

export interface MemberRow extends ShownRights {
  id: string;
  email: string;
  since: Date;
  lastSignInAt: Date | null;
  hasTwoFactor: boolean;
}

/** `companies` is null for an owner, too: only the choice of a manager is shown. */
export const toStoredRights = ({ role, companies: chosen }: MemberRights) => ({
  role: role === 'owner' ? ownerRole : role,
  companies: chosen === null ? null : chosen === 'all' ? ('all' as const) : ('chosen' as const),
});

/** Undefined for a role that this release does not know. */
export function toShownRights(row: {
  role: string;
  companies: string | null;
  chosen: NamedCompany[] | null;
}): ShownRights | undefined {
  const membership = toMembership(row);
  if (!membership) return undefined;
  const { role, companies: choice } = membership;
  if (role !== 'manager') return { role, companies: null };
  return { role, companies: choice === 'all' ? 'all' : (row.chosen ?? []) };
}

/** The members, by address; only one of them with `userId`. */
export async function listMemberRows(tx: Tx, userId?: string): Promise<MemberRow[]> {
  const found = await tx.query<{
    id: string;
    email: string;
    role: string;
    companies: string | null;
    chosen: NamedCompany[] | null;
    since: Date;
    last_sign_in_at: Date | null;
    has_two_factor: boolean;
  }>(
    `SELECT r.user_id AS id, u.email, r.role, r.companies, r.created_at AS since,
       coalesce(u.two_factor_enabled, false) AS has_two_factor,
       greatest(r.last_sign_in_at, (SELECT max(s.signed_in_at) FROM session s WHERE s.user_id = r.user_id)) AS last_sign_in_at,
       CASE WHEN r.companies = 'chosen' THEN (
         SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY lower(c.name), c.id), '[]')
         FROM team_companies t JOIN companies c ON c.id = t.company_id WHERE t.user_id = r.user_id
       ) END AS chosen
     FROM user_roles r JOIN "user" u ON u.id = r.user_id
     WHERE $1::text IS NULL OR r.user_id = $1
     ORDER BY u.email LIMIT ${listedMax}`,
    [userId ?? null],
  );
  return found.rows.flatMap((row) => {
    const rights = toShownRights(row);
    if (!rights) return [];
    const { id, email, since, last_sign_in_at: lastSignInAt, has_two_factor: hasTwoFactor } = row;
    return [{ id, email, ...rights, since, lastSignInAt, hasTwoFactor }];
  });
}

export async function findMemberRow(tx: Tx, userId: string): Promise<MemberRow | undefined> {
  const [found] = await listMemberRows(tx, userId);
  return found;
}

export async function hasOtherOwner(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx.orm
    .select({ id: userRoles.user_id })
    .from(userRoles)
    .where(and(eq(userRoles.role, ownerRole), ne(userRoles.user_id, userId)))
    .limit(1);
  return found.length > 0;
}

/** Replaces the rights of a member. The chosen companies are exactly those afterwards. */
export async function updateRights(tx: Tx, userId: string, rights: MemberRights): Promise<void> {
  await tx.orm.update(userRoles).set(toStoredRights(rights)).where(eq(userRoles.user_id, userId));
  await replaceCompanies(tx, userId, rights.companies);
}

/** Makes an account a member. Returns false if it has a role already, which stays as it is. */
export async function insertMember(
  tx: Tx,
  userId: string,
  rights: MemberRights,
  lastSignInAt: Date,
): Promise<boolean> {
  const inserted = await tx.orm
    .insert(userRoles)
    .values({ user_id: userId, ...toStoredRights(rights), last_sign_in_at: lastSignInAt })
    .onConflictDoNothing()
    .returning();
  if (inserted.length === 0) return false;
  await replaceCompanies(tx, userId, rights.companies);
  return true;
}

async function replaceCompanies(tx: Tx, userId: string, chosen: MemberRights['companies']): Promise<void> {
  await tx.orm.delete(teamCompanies).where(eq(teamCompanies.user_id, userId));
  if (chosen === null || chosen === 'all' || chosen.length === 0) return;
  // A company may have been deleted since it was chosen.
  await tx.query(
    `INSERT INTO team_companies (user_id, company_id)
     SELECT $1, c.id FROM companies c WHERE c.id = ANY($2::uuid[])`,
    [userId, chosen],
  );
}

/** Whether an account with this address is in the team. */
export async function isMemberAddress(tx: Tx, email: string): Promise<boolean> {
  const found = await tx.query(
    'SELECT 1 FROM user_roles r JOIN "user" u ON u.id = r.user_id WHERE u.email = $1 LIMIT 1',
    [email],
  );
  return found.rows.length > 0;
}

/** How many of these companies exist. */
export async function countCompanies(tx: Tx, ids: string[]): Promise<number> {
  const [row] = await tx.orm
    .select({ count: sql<number>`count(*)` })
    .from(companies)
    .where(inArray(companies.id, ids));
  return row?.count ?? 0;
}
