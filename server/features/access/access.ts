import type { MyPortal, VerifyAccessResponse } from '../../../contract/company/access.ts';
import { type AccessRight, accessRights, accessRightTexts } from '../../../contract/company/access-rights.ts';
import type { AccessKind } from '../../../contract/company/accesses.ts';
import { formatFilter, parseFilter, type StatsFilter } from '../../../contract/stats/filter.ts';
import type { Db, Tx } from '../../db/client.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, recordFailure, recordRepeated } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { toLimitKey, toNetwork } from '../../platform/http/client-address.ts';
import type { Requester } from '../../platform/limits/admission-shares.ts';
import { type Session, toActor } from '../sessions/sessions.ts';
import {
  findKeyOwner,
  findViewerAccess,
  insertEndedViewer,
  listEndedViewers,
  listViewedCompanies,
  listWorkingKeys,
} from './access.queries.ts';
import { normalizeAccessKey, toKeyLookup } from './access-key.ts';
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

/** From where a browser opens a portal. */
export interface Entrance {
  network: string;
  /** Under the own address of a company, only its portal opens; keys and links of others look like unknown ones. */
  onlyCompany?: string | undefined;
}

/** Checks an entered access key. Returns its company and the viewer cookie; throws a 401 for an invalid key. */
export async function verifyAccess(
  { db, appSecret }: { db: Db; appSecret: string },
  entered: string,
  { network, onlyCompany }: Entrance,
): Promise<EnteredPortal> {
  const normalized = normalizeAccessKey(entered);
  const owner = normalized && (await findKeyOwner(db, toKeyLookup(appSecret, normalized), new Date()));
  if (!owner || (onlyCompany !== undefined && owner.company_id !== onlyCompany)) {
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
    rights: new Set(toRights(row.rights)),
    scope: toScope(row),
    admin: null,
    endsAt: toEarlier(cookie.endsAt, row.expires_at),
  };
}

const toEarlier = (one: Date, other: Date | null) =>
  new Date(Math.min(one.getTime(), (other ?? one).getTime()));

const toRights = (stored: readonly string[]): AccessRight[] =>
  accessRights.filter((right) => stored.includes(right));

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

/** The rights and fixed filters of a viewer as text, to notice that an access was changed. */
export const toGrants = ({ rights, scope }: Pick<PortalViewer, 'rights' | 'scope'>): string =>
  JSON.stringify([accessRights.filter((right) => rights.has(right)), scope.filters.map(formatFilter)]);

/** The present grants of the keys among these that work. */
export async function listKeyGrants(tx: Tx, keyIds: Set<string>): Promise<Map<string, string>> {
  const rows = await listWorkingKeys(tx, [...keyIds], new Date());
  return new Map(
    rows.map((row) => [row.id, toGrants({ rights: new Set(toRights(row.rights)), scope: toScope(row) })]),
  );
}
