import { randomUUID } from 'node:crypto';
import type { CreatedAccess, CreatedLink, NewPersonAccess } from '../../../../contract/company/accesses.ts';
import type { Tx } from '../../../db/client.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PortalOrigins } from '../../../platform/http/portal-hosts.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../../platform/idempotency/idempotency.ts';
import type { MailSource } from '../../../platform/mail/mail-brand.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { invitationMail } from '../links/link-mails.ts';
import { createLink, type MailedLink, requireEarlierLink } from '../links/links.ts';
import { findCurrentKey, findPortalBrand } from './accesses.queries.ts';
import {
  type AccessAction,
  type AccessesDeps,
  createAccess,
  renewKey,
  requireAccess,
  requireLockedCompany,
  requireRoom,
  toAccess,
} from './accesses.ts';
import { readSealedKey } from './keys.ts';

export interface InvitationsDeps extends AccessesDeps, MailSource {
  mailer: Mailer;
  portals: PortalOrigins;
  /** True without a mail server: mails are files on the disk of this machine. */
  storesMails: boolean;
}

/**
 * Creates the access of a person to a portal. The answer has the key and a link that opens the portal once, which is mailed if wanted.
 * A repeated request gets the same access and link, and mails nothing more.
 */
export async function invitePerson(
  deps: InvitationsDeps,
  companyId: string,
  input: NewPersonAccess,
  { by, claim }: { by: Actor; claim: IdempotencyClaim | undefined },
): Promise<CreatedAccess> {
  requireFuture(input.expiresAt);
  if (input.sendsInvitation) requireAddress(input.email);
  const { db, appSecret } = deps;
  const accessId = randomUUID();
  return db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, accessId);
    const company = await requireLockedCompany(tx, companyId);
    const mailedTo = input.sendsInvitation ? input.email : null;
    if (earlierId !== undefined)
      return answerAgain(tx, deps, { companyId, accessId: earlierId, linkId: earlierId, mailedTo });
    await requireRoom(tx, companyId);
    const { accessKey } = await createAccess(tx, appSecret, {
      ...{ companyId, id: accessId, name: input.name, email: input.email, rights: input.rights },
      ...{ filters: input.filters, createdBy: by.name },
      expiresAt: input.expiresAt === null ? null : new Date(input.expiresAt),
    });
    const link = await createLink(tx, deps, { companyId, accessId, id: accessId });
    await mailLink(tx, deps, { companyId, company, link, mailedTo });
    const object = `${input.name} of ${company}`;
    await recordAudit(tx, by, { action: 'access.created', object, objectId: companyId });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    const access = toAccess(await requireAccess(tx, companyId, accessId));
    return { access, accessKey, link: toAnswer(deps, link, mailedTo) };
  });
}

async function answerAgain(
  tx: Tx,
  deps: InvitationsDeps,
  {
    companyId,
    accessId,
    linkId,
    mailedTo,
  }: { companyId: string; accessId: string; linkId: string; mailedTo: string | null },
): Promise<CreatedAccess> {
  const access = toAccess(await requireAccess(tx, companyId, accessId));
  const key = await findCurrentKey(tx, companyId, accessId);
  const link = await requireEarlierLink(tx, deps, { companyId, id: linkId });
  const accessKey = readSealedKey(deps.appSecret, companyId, key?.sealed) ?? '';
  return { access, accessKey, link: toAnswer(deps, link, mailedTo) };
}

/**
 * Creates a new link for a person who has access, and mails it if wanted. Links of before stay valid. A repeated request gets
 * the same link, and mails nothing more.
 */
export async function inviteAgain(
  deps: InvitationsDeps,
  { companyId, accessId, by }: AccessAction,
  { sendsMail, claim }: { sendsMail: boolean; claim: IdempotencyClaim | undefined },
): Promise<CreatedLink> {
  const linkId = randomUUID();
  return deps.db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, linkId);
    const company = await requireLockedCompany(tx, companyId);
    const { kind, name, email, expires_at } = await requireAccess(tx, companyId, accessId);
    if (kind !== 'person') throw new AppError(409, 'conflict', 'Only a person can be invited.');
    requireNotExpired(expires_at);
    const mailedTo = sendsMail ? requireAddress(email) : null;
    if (earlierId !== undefined) {
      const earlier = await requireEarlierLink(tx, deps, { companyId, id: earlierId });
      return { link: toAnswer(deps, earlier, mailedTo) };
    }
    const link = await createLink(tx, deps, { companyId, accessId, id: linkId });
    await mailLink(tx, deps, { companyId, company, link, mailedTo });
    const object = `${name} of ${company}`;
    await recordAudit(tx, by, { action: 'access.link-created', object, objectId: companyId });
    return { link: toAnswer(deps, link, mailedTo) };
  });
}

/** Renews the key of a person, with a new link. The old key, its open portals and links end at once. */
export async function renewAccess(
  deps: InvitationsDeps,
  { companyId, accessId, by }: AccessAction,
  claim: IdempotencyClaim | undefined,
): Promise<CreatedAccess> {
  const keyId = randomUUID();
  return deps.db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, keyId);
    const company = await requireLockedCompany(tx, companyId);
    if (earlierId !== undefined)
      return answerAgain(tx, deps, { companyId, accessId, linkId: earlierId, mailedTo: null });
    const { kind, name, expires_at } = await requireAccess(tx, companyId, accessId);
    if (kind !== 'person') throw new AppError(409, 'conflict', 'Only the key of a person can be renewed.');
    requireNotExpired(expires_at);
    const { accessKey } = await renewKey(tx, deps.appSecret, { companyId, accessId, keyId });
    const link = await createLink(tx, deps, { companyId, accessId, id: keyId });
    const object = `${name} of ${company}`;
    await recordAudit(tx, by, { action: 'access.renewed', object, objectId: companyId });
    const access = toAccess(await requireAccess(tx, companyId, accessId));
    return { access, accessKey, link: toAnswer(deps, link, null) };
  });
}

async function mailLink(
  tx: Tx,
  deps: InvitationsDeps,
  {
    companyId,
    company,
    link,
    mailedTo,
  }: { companyId: string; company: string; link: MailedLink; mailedTo: string | null },
): Promise<void> {
  if (mailedTo === null) return;
  const brand = await findPortalBrand(tx, companyId);
  await deps.mailer.queue(tx, invitationMail(mailedTo, deps, { company, brand, url: link.url }));
}

const toAnswer = (
  { storesMails }: InvitationsDeps,
  { url, expiresAt }: MailedLink,
  mailedTo: string | null,
) => ({
  url,
  expiresAt: expiresAt.toISOString(),
  mailedTo,
  isMailStored: mailedTo !== null && storesMails,
});

function requireAddress(email: string | null): string {
  if (email !== null) return email;
  throw new AppError(400, 'invalid-request', 'email is required to send an invitation.', { field: 'email' });
}

function requireNotExpired(expiresAt: Date | null): void {
  if (expiresAt === null || expiresAt > new Date()) return;
  throw new AppError(409, 'conflict', 'This access has expired. Give it a later end first.');
}

/** Throws a 400 for an end that has passed already. */
export function requireFuture(expiresAt: string | null | undefined): void {
  if (!expiresAt || Date.parse(expiresAt) > Date.now()) return;
  throw new AppError(400, 'invalid-request', 'expiresAt must be in the future.', { field: 'expiresAt' });
}
