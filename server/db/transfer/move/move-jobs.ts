import type pg from 'pg';
import { copyIn } from '../copy-in.ts';
import { copyOut } from '../copy-out.ts';

// Named, because their order may differ in a schema that the job runner has upgraded.
const jobColumns = [
  'id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after',
  'started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output',
  'dead_letter, policy',
].join(', ');

const isOpen = `state < 'completed'`;

interface Queue {
  name: string;
  options: string;
}

/**
 * Copies the jobs that are not completed, such as waiting mails, and returns their number. Both databases must have the
 * job runner's tables of the same release.
 */
export async function moveOpenJobs(source: pg.Client, target: pg.Client): Promise<number> {
  const runner = await source.query<{ is_there: boolean }>(
    `SELECT to_regclass('pgboss.job') IS NOT NULL AS is_there`,
  );
  if (!runner.rows[0]?.is_there) return 0;
  for (const { name, options } of await listQueuesWithOpenJobs(source)) {
    await target.query('SELECT pgboss.create_queue($1, $2::json)', [name, options]);
  }
  await target.query('CREATE TEMP TABLE moved_jobs (LIKE pgboss.job) ON COMMIT DROP');
  const moved = await copyIn(
    target,
    `COPY moved_jobs (${jobColumns}) FROM STDIN`,
    copyOut(source, `COPY (SELECT ${jobColumns} FROM pgboss.job WHERE ${isOpen}) TO STDOUT`),
  );
  // A scheduled job that the target already has is the same job.
  await target.query(
    `INSERT INTO pgboss.job (${jobColumns}) SELECT ${jobColumns} FROM moved_jobs ON CONFLICT DO NOTHING`,
  );
  return moved;
}

/** Includes their dead-letter queues, which come first. */
async function listQueuesWithOpenJobs(source: pg.Client): Promise<Queue[]> {
  const found = await source.query<Queue>(
    `WITH RECURSIVE needed AS (
       SELECT name, 0 AS depth FROM pgboss.job WHERE ${isOpen}
       UNION
       SELECT dead_letter, depth + 1 FROM pgboss.queue JOIN needed USING (name)
       WHERE dead_letter IS NOT NULL AND depth < 5
     )
     SELECT name, json_build_object(
         'policy', policy, 'retryLimit', retry_limit, 'retryDelay', retry_delay, 'retryBackoff', retry_backoff,
         'expireInSeconds', expire_seconds, 'retentionMinutes', retention_minutes, 'deadLetter', dead_letter
       )::text AS options
     FROM pgboss.queue JOIN (SELECT name, max(depth) AS depth FROM needed GROUP BY name) AS n USING (name)
     ORDER BY depth DESC, name`,
  );
  return found.rows;
}
