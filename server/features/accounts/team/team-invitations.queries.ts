import { and, eq, isNull, lt } from 'drizzle-orm';
import type { MemberRights } from '../../../../contract/account/team.ts';
import type { Tx } from '../../../db/client.ts';
import { teamInvitations } from '../../../db/schema/accounts.ts';
import { toMembership } from '../../sessions/sessions.queries.ts';
import { type NamedCompany, type ShownRights, toShownRights, toStoredRights } from './team.queries.ts';

export interface InvitationRow extends ShownRights {
  id: string;
  email: string;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

const isPending = and(isNull(teamInvitations.used_at), isNull(teamInvitations.withdrawn_at));

/** The invitations that were neither used nor withdrawn, also expired ones, newest first; only one of them with `id`. */
export async function listPendingInvitations(tx: Tx, id?: string): Promise<InvitationRow[]> {
  const found = await tx.query<{
    id: string;
    email: string;
    role: string;
    companies: string | null;
    chosen: NamedCompany[];
    invited_by: string;
    created_at: Date;
    expires_at: Date;
  }>(
    `SELECT i.id, i.email, i.role, i.companies, i.invited_by, i.created_at, i.expires_at,
       (SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY lower(c.name), c.id), '[]')
        FROM companies c WHERE c.id = ANY(i.company_ids)) AS chosen
     FROM team_invitations i
     WHERE i.used_at IS NULL AND i.withdrawn_at IS NULL AND ($1::uuid IS NULL OR i.id = $1)
     ORDER BY i.created_at DESC, i.id LIMIT ${pendingMax + 1}`,
    [id ?? null],
  );
  return found.rows.flatMap((row) => {
    const rights = toShownRights(row);
    if (!rights) return [];
    const { email, invited_by: invitedBy, created_at: createdAt, expires_at: expiresAt } = row;
    return [{ id: row.id, email, ...rights, invitedBy, createdAt, expiresAt }];
  });
}

/** Pending invitations of the agency. */
export const pendingMax = 200;

interface NewInvitationRow {
  id: string;
  email: string;
  rights: MemberRights;
  lookup: Buffer;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Returns false if the address has a pending invitation. */
export async function insertInvitation(tx: Tx, given: NewInvitationRow): Promise<boolean> {
  const { id, email, rights, lookup, invitedBy, createdAt, expiresAt } = given;
  const inserted = await tx.orm
    .insert(teamInvitations)
    .values({
      id,
      email,
      ...toStoredRights(rights),
      company_ids: Array.isArray(rights.companies) ? rights.companies : [],
      lookup,
      invited_by: invitedBy,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .onConflictDoNothing()
    .returning({ id: teamInvitations.id });
  return inserted.length > 0;
}

/** Replaces the link of a pending invitation. */
export async function renewInvitationRow(
  tx: Tx,
  id: string,
  { lookup, expiresAt }: { lookup: Buffer; expiresAt: Date },
): Promise<boolean> {
  const renewed = await tx.orm
    .update(teamInvitations)
    .set({ lookup, expires_at: expiresAt })
    .where(and(eq(teamInvitations.id, id), isPending))
    .returning({ id: teamInvitations.id });
  return renewed.length > 0;
}

/** Returns the address of the invitation, if it was pending. */
export async function withdrawInvitationRow(tx: Tx, id: string, at: Date): Promise<string | undefined> {
  const [withdrawn] = await tx.orm
    .update(teamInvitations)
    .set({ withdrawn_at: at })
    .where(and(eq(teamInvitations.id, id), isPending))
    .returning({ email: teamInvitations.email });
  return withdrawn?.email;
}

/** Withdraws what an account has sent: who is no owner any more must not come back, or leave another in their place. */
export async function withdrawInvitationsOf(tx: Tx, userId: string): Promise<void> {
  await tx.query(
    `UPDATE team_invitations SET withdrawn_at = now()
     WHERE used_at IS NULL AND withdrawn_at IS NULL AND invited_by = (SELECT email FROM "user" WHERE id = $1)`,
    [userId],
  );
}

/** Keeps the sender of pending invitations known. To be called before the address of the account changes. */
export async function renameSender(tx: Tx, userId: string, newEmail: string): Promise<void> {
  await tx.query(
    `UPDATE team_invitations SET invited_by = $2
     WHERE used_at IS NULL AND withdrawn_at IS NULL AND invited_by = (SELECT email FROM "user" WHERE id = $1)`,
    [userId, newEmail],
  );
}

/** Makes room for a new invitation of the address. */
export async function withdrawExpiredInvitation(tx: Tx, email: string, now: Date): Promise<void> {
  await tx.orm
    .update(teamInvitations)
    .set({ withdrawn_at: now })
    .where(and(eq(teamInvitations.email, email), isPending, lt(teamInvitations.expires_at, now)));
}

export interface LinkedInvitation {
  id: string;
  email: string;
  rights: MemberRights;
  expiresAt: Date;
  usedAt: Date | null;
  withdrawnAt: Date | null;
}

/** The invitation of a link, whatever its state. */
export async function findInvitationByLink(tx: Tx, lookup: Buffer): Promise<LinkedInvitation | undefined> {
  const [row] = await tx.orm
    .select()
    .from(teamInvitations)
    .where(eq(teamInvitations.lookup, lookup))
    .limit(1);
  const membership = row && toMembership(row);
  if (!row || !membership) return undefined;
  const { role, companies: choice } = membership;
  const companies = role !== 'manager' ? null : choice === 'all' ? 'all' : row.company_ids;
  return {
    id: row.id,
    email: row.email,
    rights: { role, companies },
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    withdrawnAt: row.withdrawn_at,
  };
}

/** Uses a link up. Returns false if it was used, replaced or withdrawn, or has expired: of two requests, one gets true. */
export async function markInvitationUsed(tx: Tx, lookup: Buffer, now: Date): Promise<boolean> {
  const used = await tx.query(
    `UPDATE team_invitations SET used_at = $2
     WHERE lookup = $1 AND used_at IS NULL AND withdrawn_at IS NULL AND expires_at > $2`,
    [lookup, now],
  );
  return used.rowCount === 1;
}
