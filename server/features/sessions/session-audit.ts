import type { Tx } from '../../db/client.ts';
import { type Actor, recordAudit, recordRepeated } from '../../platform/audit.ts';
import { countAttempt } from '../../platform/limits/attempts.ts';

/** Separate audit entries per account, action and hour. */
const entriesMax = 30;

/**
 * Records in the audit log that a session started or ended. Above the hourly limit, further entries are merged into
 * one with a count, so that repeated sign-ins cannot fill the log.
 */
export async function recordSession(
  tx: Tx,
  actor: Actor,
  action: 'session.started' | 'session.ended',
): Promise<void> {
  const { id, name, address } = actor;
  const limit = { key: `${action}/${id}`, max: entriesMax, windowSeconds: 3_600 };
  if ((await countAttempt(tx, limit)) === 0) {
    return recordAudit(tx, actor, { action, object: name });
  }
  await recordRepeated(tx, { actor: name, action, object: name, address });
}
