import { createHash } from 'node:crypto';
import type { Tx } from '../db/client.ts';
import { notify } from '../db/notifications.ts';
import { insertEntry, insertGroupedEntry, repeatEntry } from './audit.queries.ts';
import { countAttempt } from './limits/attempts.ts';
import { createUuidV7 } from './uuid-v7.ts';

/** Who does something. Without an id: the operator at the command line, or somebody not signed in. */
export interface Actor {
  id: string | null;
  /** An account's address, "operator", "viewer" (of a portal, by access key) or "somebody". */
  name: string;
  /** The network a request came from, shortened; empty at the command line. */
  address: string;
}

export const operator: Actor = { id: null, name: 'operator', address: '' };

interface AuditRecord {
  /** A stable word such as `company.created`. */
  action: string;
  /** On what, in words for people. */
  object: string;
  objectId?: string;
}

/** Writes down what somebody did, in the transaction that does it. */
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

interface Repeatable {
  /** An account's address, "viewer" or "somebody". */
  actor: string;
  /** A stable word such as `portal.opened`. */
  action: string;
  /** On what, in words for people. */
  object: string;
  objectId?: string;
  /** The network it came from, shortened. */
  address: string;
}

const hourMs = 3_600_000;
/** Different entries an hour of each kind. Beyond them those of an object share one, and at last all do. */
const groupsMax = 100;

/**
 * Writes down what anybody may repeat at will. Repetitions within the hour are counted in one entry, so that nobody
 * can fill the log, or hide something in it.
 */
export async function recordRepeated(
  tx: Tx,
  { actor, action, object, objectId, address }: Repeatable,
): Promise<void> {
  const at = new Date();
  const hour = Math.floor(at.getTime() / hourMs);
  const toKey = (...parts: string[]) =>
    createHash('sha256')
      .update(JSON.stringify([action, hour, ...parts]))
      .digest('base64url');
  // From fine to coarse. A flood from many networks still leaves each object an entry of its own.
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

/** Writes a refused attempt of somebody unknown down, repetitions in one entry. */
export function recordFailure(tx: Tx, failure: Omit<Repeatable, 'actor' | 'objectId'>): Promise<void> {
  return recordRepeated(tx, { ...failure, actor: 'somebody' });
}
