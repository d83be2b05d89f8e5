import { createHash } from 'node:crypto';
import type { Tx } from '../db/client.ts';
import { notify } from '../db/notifications/notifications.ts';
import { insertEntry, insertGroupedEntry, repeatEntry } from './audit.queries.ts';
import { countAttempt } from './limits/attempts.ts';
import { createUuidV7 } from './uuid-v7.ts';

/** Who performed an action. Without an id: the operator at the command line, the server itself, or a client that is not signed in. */
export interface Actor {
  id: string | null;
  /** An account's address, "operator", "viewer" (of a portal, by access key) or `unknownActor`. */
  name: string;
  /** The network a request came from, shortened; empty at the command line. */
  address: string;
}

export const operator: Actor = { id: null, name: 'operator', address: '' };

/** This program itself: something that it noticed or does at a time. */
export const server: Actor = { id: null, name: 'server', address: '' };

/** The stored name of a client that is not signed in. */
export const unknownActor = 'somebody';

interface AuditRecord {
  /** A stable identifier such as `company.created`. */
  action: string;
  /** The object of the action, as readable text. */
  object: string;
  objectId?: string;
}

/** Records an action in the audit log, in the transaction of the action. */
export async function recordAudit(
  tx: Tx,
  actor: Actor,
  { action, object, objectId }: AuditRecord,
): Promise<void> {
  const at = new Date();
  await insertEntry(tx, {
    id: createUuidV7(at),
    at,
    actor_id: actor.id,
    actor: actor.name,
    action,
    object,
    object_id: objectId ?? null,
    address: actor.address,
  });
  await notify(tx, { kind: 'admin-topic-changed', topic: 'audit' });
}

interface RepeatableRecord {
  /** An account's address, "viewer" or `unknownActor`. */
  actor: string;
  /** A stable identifier such as `portal.opened`. */
  action: string;
  /** The object of the action, as readable text. */
  object: string;
  objectId?: string;
  /** The network the request came from, shortened. */
  address: string;
}

const hourMs = 3_600_000;
/** Maximum entries per action and hour, once per network and object and once per object. All others share one entry. */
const groupsMax = 100;

/**
 * Records an action that anyone can repeat without limit. Repetitions within the hour are counted in one entry, so
 * that a flood cannot fill the log or hide other entries.
 */
export async function recordRepeated(
  tx: Tx,
  { actor, action, object, objectId, address }: RepeatableRecord,
): Promise<void> {
  const at = new Date();
  const hour = Math.floor(at.getTime() / hourMs);
  const toKey = (...parts: string[]) =>
    createHash('sha256')
      .update(JSON.stringify([action, hour, ...parts]))
      .digest('base64url');
  // From fine to coarse: during a flood from many networks, each object still gets its own entry.
  const entries = [
    { key: toKey(object, objectId ?? '', address), object, objectId, address, kind: `audit/${action}` },
    { key: toKey(object, objectId ?? ''), object, objectId, address: '', kind: `audit/${action}/objects` },
  ];
  for (const entry of entries) {
    if (await repeatEntry(tx, entry.key, at)) return;
    const limit = { key: entry.kind, max: groupsMax, windowSeconds: hourMs / 1000 };
    if ((await countAttempt(tx, limit, at)) === 0) return insertGroup(entry);
  }
  await insertGroup({ key: toKey(), object: 'many others', address: '' });

  async function insertGroup(entry: {
    key: string;
    object: string;
    objectId?: string | undefined;
    address: string;
  }) {
    await insertGroupedEntry(tx, {
      id: createUuidV7(at),
      at,
      actor_id: null,
      actor,
      action,
      object: entry.object,
      object_id: entry.objectId ?? null,
      address: entry.address,
      group_key: entry.key,
    });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'audit' });
  }
}

/** Records a rejected attempt of a client that is not signed in, with repetitions in one entry. */
export function recordFailure(tx: Tx, failure: Omit<RepeatableRecord, 'actor' | 'objectId'>): Promise<void> {
  return recordRepeated(tx, { ...failure, actor: unknownActor });
}
