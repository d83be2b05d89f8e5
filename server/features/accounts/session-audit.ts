import { countAttempt } from '../../platform/attempts.ts';
import { type Actor, recordAudit, recordRepeated } from '../../platform/audit.ts';
import type { Transaction } from './auth-library.ts';

/** Entries of its own that an account gets in an hour. */
const entriesMax = 30;

/**
 * Writes down that a session of an account began or ended. Whoever signs in and out all the time fills no log: beyond
 * some entries an hour repetitions share one, with a count.
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
