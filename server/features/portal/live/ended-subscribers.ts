import type { Db } from '../../../db/client.ts';
import { listEndedViewerIds, listRevokedKeyIds } from '../../access/access.ts';
import type { PortalSubscriber } from './portal-subscriber.ts';

interface EndedDeps {
  db: Db;
  /** Returns the sessions that no longer belong to an administrator. */
  findEndedAdmins: (sessionIds: Set<string>) => Promise<Set<string>>;
}

/** Finds which of some subscribers may no longer see their portal: their key, their cookie or their session has ended. */
export async function findEnded(
  { db, findEndedAdmins }: EndedDeps,
  open: readonly { subscriber: PortalSubscriber }[],
): Promise<(subscriber: PortalSubscriber) => boolean> {
  const keyIds = new Set<string>();
  const viewerIds = new Set<string>();
  const adminIds = new Set<string>();
  for (const { subscriber } of open) {
    if (subscriber.keyId) keyIds.add(subscriber.keyId);
    (subscriber.keyId ? viewerIds : adminIds).add(subscriber.sessionId);
  }
  const [endedKeys, endedViewers, endedAdmins] = await Promise.all([
    keyIds.size > 0 ? listRevokedKeyIds(db, keyIds) : undefined,
    viewerIds.size > 0 ? listEndedViewerIds(db, viewerIds) : undefined,
    adminIds.size > 0 ? findEndedAdmins(adminIds) : undefined,
  ]);
  return ({ keyId, sessionId }) =>
    keyId
      ? endedKeys?.has(keyId) === true || endedViewers?.has(sessionId) === true
      : endedAdmins?.has(sessionId) === true;
}
