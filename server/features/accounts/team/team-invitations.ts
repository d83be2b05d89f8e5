import { randomBytes, randomUUID } from 'node:crypto';
import {
  invitationDays,
  type NewInvitation,
  type TeamInvitation,
} from '../../../../contract/account/team.ts';
import type { Tx } from '../../../db/client.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../../platform/idempotency/idempotency.ts';
import { deriveKey, hmac } from '../../../platform/keys.ts';
import { consumeAttempt } from '../../../platform/limits/attempts.ts';
import { isMemberAddress } from './team.queries.ts';
import { describeRights, lockTeam, requireCompanies, type TeamDeps, type TeamOwner } from './team.ts';
import {
  type InvitationRow,
  insertInvitation,
  listPendingInvitations,
  pendingMax,
  renewInvitationRow,
  withdrawExpiredInvitation,
  withdrawInvitationRow,
} from './team-invitations.queries.ts';
import { invitationMail } from './team-mails.ts';

/** Invites an address to the team. Requests with the same idempotency claim send one mail. */
export async function inviteMember(
  deps: TeamDeps,
  by: TeamOwner,
  { email, ...rights }: NewInvitation,
  claim: IdempotencyClaim | undefined,
): Promise<TeamInvitation> {
  const id = randomUUID();
  const { token, lookup } = createToken(deps.appSecret);
  return deps.db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, id);
    if (earlierId !== undefined) return toInvitation(await requirePending(tx, earlierId));
    await lockTeam(tx, by);
    await consumeInvitationMail(tx, by);
    await requireCompanies(tx, rights);
    if (await isMemberAddress(tx, email)) throw conflict('This address is in the team already.');
    const now = new Date();
    await withdrawExpiredInvitation(tx, email, now);
    if ((await listPendingInvitations(tx)).length >= pendingMax) {
      throw conflict(`There are ${pendingMax} open invitations. Withdraw some of them first.`);
    }
    const invitedBy = by.session.email;
    const row = { id, email, rights, lookup, invitedBy, createdAt: now, expiresAt: toExpiry(now) };
    if (!(await insertInvitation(tx, row))) {
      throw conflict('This address has an open invitation. Send it again, or withdraw it first.');
    }
    await deps.mailer.queue(tx, toMail(deps, by, { email, token, rights: describeRights(rights) }));
    const object = `${email} (${describeRights(rights)})`;
    await recordAudit(tx, by.actor, { action: 'team.invited', object, objectId: id });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'team' });
    return toInvitation(await requirePending(tx, id));
  });
}

/** Mails a new link, also after the last one expired. Earlier links stop working. */
export async function renewInvitation(deps: TeamDeps, by: TeamOwner, id: string): Promise<TeamInvitation> {
  const { token, lookup } = createToken(deps.appSecret);
  return deps.db.transaction(async (tx) => {
    await lockTeam(tx, by);
    await consumeInvitationMail(tx, by);
    const { email, role, companies } = await requirePending(tx, id);
    await renewInvitationRow(tx, id, { lookup, expiresAt: toExpiry(new Date()) });
    const ids = Array.isArray(companies) ? companies.map((company) => company.id) : companies;
    const rights = describeRights({ role, companies: ids });
    await deps.mailer.queue(tx, toMail(deps, by, { email, token, rights }));
    await recordAudit(tx, by.actor, { action: 'team.invitation-renewed', object: email, objectId: id });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'team' });
    return toInvitation(await requirePending(tx, id));
  });
}

/** Its link stops working. */
export async function withdrawInvitation(deps: TeamDeps, by: TeamOwner, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockTeam(tx, by);
    const email = await withdrawInvitationRow(tx, id, new Date());
    if (email === undefined) throw invitationGone();
    await recordAudit(tx, by.actor, { action: 'team.invitation-withdrawn', object: email, objectId: id });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'team' });
  });
}

/** The stored value of a link's token. A token is 256 random bits and cannot be guessed. */
export const toInvitationLookup = (appSecret: string, token: string): Buffer =>
  hmac(deriveKey(appSecret, 'team-invitation'), token);

function createToken(appSecret: string) {
  const token = randomBytes(32).toString('base64url');
  return { token, lookup: toInvitationLookup(appSecret, token) };
}

const toExpiry = (now: Date) => new Date(now.getTime() + invitationDays * 86_400_000);

/** A stolen session must not turn the server into a source of unwanted mail. */
function consumeInvitationMail(tx: Tx, { session }: TeamOwner): Promise<void> {
  const reason = 'You have sent many invitations.';
  return consumeAttempt(tx, {
    key: `team-invitation/${session.userId}`,
    max: 50,
    windowSeconds: 3_600,
    reason,
  });
}

const toMail = (
  deps: TeamDeps,
  { session }: TeamOwner,
  { email, token, rights }: { email: string; token: string; rights: string },
) => invitationMail(email, deps, { token, invitedBy: session.email, rights });

async function requirePending(tx: Tx, id: string): Promise<InvitationRow> {
  const [pending] = await listPendingInvitations(tx, id);
  if (!pending) throw invitationGone();
  return pending;
}

const toInvitation = ({ createdAt, expiresAt, ...row }: InvitationRow): TeamInvitation => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

const conflict = (message: string) => new AppError(409, 'conflict', message, { field: 'email' });

function invitationGone(): AppError {
  return new AppError(404, 'not-found', 'This invitation was used or withdrawn.');
}
