import type { Tx } from '../db/client.ts';

/** The ids in the jobs of a queue that have not started. */
export async function listWaitingJobIds(tx: Tx, queue: string): Promise<string[]> {
  const found = await tx.query<{ id: string }>(
    "SELECT data->>'id' AS id FROM pgboss.job WHERE name = $1 AND state < 'active'",
    [queue],
  );
  return found.rows.map((row) => row.id);
}
