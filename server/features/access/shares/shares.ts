import { randomBytes, randomUUID } from 'node:crypto';
import type { AccessRight } from '../../../../contract/company/access-rights.ts';
import type { Access } from '../../../../contract/company/accesses.ts';
import {
  type CreatedShare,
  listViewFilters,
  type NewShare,
  type ShareChange,
} from '../../../../contract/company/shares.ts';
import { toShareAddress } from '../../../../contract/public/shared-page.ts';
import type { Tx } from '../../../db/client.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PortalOrigins } from '../../../platform/http/portal-hosts.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../../platform/idempotency/idempotency.ts';
import type { HashOwner, HashQueue } from '../../../platform/passwords/hash-queue.ts';
import { type HashCost, hashPassword, saltBytes } from '../../../platform/passwords/password-hash.ts';
import { findCurrentKey, type ListedAccessRow, updateAccess } from '../accesses/accesses.queries.ts';
import {
  type AccessAction,
  type AccessesDeps,
  createAccess,
  requireAccess,
  requireLockedCompany,
  requireRoom,
  toAccess,
} from '../accesses/accesses.ts';
import { requireFuture } from '../accesses/invite-person.ts';
import { readSealedKey } from '../accesses/keys.ts';
import { changeKeyId, insertSharedView, updateSharedView } from './shares.queries.ts';

export interface SharesDeps extends AccessesDeps {
  portals: PortalOrigins;
  hashes: HashQueue;
  hashCost: HashCost;
}

/** An administrator, and under whom the hash of a password is counted. */
interface Sharer {
  by: Actor;
  owner: HashOwner;
}

/** Creates a share link. A repeated request gets the same one. */
export async function createShare(
  deps: SharesDeps,
  companyId: string,
  input: NewShare,
  { by, owner, claim }: Sharer & { claim: IdempotencyClaim | undefined },
): Promise<CreatedShare> {
  requireFuture(input.expiresAt);
  const { db, appSecret } = deps;
  const accessId = randomUUID();
  const passwordHash = input.password === null ? null : await hash(deps, owner, input.password);
  return db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, accessId);
    const company = await requireLockedCompany(tx, companyId);
    if (earlierId !== undefined) return answer(tx, deps, companyId, earlierId);
    await requireRoom(tx, companyId);
    await createAccess(tx, appSecret, {
      ...{ companyId, id: accessId, kind: 'share', name: input.name, createdBy: by.name },
      ...{ rights: toRights(input.seesMoney), filters: listViewFilters(input.view) },
      expiresAt: input.expiresAt === null ? null : new Date(input.expiresAt),
    });
    await insertSharedView(tx, {
      ...{ access_id: accessId, view: input.view, password_hash: passwordHash },
      embed_hosts: input.embedHosts,
    });
    await recordAudit(tx, by, { action: 'access.created', ...toObject(input.name, company, companyId) });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    return answer(tx, deps, companyId, accessId);
  });
}

/**
 * Changes a share link; its address stays. Open views end if something else is shown, or with another password, or none; pages
 * open the link again.
 */
export async function changeShare(
  deps: SharesDeps,
  { companyId, accessId, by, owner }: AccessAction & Sharer,
  change: ShareChange,
): Promise<Access> {
  const { name, view, seesMoney, password, embedHosts, expiresAt } = change;
  requireFuture(expiresAt);
  const { db } = deps;
  await requireShare(db, companyId, accessId);
  const passwordHash = typeof password === 'string' ? await hash(deps, owner, password) : password;
  return db.transaction(async (tx) => {
    const company = await requireLockedCompany(tx, companyId);
    const row = await requireShare(tx, companyId, accessId);
    await updateAccess(
      tx,
      { companyId, accessId },
      {
        name: name ?? row.name,
        ...(view === undefined ? {} : { filters: listViewFilters(view) }),
        ...(seesMoney === undefined ? {} : { rights: toRights(seesMoney) }),
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt === null ? null : new Date(expiresAt) }),
      },
    );
    await updateSharedView(tx, accessId, {
      ...(view === undefined ? {} : { view }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(embedHosts === undefined ? {} : { embed_hosts: embedHosts }),
    });
    // Sessions name the key by its id: with another one, open views have to be opened again.
    if (view !== undefined || seesMoney !== undefined || passwordHash !== undefined)
      await changeKeyId(tx, { companyId, accessId, keyId: randomUUID() });
    await recordAudit(tx, by, {
      action: 'access.changed',
      ...toObject(name ?? row.name, company, companyId),
    });
    await notify(tx, { kind: 'access-changed', accessId });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    return toAccess(await requireShare(tx, companyId, accessId));
  });
}

/** The address of a share link, to copy it again. Empty if its key was encrypted with another APP_SECRET. */
export async function readShareAddress(
  deps: Pick<SharesDeps, 'db' | 'appSecret' | 'portals'>,
  companyId: string,
  accessId: string,
): Promise<string> {
  await requireShare(deps.db, companyId, accessId);
  return readAddress(deps.db, deps, companyId, accessId);
}

async function answer(tx: Tx, deps: SharesDeps, companyId: string, accessId: string): Promise<CreatedShare> {
  const access = toAccess(await requireShare(tx, companyId, accessId));
  return { access, url: await readAddress(tx, deps, companyId, accessId) };
}

async function readAddress(
  tx: Tx,
  { appSecret, portals }: Pick<SharesDeps, 'appSecret' | 'portals'>,
  companyId: string,
  accessId: string,
): Promise<string> {
  const key = await findCurrentKey(tx, companyId, accessId);
  const secret = readSealedKey(appSecret, companyId, key?.sealed);
  return secret === undefined ? '' : toShareAddress(portals.toPortalOrigin(companyId), accessId, secret);
}

async function requireShare(tx: Tx, companyId: string, accessId: string): Promise<ListedAccessRow> {
  const row = await requireAccess(tx, companyId, accessId);
  if (row.kind === 'share') return row;
  throw new AppError(404, 'not-found', 'This access is not a share link.');
}

/** A share link shows the dashboard and nothing else of a portal. */
const toRights = (seesMoney: boolean): AccessRight[] => (seesMoney ? ['dashboard', 'money'] : ['dashboard']);

const toObject = (name: string, company: string, companyId: string) => ({
  object: `share link ${name} of ${company}`,
  objectId: companyId,
});

const hash = ({ hashes, hashCost }: SharesDeps, owner: HashOwner, password: string): Promise<string> =>
  hashes.run(owner, () => hashPassword(password, { salt: randomBytes(saltBytes), cost: hashCost }));
