import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

const pauseMs = 1_000;
const logIntervalMs = 60_000;

interface RetryOptions {
  /** How long a statement waits for a lock. */
  lockWaitMs?: number;
  log: (line: string) => void;
}

/**
 * Runs `work`, and again whenever one of its statements waited too long for a lock: everything else that needs a table
 * waits behind a change of its schema. Logs what it waits for, so that a start that takes long explains itself. `work`
 * must leave nothing when it fails.
 */
export async function withLockRetries<Result>(
  client: pg.ClientBase,
  { lockWaitMs = 5_000, log }: RetryOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  let loggedAt = Number.NEGATIVE_INFINITY;
  await client.query(`SET lock_timeout = ${lockWaitMs}`);
  try {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        if (performance.now() - loggedAt >= logIntervalMs) {
          const sessions = await listLockHolders(client, lockWaitMs);
          log(
            `Waiting for a lock${toStatement(error)}. ${toHolders(sessions)} Trying again until it is free.`,
          );
          loggedAt = performance.now();
        }
        await delay(pauseMs);
      }
    }
  } finally {
    // Fails on a broken connection, whose error is thrown already.
    await client.query('RESET lock_timeout').catch(() => {});
  }
}

/** Drizzle wraps the driver's error. */
function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '55P03') || isLockTimeout(error.cause);
}

/** The first line of the statement that waited, as the end of a sentence. */
function toStatement(error: unknown): string {
  const text = error instanceof Error && 'query' in error ? String(error.query) : '';
  const line = text.split('\n').find((each) => /^\s*[^\s-]/.test(each)) ?? '';
  return line === '' ? '' : `: ${line.trim().replace(/;$/, '').slice(0, 120)}`;
}

interface LockHolder {
  name: string;
  pid: number;
  /** Null without the right to see the sessions of other roles. */
  since: Date | null;
}

/** The sessions that had locks on tables during the whole wait. */
async function listLockHolders(client: pg.ClientBase, waitedMs: number): Promise<LockHolder[]> {
  const found = await client.query<LockHolder>(
    `SELECT coalesce(nullif(a.application_name, ''), 'a session') AS name, a.pid, a.xact_start AS since
     FROM pg_stat_activity a
     WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
       AND (a.xact_start IS NULL OR a.xact_start < now() - $1 * interval '1 millisecond')
       AND EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.granted AND l.locktype = 'relation' AND l.relation >= 16384)
     ORDER BY a.xact_start LIMIT 5`,
    [waitedMs],
  );
  return found.rows;
}

function toHolders(sessions: readonly LockHolder[]): string {
  const names = sessions.map(
    ({ name, pid, since }) =>
      `${name} (process ${pid}${since === null ? '' : `, since ${since.toISOString()}`})`,
  );
  return names.length === 0 ? '' : `Sessions with locks: ${names.join(', ')}.`;
}
