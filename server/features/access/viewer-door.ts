import type { FastifyReply, FastifyRequest } from 'fastify';
import { companyId } from '../../../contract/companies.ts';
import type { Db } from '../../db/client.ts';
import { type Accounts, findRequestCaller, isAdmin } from '../accounts/accounts.ts';
import { companyNotFound, findCurrentViewer, isCompany, type PortalViewer } from './access.ts';
import { viewerCookieName } from './viewer-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who came through the viewer door; null on every other route. */
    viewer: PortalViewer | null;
  }
}

export interface ViewerDoorDeps {
  db: Db;
  appSecret: string;
  isSecure: boolean;
}

type DoorDeps = ViewerDoorDeps & { accounts: Accounts };

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
): Promise<{ pass: PortalViewer; headers: Headers }> {
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
): Promise<{ pass: PortalViewer; headers: Headers } | undefined> {
  const cookie = request.cookies[viewerCookieName(id, isSecure)];
  const viewer = await findCurrentViewer(db, appSecret, id, cookie);
  return viewer && { pass: { ...viewer, admin: null }, headers: new Headers() };
}

async function findAdminPass(
  { db, accounts }: DoorDeps,
  request: FastifyRequest,
  id: string,
): Promise<{ pass: PortalViewer; headers: Headers } | undefined> {
  const { caller, headers } = await findRequestCaller(accounts, request);
  if (!caller || !isAdmin(caller) || !(await isCompany(db, id))) return undefined;
  return {
    pass: { companyId: id, sessionId: caller.sessionId, keyId: null, admin: caller, endsAt: null },
    headers,
  };
}
