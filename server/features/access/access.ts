import { randomUUID } from 'node:crypto';
import type { MyPortal, VerifyAccessResponse } from '../../../contract/company/access.ts';
import { type AccessRight, accessRights, accessRightTexts } from '../../../contract/company/access-rights.ts';
import { type AccessKind, companyKeyName } from '../../../contract/company/accesses.ts';
import { parseFilter, type StatsFilter } from '../../../contract/stats/filter.ts';
import type { Db, Tx } from '../../db/client.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, operator, recordAudit, recordFailure, recordRepeated } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { toLimitKey, toNetwork } from '../../platform/http/client-address.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../platform/idempotency/idempotency.ts';
import type { Requester } from '../../platform/limits/admission-shares.ts';
import { type Session, toActor } from '../sessions/sessions.ts';
import {
  findKeyOwner,
  findViewerAccess,
  insertEndedViewer,
  listCompanyKeys,
  listEndedViewers,
  listViewedCompanies,
  listWorkingKeyIds,
} from './access.queries.ts';
import { normalizeAccessKey, toKeyLookup } from './access-key.ts';
import { findCompanyAccessId, findCurrentKey, findKey, hasEndedKey } from './accesses/accesses.queries.ts';
import { createAccess, renewKey, requireLockedCompany } from './accesses/accesses.ts';
import { type IssuedKey, readSealedKey } from './accesses/keys.ts';
import { companyNotFound } from './company-not-found.ts';
import { signViewerCookie, type ViewerCookie, viewerDays } from './viewer-cookie.ts';

export { companyNotFound };

/** The limits of answers to a viewer: whether they contain money, and which visits they count. */
export interface AccessScope {
  /** Whether answers may contain amounts of money. */
  seesMoney: boolean;
  /** Filters that are added to those of every question. */
  filters: readonly StatsFilter[];
}

/** The scope of administrators, and of the server's own questions. */
export const wholeScope: AccessScope = { seesMoney: true, filters: [] };

/** The access of a viewer. */
export interface ViewerAccess {
  id: string;
  kind: AccessKind;
  name: string;
}

/** Who sees a company's portal: a browser that entered its access key, a program with a token, or an administrator. */
export interface PortalViewer {
  companyId: string;
  /** The rights of the viewer; administrators have every right. */
  rights: ReadonlySet<AccessRight>;
  scope: AccessScope;
  /** The access; null for an administrator. */
  access: ViewerAccess | null;
  /** The key of the access; null for an administrator. */
  keyId: string | null;
  /** Identifies this browser among others with the same key. For an administrator, the session's id; for a token, its id. */
  sessionId: string;
  /** The administrator; null for a viewer. */
  admin: Session | null;
  /** When the viewer's cookie expires; null for an administrator. */
  endsAt: Date | null;
}

/** The viewer of a request behind the viewer door. */
export function requirePortalViewer({ viewer }: { viewer: PortalViewer | null }): PortalViewer {
  if (!viewer) throw companyNotFound();
  return viewer;
}

/** The rights that a route behind the viewer door needs. */
export interface RouteRights {
  /** Every one of these. */
  rights: readonly AccessRight[];
  /** The answer cannot be narrowed by filters: it is refused to viewers with a fixed filter. */
  isWhole?: boolean;
}

/** Throws a 403 unless the viewer has the rights of a route. */
export function requireRights({ rights, scope }: PortalViewer, needed: RouteRights): void {
  const missing = needed.rights.find((right) => !rights.has(right));
  if (missing !== undefined) throw missingRight(accessRightTexts[missing].label);
  if (needed.isWhole && scope.filters.length > 0)
    throw new AppError(
      403,
      'missing-right',
      'Your access shows a part of this site only, and this is about all of it.',
    );
}

/** @param label The missing right, as screens name it. */
export function missingRight(label: string): AppError {
  return new AppError(
    403,
    'missing-right',
    `Your access does not include “${label}”. Ask your account administrator.`,
  );
}

