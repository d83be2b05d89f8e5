import { randomUUID } from 'node:crypto';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { auditLog } from '../db/accounts-schema.ts';
import { notifyAdmins } from './admin-topics.ts';

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
  transaction: Pick<NodePgDatabase, 'insert' | 'execute'>,
  actor: Actor,
  { action, object, objectId }: AuditRecord,
): Promise<void> {
  await transaction.insert(auditLog).values({
    id: randomUUID(),
    at: new Date(),
    actor_id: actor.id,
    actor: actor.name,
    action,
    object,
    object_id: objectId ?? null,
    address: actor.address,
  });
  await notifyAdmins(transaction, 'audit');
}
