import type { FastifyReply, FastifyRequest } from 'fastify';
import { companyId } from '../../../contract/companies.ts';
import type { Db } from '../../db/client.ts';
import { findRequestSession, isAdmin, type Sessions } from '../sessions/sessions.ts';
import { companyNotFound, findViewer, isCompany, type Pass } from './access.ts';
import { viewerCookieName } from './viewer-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who came through the viewer door; null on every other route. */
    viewer: Pass | null;
  }
}

export interface ViewerDoorDeps {
  db: Db;
  appSecret: string;
  isSecure: boolean;
}

type DoorDeps = ViewerDoorDeps & { sessions: Sessions };

/** A hook that lets only viewers of the company pass that the route names in its path, and administrators. */
export function requireViewer(deps: DoorDeps) {
  return async (request: FastifyRequest<{ Params: { companyId?: string } }>, reply: FastifyReply) => {
    const { headers } = await admitViewer(deps, request, request.params.companyId);
    for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
  };
}

/** The same door for a route that names the company elsewhere. Throws company-not-found for everybody else. */
export async function admitViewer(
  deps: DoorDeps,
  request: FastifyRequest,
  given: string | undefined,
): Promise<{ pass: Pass; headers: Headers }> {
  const id = companyId.safeParse(given?.toLowerCase());
  if (!id.success) throw companyNotFound();
  // An administrator who also entered the key in this browser is still an administrator.
  const admitted =
    (await findAdminPass(deps, request, id.data)) ?? (await findViewerPass(deps, request, id.data));
  if (!admitted) throw companyNotFound();
  request.viewer = admitted.pass;
  return admitted;
}

async function findViewerPass(
  { db, appSecret, isSecure }: DoorDeps,
  request: FastifyRequest,
  id: string,
): Promise<{ pass: Pass; headers: Headers } | undefined> {
  const cookie = request.cookies[viewerCookieName(id, isSecure)];
  const viewer = await findViewer(db, appSecret, id, cookie);
  return viewer && { pass: { ...viewer, admin: null }, headers: new Headers() };
}

async function findAdminPass(
  { db, sessions }: DoorDeps,
  request: FastifyRequest,
  id: string,
): Promise<{ pass: Pass; headers: Headers } | undefined> {
  const { session, headers } = await findRequestSession(sessions, request);
  if (!session || !isAdmin(session) || !(await isCompany(db, id))) return undefined;
  return {
    pass: { companyId: id, sessionId: session.id, keyId: null, admin: session, endsAt: null },
    headers,
  };
}
