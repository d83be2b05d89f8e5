import { setTimeout as delay } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { type Tx, toTx } from './client.ts';
import { withLockRetries } from './lock-retries.ts';
import { lockForSession, tryLockForSession } from './locks.ts';

const oldestServerVersion = 150_000;

interface MigrateOptions<Result> extends ConnectOptions {
  /** Undefined: the parent process has already migrated. */
  migrationsFolder: string | undefined;
  /** How long a migration waits for a table before it lets others use the table and tries again. */
  lockWaitMs?: number;
  /** Prepares what else must exist before any process writes. Runs under the same lock. */
  afterwards: (owner: Tx) => Promise<Result>;
}

interface ConnectOptions {
  url: string;
  /** How long to wait for a database that does not respond yet. */
  waitSeconds?: number;
  log: (line: string) => void;
}

/**
 * Migrates the database to the newest schema and returns the result of `afterwards`. Concurrent starts wait for each
 * other with an advisory lock. All migrations run in one transaction, so a killed run changes nothing. A migration that
 * has to wait, for example for a backup, logs what it waits for.
 */
export async function migrateDatabase<Result>(options: MigrateOptions<Result>): Promise<Result> {
  const client = await connectWithRetries(options);
  try {
    const version = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    if (Number(version.rows[0]?.server_version_num) < oldestServerVersion) {
      throw new Error('DATABASE_URL: PostgreSQL 15 or newer is required.');
    }
    const { migrationsFolder, log } = options;
    await waitForOthers(client, log);
    if (migrationsFolder !== undefined)
      await withLockRetries(client, options, () => migrate(drizzle(client), { migrationsFolder }));
    return await options.afterwards(toTx(client));
  } finally {
    // Ending the session also releases the lock.
    await client.end();
  }
}

async function waitForOthers(client: pg.Client, log: (line: string) => void): Promise<void> {
  const lock = { lock: 'migration' } as const;
  if (await tryLockForSession(client, lock)) return;
  log('Waiting for another start, move or restore on this database.');
  await lockForSession(client, lock);
}

async function connectWithRetries({ url, waitSeconds = 60, log }: ConnectOptions): Promise<pg.Client> {
  const deadline = Date.now() + waitSeconds * 1000;
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'northlight migrations',
      connectionTimeoutMillis: 5_000,
    });
    // A broken connection also fails the running query, which reports the error.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (!isTemporary(error) || Date.now() > deadline) throw error;
      if (attempt === 1) log(`The database does not respond yet. Retrying for up to ${waitSeconds} seconds.`);
      await delay(Math.min(250 * attempt, 2_000));
    }
  }
}

function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // Not 28xxx (wrong password) and 3D000 (no such database), which waiting does not solve.
  return (
    code.startsWith('57') ||
    code.startsWith('53') ||
    code.startsWith('E') ||
    /timeout|terminated/i.test(error.message)
  );
}
