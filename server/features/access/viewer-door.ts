import type { FastifyRequest } from 'fastify';
import { companyId } from '../../../contract/companies.ts';
import type { Db } from '../../db/client.ts';
import { companyNotFound, findViewer } from './access.ts';
import { type Viewer, viewerCookieName } from './viewer-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who came through the viewer door; null on every other route. */
    viewer: Viewer | null;
  }
}

export interface ViewerDoorDeps {
  db: Db;
  appSecret: string;
  isSecure: boolean;
}

/** A hook that lets only viewers of the company pass that the route names in its path. */
export function requireViewer(deps: ViewerDoorDeps) {
  return async (request: FastifyRequest<{ Params: { companyId?: string } }>) => {
    await admitViewer(deps, request, request.params.companyId);
  };
}

/** The same door for a route that names the company elsewhere. Throws company-not-found for everybody else. */
export async function admitViewer(
  { db, appSecret, isSecure }: ViewerDoorDeps,
  request: FastifyRequest,
  given: string | undefined,
): Promise<Viewer> {
  const id = companyId.safeParse(given?.toLowerCase());
  if (!id.success) throw companyNotFound();
  const cookie = request.cookies[viewerCookieName(id.data, isSecure)];
  const viewer = await findViewer(db, appSecret, id.data, cookie);
  if (!viewer) throw companyNotFound();
  request.viewer = viewer;
  return viewer;
}
