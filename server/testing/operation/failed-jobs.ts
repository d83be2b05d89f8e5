import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/client.ts';

/** Stores a run of a job that has failed for good, as the job runner does. Returns its id. */
export async function aFailedJob(
  tx: Tx,
  queue: string,
  { message = 'the disk is full', minutesAgo = 0 } = {},
): Promise<string> {
  const id = randomUUID();
  await tx.query(
    `INSERT INTO pgboss.job (id, name, state, retry_limit, retry_count, started_on, completed_on, output)
     VALUES ($1, $2, 'failed', 2, 2, now() - $4 * interval '1 minute', now() - $4 * interval '1 minute', $3)`,
    [
      id,
      queue,
      JSON.stringify({ name: 'Error', message, stack: `Error: ${message}\n    at work (jobs.ts:1)` }),
      minutesAgo,
    ],
  );
  return id;
}
