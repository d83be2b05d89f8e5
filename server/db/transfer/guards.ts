import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { lockForSession, tryLockForSession, unlockForSession } from '../locks.ts';
import { transferApplicationName } from './connection.ts';
import { listTables } from './tables.ts';

/** PostgreSQL may list a closed connection for a moment longer. */
const closedConnectionListedMs = 2_000;

/**
 * Throws if a server uses this database: events it stores during a transfer would be missing in the copy. Also prevents
 * servers from starting on it until this connection closes; they wait.
 */
export async function requireNoServer(client: pg.Client, which: string): Promise<void> {
  if (!(await tryLockForSession(client, { lock: 'migration' })))
    throw new Error(
      `A server is starting on ${which}, or another command is moving or restoring it. Stop the server, or wait until the command has ended.`,
    );
  const deadline = Date.now() + closedConnectionListedMs;
  while (await hasServer(client)) {
    if (Date.now() > deadline) throw new Error(`A server is running on ${which}. Stop it first.`);
    await delay(50);
  }
}

async function hasServer(client: pg.Client): Promise<boolean> {
  const found = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND application_name LIKE 'northlight%'
       AND application_name NOT IN ('northlight migrations', '${transferApplicationName}') LIMIT 1`,
  );
  return found.rows.length > 0;
}

/** Throws if both connections are to the same database, even if their addresses differ. */
export async function requireDifferentDatabases(one: pg.Client, other: pg.Client): Promise<void> {
  // An advisory lock is visible only in its own database.
  const lock = { lock: 'same-database', id: randomUUID() } as const;
  await lockForSession(one, lock);
  if (!(await tryLockForSession(other, lock)))
    throw new Error('The target is the same database as the source.');
  await unlockForSession(one, lock);
  await unlockForSession(other, lock);
}

/** Throws if a table of the database contains rows. */
export async function requireEmpty(client: pg.Client, which: string): Promise<void> {
  const encoding = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  if (encoding.rows[0]?.server_encoding !== 'UTF8')
    throw new Error(`${which} must be a database with the encoding UTF8.`);
  for (const { name } of await listTables(client)) {
    const found = await client.query(`SELECT FROM ${pg.escapeIdentifier(name)} LIMIT 1`);
    if (found.rows.length > 0) {
      throw new Error(
        `${which} is not empty: its table ${name} contains rows. Nothing was changed. Use an empty database.`,
      );
    }
  }
}
