import type { Tx } from '../../../db/client.ts';

/** Deletes sessions last seen before the given time. Returns how many. */
export async function deleteStaleSessions(tx: Tx, seenBefore: Date): Promise<number> {
  const deleted = await tx.query('DELETE FROM active_sessions WHERE last_seen < $1', [seenBefore]);
  return deleted.rowCount ?? 0;
}
