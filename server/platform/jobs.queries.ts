import type { Tx } from '../db/client.ts';

/** The ids in the jobs of a queue that have not started. */
export async function listWaitingJobIds(tx: Tx, queue: string): Promise<string[]> {
  const found = await tx.query<{ id: string }>(
    "SELECT data->>'id' AS id FROM pgboss.job WHERE name = $1 AND state < 'active'",
    [queue],
  );
  return found.rows.map((row) => row.id);
}

export interface QueueCounts {
  name: string;
  waiting: number;
  running: number;
  /** Failed for good, and not yet moved to the archive, as after twelve hours. */
  failed: number;
  lastDoneAt: Date | null;
  lastFailure: {
    at: Date | null;
    /** The stored error: `{ message }`, or `{ value: { message } }` of the job runner itself. */
    output: unknown;
    retries: number;
    isRetrying: boolean;
  } | null;
}

interface CountsRow {
  name: string;
  waiting: number;
  running: number;
  failed: number;
  done_at: Date | null;
  failed_at: Date | null;
  output: unknown;
  retries: number | null;
  is_retrying: boolean | null;
}

/** Every queue of the product, with its jobs. */
export async function countJobs(tx: Tx): Promise<QueueCounts[]> {
  const found = await tx.query<CountsRow>(
    `SELECT q.name, coalesce(c.waiting, 0)::int AS waiting, coalesce(c.running, 0)::int AS running,
            coalesce(c.failed, 0)::int AS failed, c.done_at,
            f.completed_on AS failed_at, f.output, f.retry_count AS retries, f.state = 'retry' AS is_retrying
     FROM pgboss.queue q
     LEFT JOIN (
       SELECT name, count(*) FILTER (WHERE state < 'active') AS waiting,
              count(*) FILTER (WHERE state = 'active') AS running,
              count(*) FILTER (WHERE state = 'failed') AS failed,
              max(completed_on) FILTER (WHERE state = 'completed') AS done_at
       FROM pgboss.job GROUP BY name
     ) c ON c.name = q.name
     LEFT JOIN LATERAL (
       SELECT completed_on, output, retry_count, state FROM pgboss.job j
       WHERE j.name = q.name AND state IN ('failed', 'retry') AND output IS NOT NULL
       ORDER BY coalesce(completed_on, started_on) DESC NULLS LAST LIMIT 1
     ) f ON true
     WHERE q.name NOT LIKE '\\_\\_%' ORDER BY q.name LIMIT 200`,
  );
  return found.rows.map((row) => ({
    name: row.name,
    waiting: row.waiting,
    running: row.running,
    failed: row.failed,
    lastDoneAt: row.done_at,
    lastFailure:
      row.output === null
        ? null
        : {
            at: row.failed_at,
            output: row.output,
            retries: row.retries ?? 0,
            isRetrying: row.is_retrying ?? false,
          },
  }));
}

/** The newest failed jobs of a queue. */
export async function listFailedJobIds(tx: Tx, queue: string, max: number): Promise<string[]> {
  const found = await tx.query<{ id: string }>(
    `SELECT id::text FROM pgboss.job WHERE name = $1 AND state = 'failed' ORDER BY completed_on DESC LIMIT $2`,
    [queue, max],
  );
  return found.rows.map(({ id }) => id);
}
