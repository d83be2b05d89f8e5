import { randomUUID } from 'node:crypto';
import { type AccessRight, accessRights, viewerRights } from '../../../../contract/company/access-rights.ts';
import {
  type Access,
  type AccessChange,
  type AccessKind,
  accessLimits,
  peopleRights,
} from '../../../../contract/company/accesses.ts';
import { newToken } from '../../../../contract/company/tokens.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { lockCompany } from '../../../db/locks.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireValid } from '../../../platform/http/validate.ts';
import { companyNotFound } from '../company-not-found.ts';
import {
  countAccesses,
  endCurrentKey,
  endLinks,
  findAccessRow,
  findCurrentKey,
  insertAccess,
  type ListedAccessRow,
  listAccessRows,
  updateAccess,
} from './accesses.queries.ts';
import { type IssuedKey, issueKey, readSealedKey } from './keys.ts';

export interface AccessesDeps {
  db: Db;
  appSecret: string;
}

/** An access of a company, and who acts on it. */
export interface AccessAction {
  companyId: string;
  accessId: string;
  by: Actor;
}

export interface AccessInput {
  companyId: string;
  /** Generated if not given. */
  id?: string;
  kind?: AccessKind;
  name: string;
  email?: string | null;
  rights: readonly AccessRight[];
  filters?: readonly string[];
  expiresAt?: Date | null;
  createdBy?: string;
}

/** Creates an access of a person (or the company key) with its key. */
export async function createAccess(
  tx: Tx,
  appSecret: string,
  input: AccessInput,
): Promise<IssuedKey & { accessId: string }> {
  const accessId = await storeAccess(tx, input);
  return { accessId, ...(await issueKey(tx, appSecret, { companyId: input.companyId, accessId })) };
}

/** Stores an access without a key. */
async function storeAccess(tx: Tx, input: AccessInput): Promise<string> {
  const { companyId, id = randomUUID(), kind = 'person', filters = [] } = input;
  await insertAccess(tx, {
    ...{ id, company_id: companyId, kind, name: input.name, email: input.email ?? null },
    ...{ rights: sortRights(input.rights), filters: [...filters], expires_at: input.expiresAt ?? null },
    ...{ created_at: new Date(), created_by: input.createdBy ?? '' },
  });
  return id;
}

const sortRights = (given: readonly string[]): AccessRight[] =>
  accessRights.filter((right) => given.includes(right));

export async function listAccesses({ db }: Pick<AccessesDeps, 'db'>, companyId: string): Promise<Access[]> {
  return (await listAccessRows(db, companyId, new Date())).map(toAccess);
}

/** Throws a 409 if the company has as many accesses as it can have. Call it with the company locked. */
export async function requireRoom(tx: Tx, companyId: string): Promise<void> {
  if ((await countAccesses(tx, companyId)) < accessLimits.perCompany) return;
  const message = `A company has at most ${accessLimits.perCompany} accesses. Revoke one first.`;
  throw new AppError(409, 'conflict', message);
}

/** Locks a company until the transaction ends. Returns its name. */
export async function requireLockedCompany(tx: Tx, companyId: string): Promise<string> {
  const name = await lockCompany(tx, companyId);
  if (name === undefined) throw companyNotFound();
  return name;
}

/** Throws a 404 for an access that the company does not have, or that was revoked. */
export async function requireAccess(tx: Tx, companyId: string, accessId: string): Promise<ListedAccessRow> {
  const row = await findAccessRow(tx, { companyId, accessId, now: new Date() });
  if (row) return row;
  throw new AppError(404, 'not-found', 'This access was revoked. Reload the list to see those that work.');
}

