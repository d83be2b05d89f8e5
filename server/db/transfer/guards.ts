import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { lockForSession, tryLockForSession, unlockForSession } from '../locks.ts';
import { transferName } from './session.ts';
import { listTables } from './tables.ts';

/** A connection that was just closed may be listed for a moment longer. */
const goneWithinMs = 2_000;

/**
 * Throws when a server works on this database: what it takes in during a transfer would be missing.
 * Until the session ends no server can start on it either; one that tries waits.
 */
export async function requireUnserved(client: pg.Client, which: string): Promise<void> {
  if (!(await tryLockForSession(client, { lock: 'migration' })))
    throw new Error(`A server is starting on ${which}, or something else moves it. Wait for its end.`);
  const deadline = Date.now() + goneWithinMs;
  while (await isServed(client)) {
    if (Date.now() > deadline) throw new Error(`A server is running on ${which}. Stop it first.`);
    await delay(50);
  }
}

async function isServed(client: pg.Client): Promise<boolean> {
  const found = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND application_name LIKE 'northlight%'
       AND application_name NOT IN ('northlight migrations', '${transferName}') LIMIT 1`,
  );
  return found.rows.length > 0;
}

/** Throws when both sessions are on one database, whatever its two addresses look like. */
export async function requireOther(one: pg.Client, other: pg.Client): Promise<void> {
  // Such a lock is known in its own database only.
  const lock = { lock: 'same-database', id: randomUUID() } as const;
  await lockForSession(one, lock);
  if (!(await tryLockForSession(other, lock))) throw new Error('The target is the database itself.');
  await unlockForSession(one, lock);
  await unlockForSession(other, lock);
}

/** Throws when a table of ours, or of that name, holds anything. */
export async function requireEmpty(client: pg.Client, which: string): Promise<void> {
  const encoding = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  if (encoding.rows[0]?.server_encoding !== 'UTF8') throw new Error(`${which} must be a database in UTF8.`);
  for (const { name } of await listTables(client)) {
    const found = await client.query(`SELECT FROM ${pg.escapeIdentifier(name)} LIMIT 1`);
    if (found.rows.length > 0) {
      throw new Error(`${which} is not empty: its table ${name} holds rows. Nothing was changed.`);
    }
  }
}
