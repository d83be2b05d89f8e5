import { type Actor, recordAudit, recordRepeated } from '../../platform/audit.ts';
import { countAttempt } from '../../platform/limits/attempts.ts';
import type { Transaction } from './auth-library.ts';

/** Separate audit entries per account, action and hour. */
const entriesMax = 30;

/**
 * Records in the audit log that a session started or ended. Above the hourly limit, further entries are merged into
 * one with a count, so that repeated sign-ins cannot fill the log.
 */
export async function recordSession(
  transaction: Transaction,
  actor: Actor,
  action: 'session.started' | 'session.ended',
): Promise<void> {
  const { id, name, address } = actor;
  const limit = { key: `${action}/${id}`, max: entriesMax, windowSeconds: 3_600 };
  if ((await countAttempt(transaction, limit)) === 0) {
    return recordAudit(transaction, actor, { action, object: name });
  }
  await recordRepeated(transaction, { actor: name, action, object: name, address });
}
