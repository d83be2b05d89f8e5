import type { MemberRights, Team, TeamMember } from '../../../../contract/account/team.ts';
import type { Tx } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { deleteSessions, findMembership } from '../../sessions/sessions.queries.ts';
import { requirePermission, type Session } from '../../sessions/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { deleteRole } from '../admins/admins.queries.ts';
import {
  countCompanies,
  findMemberRow,
  hasOtherOwner,
  listMemberRows,
  type MemberRow,
  updateRights,
} from './team.queries.ts';
import { listPendingInvitations, withdrawInvitationsOf } from './team-invitations.queries.ts';
import { memberRemovedMail, rightsChangedMail } from './team-mails.ts';

export type TeamDeps = Pick<Accounts, 'db' | 'mailer' | 'publicUrl' | 'mailBrand' | 'appSecret'>;

/** The owner who changes the team. */
export interface TeamOwner {
  session: Session;
  actor: Actor;
}

/** The members, and the invitations that were neither used nor withdrawn. */
export async function readTeam({ db }: Pick<TeamDeps, 'db'>): Promise<Omit<Team, 'storesMails'>> {
  const [members, invitations] = await Promise.all([listMemberRows(db), listPendingInvitations(db)]);
  return {
    members: members.map(toTeamMember),
    invitations: invitations.map(({ createdAt, expiresAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
}

const toTeamMember = ({ since, lastSignInAt, ...row }: MemberRow): TeamMember => ({
  ...row,
  since: since.toISOString(),
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
});

/** Changes of the team run one after the other. The caller may have lost the role since the door read it. */
export async function lockTeam(tx: Tx, { session }: TeamOwner): Promise<void> {
  await lockForTransaction(tx, { lock: 'team' });
  requirePermission((await findMembership(tx, session.userId))?.role ?? null, 'team');
}

/** Throws if the team would be without an owner after this account lost the role. No other request can change that until the transaction ends. */
export async function requireOtherOwner(tx: Tx, userId: string): Promise<void> {
  await lockForTransaction(tx, { lock: 'team' });
  if (await hasOtherOwner(tx, userId)) return;
  const message = 'This is the only owner. Make someone else an owner first.';
  throw new AppError(409, 'last-owner', message);
}

export async function requireCompanies(tx: Tx, { companies }: MemberRights): Promise<void> {
  if (companies === null || companies === 'all' || companies.length === 0) return;
  if ((await countCompanies(tx, companies)) === new Set(companies).size) return;
  const message = 'One of these companies no longer exists. Reload the page and choose again.';
  throw new AppError(400, 'invalid-request', message, { field: 'companies' });
}

/** As text for the audit log and for mails. */
export function describeRights({ role, companies }: MemberRights): string {
  if (role !== 'manager') return role;
  if (companies === 'all') return 'manager of all companies';
  const count = companies?.length ?? 0;
  if (count === 0) return 'manager, so far without companies';
  return `manager of ${count} ${count === 1 ? 'company' : 'companies'}`;
}

/** Changes the role or the companies of a member. With another role the member has to sign in again. */
export async function changeMember(
  deps: TeamDeps,
  by: TeamOwner,
  userId: string,
  rights: MemberRights,
): Promise<TeamMember> {
  return deps.db.transaction(async (tx) => {
    await lockTeam(tx, by);
    const before = await requireMember(tx, userId);
    if (before.role === 'owner' && rights.role !== 'owner') await requireOtherOwner(tx, userId);
    await requireCompanies(tx, rights);
    await updateRights(tx, userId, rights);
    const isOwn = userId === by.session.userId;
    if (before.role !== rights.role) {
      await withdrawInvitationsOf(tx, userId);
      // A token from before must not have other rights. The caller sees the change at the next request.
      await deleteSessions(tx, userId, isOwn ? by.session.id : undefined);
    }
    const after = await requireMember(tx, userId);
    const object = `${after.email} (${describeRights(rights)})`;
    await recordAudit(tx, by.actor, { action: 'team.role-changed', object, objectId: userId });
    if (!isOwn) await deps.mailer.queue(tx, rightsChangedMail(after.email, deps, describeRights(rights)));
    await announceChange(tx);
    return toTeamMember(after);
  });
}

/**
 * Removes a member from the team. The account stays, without a role; its sessions and streams end at once,
 * and so do the invitations that it has sent.
 */
export async function removeMember(deps: TeamDeps, by: TeamOwner, userId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockTeam(tx, by);
    const member = await requireMember(tx, userId);
    if (member.role === 'owner') await requireOtherOwner(tx, userId);
    await deleteRole(tx, userId);
    await withdrawInvitationsOf(tx, userId);
    await deleteSessions(tx, userId);
    const record = { action: 'team.member-removed', object: member.email, objectId: userId };
    await recordAudit(tx, by.actor, record);
    await deps.mailer.queue(tx, memberRemovedMail(member.email, deps));
    await announceChange(tx);
  });
}

/** Open streams check their rights, and open team pages load again. */
export async function announceChange(tx: Tx): Promise<void> {
  await notify(tx, { kind: 'rights-changed' });
  await notify(tx, { kind: 'admin-topic-changed', topic: 'team' });
}

async function requireMember(tx: Tx, userId: string): Promise<MemberRow> {
  const member = await findMemberRow(tx, userId);
  if (!member) throw new AppError(404, 'not-found', 'This person is not in the team any more.');
  return member;
}
