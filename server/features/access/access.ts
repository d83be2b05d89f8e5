import { randomUUID } from 'node:crypto';
import type { MyPortal, VerifyAccessResponse } from '../../../contract/company/access.ts';
import { type AccessRight, accessRightTexts } from '../../../contract/company/access-rights.ts';
import type { StatsFilter } from '../../../contract/stats/filter.ts';
import type { Db, Tx } from '../../db/client.ts';
import { lockCompany } from '../../db/locks.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, operator, recordAudit, recordFailure, recordRepeated } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { toLimitKey, toNetwork } from '../../platform/http/client-address.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../platform/idempotency/idempotency.ts';
import type { Requester } from '../../platform/limits/admission-shares.ts';
import { type Session, toActor } from '../sessions/sessions.ts';
import {
  findCompanyByKey,
  findKey,
  insertAccessKey,
  insertEndedViewer,
  isViewerCurrent,
  listCurrentKeyIds,
  listEncryptedKeys,
  listEndedViewers,
  listViewedCompanies,
  revokeKeys,
} from './access.queries.ts';
import { decryptKey, encryptKey, makeAccessKey, normalizeAccessKey, toKeyLookup } from './access-key.ts';
import { readViewerCookie, signViewerCookie, type ViewerCookie, viewerDays } from './viewer-cookie.ts';

/** What the answers to a viewer may contain, and which visits they may count. */
export interface AccessScope {
  /** Whether answers may contain amounts of money. */
  seesMoney: boolean;
  /** Filters that are added to those of every question. */
  filters: readonly StatsFilter[];
}

/** The scope of administrators, and of the server's own questions. */
export const wholeScope: AccessScope = { seesMoney: true, filters: [] };

/** Who sees a company's portal: a browser that entered its access key, or an administrator. */
export interface PortalViewer {
  companyId: string;
  /** What the viewer may do; administrators have every right. */
  rights: ReadonlySet<AccessRight>;
  scope: AccessScope;
  /** The access key; null for an administrator. */
  keyId: string | null;
  /** Identifies this browser among others with the same key. For an administrator, the session's id. */
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

/** What a viewer needs for a route behind the viewer door. */
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
  const { companyId, sessionId, admin } = requirePortalViewer(request);
  return { companyId, sessionId, isAdmin: admin !== null, address: toLimitKey(request.ip) };
}

/** The actor of an action on a portal, for the audit log. */
export function toPortalActor({ admin }: PortalViewer, address: string): Actor {
  const network = toNetwork(address);
  return admin ? toActor(admin, { network }) : { id: null, name: 'viewer', address: network };
}

export interface IssuedKey {
  keyId: string;
  accessKey: string;
}

/** Creates a company's access key. The company must have no current one. */
export async function issueAccessKey(
  tx: Tx,
  appSecret: string,
  companyId: string,
  keyId: string = randomUUID(),
): Promise<IssuedKey> {
  const accessKey = makeAccessKey();
  const normalized = accessKey.replaceAll('-', '');
  await insertAccessKey(tx, {
    id: keyId,
    company_id: companyId,
    lookup: toKeyLookup(appSecret, normalized),
    sealed: encryptKey(appSecret, companyId, accessKey),
  });
  return { keyId, accessKey };
}

/** Checks an entered access key. Returns its company and the viewer cookie; throws a 401 for an invalid key. */
export async function verifyAccess(
  db: Db,
  appSecret: string,
  entered: string,
  network: string,
): Promise<{ answer: VerifyAccessResponse; cookie: string }> {
  const normalized = normalizeAccessKey(entered);
  const owner = normalized && (await findCompanyByKey(db, toKeyLookup(appSecret, normalized)));
  if (!owner) {
    // The entered text is not recorded: it may be a key with a typing mistake.
    await recordFailure(db, { action: 'portal.key-refused', object: '', address: network });
    throw new AppError(401, 'invalid-access-key', 'Invalid access key');
  }
  await recordRepeated(db, {
    actor: 'viewer',
    action: 'portal.opened',
    object: owner.name,
    objectId: owner.company_id,
    address: network,
  });
  const viewer = { companyId: owner.company_id, keyId: owner.key_id };
  return {
    answer: { id: owner.company_id, name: owner.name },
    cookie: signViewerCookie(appSecret, viewer, new Date()),
  };
}

/** The content of a viewer cookie, if its key and session are still current. */
export async function findCurrentViewer(
  db: Db,
  appSecret: string,
  companyId: string,
  cookie: string | undefined,
): Promise<ViewerCookie | undefined> {
  if (cookie === undefined) return undefined;
  const viewer = readViewerCookie(appSecret, companyId, cookie, new Date());
  if (!viewer || !(await isViewerCurrent(db, viewer))) return undefined;
  return viewer;
}

/** The portals that a browser may open with its viewer cookies. Leaves out companies whose key was replaced. */
export async function listPortals(db: Db, viewers: ViewerCookie[]): Promise<MyPortal[]> {
  return viewers.length === 0 ? [] : listViewedCompanies(db, viewers);
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

/** The keys among these that are revoked. */
export async function listRevokedKeyIds(tx: Tx, keyIds: Set<string>): Promise<Set<string>> {
  const current = await listCurrentKeyIds(tx, [...keyIds]);
  return new Set([...keyIds].filter((id) => !current.has(id)));
}

/** The same error for a company that does not exist and one that the caller may not see. */
export function companyNotFound(): AppError {
  return new AppError(404, 'company-not-found', 'The requested company portal does not exist');
}

/** The current key of every company, for administrators. Keys encrypted with another secret are missing. */
export async function listAccessKeys(tx: Tx, appSecret: string): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const { company_id, sealed } of await listEncryptedKeys(tx)) {
    try {
      keys.set(company_id, decryptKey(appSecret, company_id, sealed));
    } catch {
      // Encrypted with another APP_SECRET. This company needs a new key; the others are readable.
    }
  }
  return keys;
}

/** The access key a company was created with. Empty when it has been replaced or cannot be decrypted. */
export async function findFirstAccessKey(tx: Tx, appSecret: string, companyId: string): Promise<string> {
  return decryptCurrentKey(appSecret, await findKey(tx, companyId)) ?? '';
}

type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>;

function decryptCurrentKey(appSecret: string, key: KeyRow | undefined): string | undefined {
  if (!key || key.revoked_at !== null) return undefined;
  try {
    return decryptKey(appSecret, key.company_id, key.sealed);
  } catch {
    // Encrypted with another APP_SECRET.
    return undefined;
  }
}

/**
 * Replaces a company's access key. Requests with the same idempotency claim replace it only once. Revokes the old key
 * and ends its viewers' sessions and open streams.
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
    if (earlierId !== undefined) {
      const accessKey = decryptCurrentKey(appSecret, await findKey(tx, companyId, earlierId));
      if (accessKey === undefined) throw keyReplaced();
      return { keyId: earlierId, accessKey };
    }
    const name = await lockCompany(tx, companyId);
    if (name === undefined) throw companyNotFound();
    await revokeKeys(tx, companyId, new Date());
    const issued = await issueAccessKey(tx, appSecret, companyId, keyId);
    await notify(tx, { kind: 'access-ended', companyId });
    await recordAudit(tx, by, { action: 'company.key-replaced', object: name, objectId: companyId });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    return issued;
  });
}

function keyReplaced(): AppError {
  const message =
    'This access key has already been replaced. Reload the list of companies to see the current one.';
  return new AppError(409, 'conflict', message);
}
