import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AccessRight, accessRights } from '../../../contract/company/access-rights.ts';
import { companyId } from '../../../contract/company/companies.ts';
import type { Db } from '../../db/client.ts';
import { findRequestSession, mayOpenPortal, type Sessions } from '../sessions/sessions.ts';
import { hasCompany } from './access.queries.ts';
import {
  companyNotFound,
  findViewer,
  type PortalViewer,
  type RouteRights,
  requireRights,
  wholeScope,
} from './access.ts';
import { sharePrefix } from './shares/share-session.ts';
import { findShareViewer } from './shares/share-viewer.ts';
import { readViewerCookie, viewerCookieName } from './viewer-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the viewer door; null on every other route. */
    viewer: PortalViewer | null;
  }
  interface FastifyContextConfig {
    /** What a viewer needs for the route. Every route behind the viewer door has it. */
    portal?: RouteRights;
  }
}

export interface ViewerDoorDeps {
  db: Db;
  appSecret: string;
  isSecure: boolean;
}

const allRights: ReadonlySet<AccessRight> = new Set(accessRights);

type DoorDeps = ViewerDoorDeps & { sessions: Sessions };

/** A hook that admits only administrators and viewers of the company in the route's path. */
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
): Promise<{ viewer: PortalViewer; headers: Headers }> {
  const id = companyId.safeParse(given?.toLowerCase());
  if (!id.success) throw companyNotFound();
  const session = readShareBearer(request);
  // An administrator who also entered the key in this browser is still an administrator. With the session of a share link,
  // cookies do not count: everyone sees the same of it.
  const admitted =
    session === undefined
      ? ((await findAdminViewer(deps, request, id.data)) ?? (await findKeyViewer(deps, request, id.data)))
      : toAdmitted(await findShareViewer(deps, request, { companyId: id.data, session }));
  if (!admitted) throw companyNotFound();
  const { portal } = request.routeOptions.config;
  if (portal === undefined) throw new Error('the route does not name the rights that a viewer needs');
  requireRights(admitted.viewer, portal);
  request.viewer = admitted.viewer;
  return admitted;
}

async function findKeyViewer(
  { db, appSecret, isSecure }: DoorDeps,
  request: FastifyRequest,
  id: string,
): Promise<{ viewer: PortalViewer; headers: Headers } | undefined> {
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
): Promise<{ viewer: PortalViewer; headers: Headers } | undefined> {
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