/** Changes an access. Its open portals reconnect, with the rights that it has then. */
export async function changeAccess(
  { db }: AccessesDeps,
  { companyId, accessId, by }: AccessAction,
  change: AccessChange,
): Promise<Access> {
  return db.transaction(async (tx) => {
    const company = await requireLockedCompany(tx, companyId);
    const row = await requireAccess(tx, companyId, accessId);
    if (row.kind === 'share')
      throw new AppError(
        409,
        'conflict',
        'This access is a share link, which is changed with the other share links.',
      );
    const { name, email, filters, rights, expiresAt } = change;
    if (row.kind === 'token')
      requireValid(newToken, {
        name: name ?? row.name,
        rights: rights ?? row.rights,
        filters: filters ?? row.filters,
      });
    else if (rights !== undefined) requirePeopleRights(rights);
    if (row.kind === 'company' && expiresAt) throw companyKeyStays('expiresAt', 'expire');
    await updateAccess(
      tx,
      { companyId, accessId },
      {
        ...(name === undefined ? {} : { name }),
        ...(email === undefined ? {} : { email }),
        ...(filters === undefined ? {} : { filters }),
        ...(rights === undefined ? {} : { rights: sortRights(rights) }),
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt === null ? null : new Date(expiresAt) }),
      },
    );
    // A link that was mailed to the address of before is no longer the person's.
    if (email !== undefined && email !== row.email) await endLinks(tx, accessId, new Date());
    const object = `${name ?? row.name} of ${company}`;
    await recordAudit(tx, by, { action: 'access.changed', object, objectId: companyId });
    await notify(tx, { kind: 'access-changed', accessId });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    return toAccess(await requireAccess(tx, companyId, accessId));
  });
}

/** Ends an access at once, with its open portals, links and keys. Others stay as they are. */
export async function revokeAccess(
  { db }: Pick<AccessesDeps, 'db'>,
  { companyId, accessId, by }: AccessAction,
): Promise<void> {
  await db.transaction(async (tx) => {
    const company = await requireLockedCompany(tx, companyId);
    const row = await requireAccess(tx, companyId, accessId);
    if (row.kind === 'company') throw companyKeyStays(undefined, 'be revoked; replace it instead');
    const now = new Date();
    // The name stays, for the openings that it is in.
    await updateAccess(tx, { companyId, accessId }, { revoked_at: now, email: null });
    await endLinks(tx, accessId, now);
    const object = `${row.name} of ${company}`;
    await recordAudit(tx, by, { action: 'access.revoked', object, objectId: companyId });
    await notify(tx, { kind: 'access-changed', accessId });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
  });
}

/** Renews the key of a person. The old one, its open portals and its links end at once. */
export async function renewKey(
  tx: Tx,
  appSecret: string,
  { companyId, accessId, keyId }: { companyId: string; accessId: string; keyId?: string },
): Promise<IssuedKey> {
  const now = new Date();
  await endCurrentKey(tx, { companyId, accessId, endsAt: now });
  await endLinks(tx, accessId, now);
  const issued = await issueKey(tx, appSecret, {
    companyId,
    accessId,
    ...(keyId === undefined ? {} : { keyId }),
  });
  await notify(tx, { kind: 'access-changed', accessId });
  return issued;
}

/** The key of a person, for an administrator. Empty if it was encrypted with another APP_SECRET. */
export async function readAccessKey(
  { db, appSecret }: AccessesDeps,
  companyId: string,
  accessId: string,
): Promise<string> {
  await requireAccess(db, companyId, accessId);
  const key = await findCurrentKey(db, companyId, accessId);
  if (!key?.sealed) throw new AppError(404, 'not-found', 'This access has no key that can be shown again.');
  return readSealedKey(appSecret, companyId, key.sealed) ?? '';
}

/** Throws a 400 unless people can have these rights. */
function requirePeopleRights(rights: readonly AccessRight[]): void {
  const known = rights.filter((right) => (viewerRights as readonly string[]).includes(right));
  if (known.length < rights.length)
    throw new AppError(400, 'invalid-request', 'write-orders is a right of tokens alone.', {
      field: 'rights',
    });
  requireValid(peopleRights, { rights });
}

function companyKeyStays(field: string | undefined, what: string): AppError {
  const details = field === undefined ? {} : { field };
  return new AppError(409, 'conflict', `The company key cannot ${what}.`, details);
}

export function toAccess(row: ListedAccessRow): Access {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    email: row.email,
    rights: sortRights(row.rights),
    filters: row.filters,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    visits: row.visits,
    hint: row.hint,
    oldTokenEndsAt: row.old_token_ends_at?.toISOString() ?? null,
    share:
      row.view === null
        ? null
        : { view: row.view, hasPassword: row.has_password, embedHosts: row.embed_hosts ?? [] },
  };
}