/** Whom the queries of a request behind the viewer door are counted for. */
export function toRequester(request: { viewer: PortalViewer | null; ip: string }): Requester {
  const { companyId, sessionId, admin, access } = requirePortalViewer(request);
  const isShared = access?.kind === 'share';
  return { companyId, sessionId, isAdmin: admin !== null, isShared, address: toLimitKey(request.ip) };
}

/** The actor of an action on a portal, for the audit log. */
export function toPortalActor({ admin, access }: PortalViewer, address: string): Actor {
  const network = toNetwork(address);
  if (admin) return toActor(admin, { network });
  return { id: null, name: access?.kind === 'token' ? `token “${access.name}”` : 'viewer', address: network };
}

/** The rights of a new company key. */
const companyKeyRights: readonly AccessRight[] = ['dashboard', 'money', 'orders', 'export'];

/** Creates the access that every company has, with its key. The company must have none. */
export function issueAccessKey(
  tx: Tx,
  appSecret: string,
  companyId: string,
  createdBy: string = operator.name,
): Promise<IssuedKey> {
  const rights = companyKeyRights;
  return createAccess(tx, appSecret, { companyId, kind: 'company', name: companyKeyName, rights, createdBy });
}

/** Checks an entered access key. Returns its company and the viewer cookie; throws a 401 for an invalid key. */
export async function verifyAccess(
  db: Db,
  appSecret: string,
  entered: string,
  network: string,
): Promise<EnteredPortal> {
  const normalized = normalizeAccessKey(entered);
  const owner = normalized && (await findKeyOwner(db, toKeyLookup(appSecret, normalized), new Date()));
  if (!owner) {
    // The entered text is not recorded: it may be a key with a typing mistake.
    await recordFailure(db, { action: 'portal.key-refused', object: '', address: network });
    throw new AppError(401, 'invalid-access-key', 'Invalid access key');
  }
  return enterPortal({ db, appSecret }, { ...owner, company: owner.name }, network);
}

/** The answer to a person who may open a portal, and the viewer cookie that opens it. */
export interface EnteredPortal {
  answer: VerifyAccessResponse;
  cookie: string;
}

/** Lets a browser into a portal with the key of an access. */
export async function enterPortal(
  { db, appSecret }: { db: Db; appSecret: string },
  opened: { company_id: string; company: string; key_id: string; access_name: string },
  network: string,
): Promise<EnteredPortal> {
  await recordRepeated(db, {
    actor: 'viewer',
    action: 'portal.opened',
    object: `${opened.company} (${opened.access_name})`,
    objectId: opened.company_id,
    address: network,
  });
  const viewer = { companyId: opened.company_id, keyId: opened.key_id };
  return {
    answer: { id: opened.company_id, name: opened.company },
    cookie: signViewerCookie(appSecret, viewer, new Date()),
  };
}

/** The viewer of a cookie, or of the session of a share link, if the access still works. */
export async function findViewer(
  db: Db,
  cookie: ViewerCookie | undefined,
  now: Date,
): Promise<PortalViewer | undefined> {
  const row = cookie && (await findViewerAccess(db, cookie, now));
  if (!row) return undefined;
  return {
    ...cookie,
    access: { id: row.id, kind: row.kind, name: row.name },
    rights: new Set(accessRights.filter((right) => row.rights.includes(right))),
    scope: toScope(row),
    admin: null,
    endsAt: toEarlier(cookie.endsAt, row.expires_at),
  };
}

const toEarlier = (one: Date, other: Date | null) =>
  new Date(Math.min(one.getTime(), (other ?? one).getTime()));

/** The scope of an access. One with a filter that this version cannot read sees nothing. */
export function toScope({ rights, filters }: { rights: string[]; filters: string[] }): AccessScope {
  const parsed = filters.map((text) => {
    const filter = parseFilter(text);
    if ('problem' in filter) throw companyNotFound();
    return filter;
  });
  return { seesMoney: rights.includes('money'), filters: parsed };
}

