import type { FastifyRequest } from 'fastify';
import type { Db } from '../../../db/client.ts';
import { findViewer, type PortalViewer } from '../access.ts';
import { readShareSession } from './share-session.ts';
import { requireSharedQuestion } from './shared-questions.ts';
import { findSharedView } from './shares.queries.ts';

/**
 * The viewer of a share link's session, for GET requests alone: others change something, or have no answer. Throws a 403 for a question about something else than the shared view.
 */
export async function findShareViewer(
  { db, appSecret }: { db: Db; appSecret: string },
  request: FastifyRequest,
  { companyId, session }: { companyId: string; session: string },
): Promise<PortalViewer | undefined> {
  if (request.method !== 'GET') return undefined;
  const now = new Date();
  const viewer = await findViewer(db, readShareSession(appSecret, companyId, session, now), now);
  if (viewer?.access?.kind !== 'share') return undefined;
  const view = await findSharedView(db, viewer.access.id);
  if (view === undefined) return undefined;
  requireSharedQuestion(request, view);
  return viewer;
}
