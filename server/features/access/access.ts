import { randomUUID } from 'node:crypto';
import type { MyPortal, VerifyAccessAnswer } from '../../../contract/access.ts';
import type { Db, Tx } from '../../db/client.ts';
import { notify } from '../../db/notifications.ts';
import { type Actor, operator, recordAudit, recordFailure, recordRepeated } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { toNetwork } from '../../platform/http/client-address.ts';
import { claimKey, type IdempotencyClaim } from '../../platform/idempotency/idempotency.ts';
import { type Caller, toActor } from '../accounts/accounts.ts';
import {
  findCompanyByKey,
  findKey,
  hasCompany,
  insertAccessKey,
  insertEndedViewer,
  isViewerCurrent,
  listCurrentKeyIds,
  listEncryptedKeys,
  listEndedViewers,
  listViewedCompanies,
  lockCompany,
  revokeKeys,
} from './access.queries.ts';
import { decryptKey, encryptKey, makeAccessKey, normalizeAccessKey, toKeyLookup } from './access-key.ts';
import { readViewerCookie, signViewerCookie, type ViewerCookie, viewerDays } from './viewer-cookie.ts';

/** What lets somebody see a company: a viewer's access key, or, without one, an administrator's session. */
export interface PortalViewer {
  companyId: string;
  keyId: string | null;
  /** Tells this browser from others with the same key; of administrators their session. */
  sessionId: string;
  /** The administrator; null for a viewer. */
  admin: Caller | null;
  /** When the viewer's cookie expires; null for an administrator. */
  endsAt: Date | null;
}

/** Who acts on a portal, as the audit log names them. */
export function toPortalActor({ admin }: PortalViewer, address: string): Actor {
  const network = toNetwork(address);
  return admin ? toActor(admin, { network }) : { id: null, name: 'viewer', address: network };
}

export interface IssuedKey {
  keyId: string;
  accessKey: string;
}

/** Makes a company's access key. The company must have no current one. */
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

/** Lets the bearer of a key in: the company it opens, and the cookie that remembers it. */
export async function verifyAccess(
  db: Db,
  appSecret: string,
  entered: string,
  network: string,
): Promise<{ answer: VerifyAccessAnswer; cookie: string }> {
  const normalized = normalizeAccessKey(entered);
  const owner = normalized && (await findCompanyByKey(db, toKeyLookup(appSecret, normalized)));
  if (!owner) {
    // Not what was entered: it may be a key with a typing mistake.
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

/** The viewer a cookie stands for, if its key is still current. */
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

/** The portals a browser may open with its viewer cookies. Says nothing of companies whose key was replaced. */
export async function listPortals(db: Db, viewers: ViewerCookie[]): Promise<MyPortal[]> {
  return viewers.length === 0 ? [] : listViewedCompanies(db, viewers);
}

/** Signs a viewer out of a portal: the cookie, and every copy of it, opens nothing from now on. */
export async function endViewerSession(db: Db, { sessionId }: ViewerCookie, now: Date): Promise<void> {
  // A day more than the cookie lives, whatever the clocks of several processes say.
  const forgetBefore = new Date(now.getTime() - (viewerDays + 1) * 86_400_000);
  await db.transaction(async (tx) => {
    await insertEndedViewer(tx, { sessionId, at: now, forgetBefore });
    await notify(tx, { kind: 'viewer-ended', sessionId });
  });
}

/** Which of these viewers have signed out. */
export function listEndedViewerIds(tx: Tx, sessionIds: Set<string>): Promise<Set<string>> {
  return listEndedViewers(tx, [...sessionIds]);
}

/** Which of these keys open nothing any more. */
export async function listRevokedKeyIds(tx: Tx, keyIds: Set<string>): Promise<Set<string>> {
  const current = await listCurrentKeyIds(tx, [...keyIds]);
  return new Set([...keyIds].filter((id) => !current.has(id)));
}

/** A viewer's cookie proves that the company is there; an administrator's session does not. */
export function isCompany(db: Db, companyId: string): Promise<boolean> {
  return hasCompany(db, companyId);
}

/** The same answer whether a company does not exist or is not the caller's to see. */
export function companyNotFound(): AppError {
  return new AppError(404, 'company-not-found', 'The requested company portal does not exist');
}

/** The current key of every company, for administrators to read again. A key sealed under another secret is missing. */
export async function listAccessKeys(tx: Tx, appSecret: string): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const { company_id, sealed } of await listEncryptedKeys(tx)) {
    try {
      keys.set(company_id, decryptKey(appSecret, company_id, sealed));
    } catch {
      // The installation's secret was replaced: such a company needs a new key, the others are readable.
    }
  }
  return keys;
}

/** The access key a company was created with. Empty when it has been replaced or cannot be decrypted. */
export async function findFirstAccessKey(tx: Tx, appSecret: string, companyId: string): Promise<string> {
  return readCurrent(appSecret, await findKey(tx, companyId)) ?? '';
}

type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>;

function readCurrent(appSecret: string, key: KeyRow | undefined): string | undefined {
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
    const earlierId = await claimKey(tx, claim, keyId);
    if (earlierId !== undefined) {
      const accessKey = readCurrent(appSecret, await findKey(tx, companyId, earlierId));
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