/** The portals that a browser may open with its viewer cookies. Leaves out companies whose key was replaced. */
export async function listPortals(db: Db, viewers: ViewerCookie[]): Promise<MyPortal[]> {
  return viewers.length === 0 ? [] : listViewedCompanies(db, viewers, new Date());
}

/** Signs a viewer out of a portal: the cookie and every copy of it become invalid. */
export async function endViewerSession(db: Db, { sessionId }: ViewerCookie, now: Date): Promise<void> {
  // One day more than the cookie's lifetime, because the clocks of processes differ.
  const deleteBefore = new Date(now.getTime() - (viewerDays + 1) * 86_400_000);
  await db.transaction(async (tx) => {
    await insertEndedViewer(tx, { sessionId, at: now, deleteBefore });
    await notify(tx, { kind: 'viewer-ended', sessionId });
  });
}

/** The sessions among these whose viewers have signed out. */
export function listEndedViewerIds(tx: Tx, sessionIds: Set<string>): Promise<Set<string>> {
  return listEndedViewers(tx, [...sessionIds]);
}

/** The keys among these that no longer work. */
export async function listRevokedKeyIds(tx: Tx, keyIds: Set<string>): Promise<Set<string>> {
  const current = await listWorkingKeyIds(tx, [...keyIds], new Date());
  return new Set([...keyIds].filter((id) => !current.has(id)));
}

/** The company key of every company, for administrators. Keys encrypted with another secret are missing. */
export async function listAccessKeys(tx: Tx, appSecret: string): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const { company_id: companyId, sealed } of await listCompanyKeys(tx)) {
    const key = readSealedKey(appSecret, companyId, sealed);
    // A company whose key was encrypted with another APP_SECRET needs a new one; the others are readable.
    if (key !== undefined) keys.set(companyId, key);
  }
  return keys;
}

/** The access key a company was created with. Empty when it has been replaced or cannot be decrypted. */
export async function findFirstAccessKey(tx: Tx, appSecret: string, companyId: string): Promise<string> {
  const accessId = await findCompanyAccessId(tx, companyId);
  if (accessId === undefined || (await hasEndedKey(tx, companyId, accessId))) return '';
  const key = await findCurrentKey(tx, companyId, accessId);
  return readSealedKey(appSecret, companyId, key?.sealed) ?? '';
}

/**
 * Replaces the company key. Requests with the same idempotency claim replace it only once. The sessions and open streams of
 * the old key end; those of other accesses stay.
 */
export async function replaceAccessKey(
  db: Db,
  appSecret: string,
  companyId: string,
  by: Actor = operator,
  claim?: IdempotencyClaim,
): Promise<IssuedKey> {
  const keyId = randomUUID();
  return db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, keyId);
    if (earlierId !== undefined) return requireEarlierKey(tx, appSecret, companyId, earlierId);
    const name = await requireLockedCompany(tx, companyId);
    const accessId = await findCompanyAccessId(tx, companyId);
    const issued =
      accessId === undefined
        ? await issueAccessKey(tx, appSecret, companyId, by.name)
        : await renewKey(tx, appSecret, { companyId, accessId, keyId });
    await recordAudit(tx, by, { action: 'company.key-replaced', object: name, objectId: companyId });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    return issued;
  });
}

/** The key that an earlier request with the same idempotency claim created, unless it has been replaced since. */
async function requireEarlierKey(
  tx: Tx,
  appSecret: string,
  companyId: string,
  keyId: string,
): Promise<IssuedKey> {
  const key = await findKey(tx, companyId, keyId);
  const accessKey = key?.ends_at === null ? readSealedKey(appSecret, companyId, key.sealed) : undefined;
  if (accessKey === undefined) throw keyReplaced();
  return { keyId, accessKey };
}

function keyReplaced(): AppError {
  const message =
    'This access key has already been replaced. Reload the list of companies to see the current one.';
  return new AppError(409, 'conflict', message);
}
