import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AccessRight, accessRights } from '../../../contract/company/access-rights.ts';
import { companyId } from '../../../contract/company/companies.ts';
import type { Db } from '../../db/client.ts';
import { mayBeAbout } from '../../platform/http/portal-hosts.ts';
import { findRequestSession, mayOpenPortal, type Sessions } from '../sessions/sessions.ts';
import { hasCompany } from './access.queries.ts';
import {
  companyNotFound,
  findViewer,
  type PortalViewer,
  type RouteRights,
  requireRights,
  toScope,
  wholeScope,
} from './access.ts';
import { sharePrefix } from './shares/share-session.ts';
import { findShareViewer } from './shares/share-viewer.ts';
import { hasToken, notAccepted, type TokenDoor } from './tokens/token-door.ts';
import { readViewerCookie, viewerCookieName } from './viewer-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the viewer door; null on every other route. */
    viewer: PortalViewer | null;
  }
  interface FastifyContextConfig {
    /** The rights that the route needs. Every route behind the viewer door has it. */
    portal?: RouteRights;
  }
}

export interface ViewerDoorDeps {
  db: Db;
  appSecret: string;
  isSecure: boolean;
}

interface Admitted {
  viewer: PortalViewer;
  headers: Headers;
}

const allRights: ReadonlySet<AccessRight> = new Set(accessRights);

type DoorDeps = ViewerDoorDeps & { sessions: Sessions; tokens: TokenDoor };

/** A hook that admits only administrators, viewers and tokens of the company in the route's path. */
export function requireViewer(deps: DoorDeps) {
  return async (request: FastifyRequest<{ Params: { companyId?: string } }>, reply: FastifyReply) => {
    const { headers } = await admitViewer(deps, request, request.params.companyId);
    for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
  };
}

/** The same check for a company that is not in the path. Throws company-not-found if the caller is not admitted. */
export async function admitViewer(
  deps: DoorDeps,
  request: FastifyRequest,
  given: string | undefined,
): Promise<Admitted> {
  const id = companyId.safeParse(given?.toLowerCase());
  if (!id.success || !mayBeAbout(request, id.data)) throw companyNotFound();
  const admitted = await findViewerOf(deps, request, id.data);
  if (!admitted) throw companyNotFound();
  const { portal } = request.routeOptions.config;
  if (portal === undefined) throw new Error('the route does not name the rights that a viewer needs');
  requireRights(admitted.viewer, portal);
  request.viewer = admitted.viewer;
  return admitted;
}

/**
 * Cookies of a request with a token or the session of a share link do not count: what a program may see never depends on a
 * browser, and everyone sees the same of a shared view.
 */
async function findViewerOf(
  deps: DoorDeps,
  request: FastifyRequest,
  id: string,
): Promise<Admitted | undefined> {
  if (hasToken(request)) return findTokenViewer(deps, request, id);
  const session = readShareBearer(request);
  if (session !== undefined)
    return toAdmitted(await findShareViewer(deps, request, { companyId: id, session }));
  // No one signs in under the own address of a client: a session that arrives there was copied.
  const admin = request.portalHost ? undefined : await findAdminViewer(deps, request, id);
  // An administrator who also entered the key in this browser is still an administrator.
  return admin ?? (await findKeyViewer(deps, request, id));
}

/** Throws a 401 without a working token. A company that is not one of the token's looks like one that does not exist. */
async function findTokenViewer(
  { tokens }: DoorDeps,
  request: FastifyRequest,
  id: string,
): Promise<Admitted | undefined> {
  const token = await tokens.admit(request, id);
  if (!token.readsCompany) return undefined;
  const { name, rights, filters } = token;
  // Most servers of shops have such a token, and it opens nothing else.
  if (!rights.has('dashboard') && !rights.has('orders'))
    throw notAccepted('This token only reports orders, at /api/v1/orders. It cannot read the statistics.');
  const viewer = {
    ...{ companyId: id, sessionId: token.id, keyId: token.keyId, admin: null, endsAt: token.endsAt },
    ...{ access: { id: token.id, kind: 'token' as const, name }, rights },
    scope: toScope({ rights: [...rights], filters }),
  };
  return { viewer, headers: new Headers() };
}

async function findKeyViewer(
  { db, appSecret, isSecure }: DoorDeps,
  request: FastifyRequest,
  id: string,
): Promise<Admitted | undefined> {
  const now = new Date();
  const signed = request.cookies[viewerCookieName(id, isSecure)];
  const cookie = signed === undefined ? undefined : readViewerCookie(appSecret, id, signed, now);
  const viewer = await findViewer(db, cookie, now);
  // The session of a share link is never a cookie: it would open the portal itself.
  return viewer?.access?.kind === 'share' ? undefined : toAdmitted(viewer);
}

const toAdmitted = (viewer: PortalViewer | undefined) => viewer && { viewer, headers: new Headers() };

/** The session of a share link; undefined for a request without one. */
function readShareBearer({ headers }: FastifyRequest): string | undefined {
  const [, bearer] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  return bearer?.startsWith(sharePrefix) ? bearer : undefined;
}

async function findAdminViewer(
  { db, sessions }: DoorDeps,
  request: FastifyRequest,
  id: string,
): Promise<Admitted | undefined> {
  const { session, headers } = await findRequestSession(sessions, request);
  if (!session || !(await mayOpenPortal(db, session, id)) || !(await hasCompany(db, id))) return undefined;
  return {
    viewer: {
      ...{ companyId: id, sessionId: session.id, keyId: null, admin: session, endsAt: null },
      ...{ access: null, rights: allRights, scope: wholeScope },
    },
    headers,
  };
}
