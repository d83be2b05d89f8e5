import type { Db } from '../../../db/client.ts';
import { type EventStream, toFrame } from '../../../platform/live/event-stream.ts';
import { listEndedViewerIds, listKeyGrants } from '../../access/access.ts';
import { isPortalOpenTo, type Members } from '../../sessions/sessions.ts';
import type { PortalSubscriber } from './portal-subscriber.ts';

interface EndedDeps {
  db: Db;
  /** Returns the members of the team among these sessions. */
  findMembers: (sessionIds: Set<string>) => Promise<Members>;
}

/** Finds which of some subscribers may no longer see their portal: their key or its rights, their cookie or their session has ended, or the member lost the company. */
export async function findEnded(
  { db, findMembers }: EndedDeps,
  open: readonly { subscriber: PortalSubscriber }[],
): Promise<(subscriber: PortalSubscriber) => boolean> {
  const keyIds = new Set<string>();
  const viewerIds = new Set<string>();
  const adminIds = new Set<string>();
  for (const { subscriber } of open) {
    if (subscriber.keyId) keyIds.add(subscriber.keyId);
    (subscriber.keyId ? viewerIds : adminIds).add(subscriber.sessionId);
  }
  const [grants, endedViewers, members] = await Promise.all([
    keyIds.size > 0 ? listKeyGrants(db, keyIds) : undefined,
    viewerIds.size > 0 ? listEndedViewerIds(db, viewerIds) : undefined,
    adminIds.size > 0 ? findMembers(adminIds) : undefined,
  ]);
  return ({ keyId, sessionId, company, grants: given }) =>
    keyId
      ? (grants !== undefined && grants.get(keyId) !== given) || endedViewers?.has(sessionId) === true
      : members !== undefined && !isPortalOpenTo(members.get(sessionId), company.id);
}

/** The last frame of a stream whose access was changed, renewed or revoked. */
const accessChangedFrame = toFrame('access-changed', {});

/** The page forgets its answers before it reconnects: it may see less than before, or nothing. */
export function endChanged(stream: EventStream): void {
  stream.write(accessChangedFrame);
  stream.end();
}
