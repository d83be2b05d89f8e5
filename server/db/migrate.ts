import { setTimeout as delay } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { type Tx, toTx } from './client.ts';
import { lockForSession } from './locks.ts';

const oldestServer = 150_000;

interface MigrateOptions<Result> extends ConnectOptions {
  /** Undefined: the process that started this one has migrated. */
  migrationsFolder: string | undefined;
  /** What else must be there before anybody writes; runs under the same lock. */
  afterwards: (owner: Tx) => Promise<Result>;
}

interface ConnectOptions {
  url: string;
  /** How long a database that is not there yet is waited for. */
  waitSeconds?: number;
  log: (line: string) => void;
}

/**
 * Brings the database to the newest schema. Instances that start at once queue behind an advisory
 * lock; the migrations run in one transaction, so a killed run leaves nothing half done. Gives what
 * `afterwards` gives.
 */
export async function migrateDatabase<Result>(options: MigrateOptions<Result>): Promise<Result> {
  const client = await connectWithPatience(options);
  try {
    const version = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    if (Number(version.rows[0]?.server_version_num) < oldestServer) {
      throw new Error('DATABASE_URL: PostgreSQL 15 or newer is needed.');
    }
    await lockForSession(client, { lock: 'migration' });
    const { migrationsFolder } = options;
    if (migrationsFolder !== undefined) await migrate(drizzle(client), { migrationsFolder });
    return await options.afterwards(toTx(client));
  } finally {
    // Ending the session also releases the lock.
    await client.end();
  }
}

async function connectWithPatience({ url, waitSeconds = 60, log }: ConnectOptions): Promise<pg.Client> {
  const deadline = Date.now() + waitSeconds * 1000;
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'northlight migrations',
      connectionTimeoutMillis: 5_000,
    });
    // A connection that breaks also fails the query under way, which tells.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (!isWorthWaiting(error) || Date.now() > deadline) throw error;
      if (attempt === 1) log('The database does not answer yet; waiting for it.');
      await delay(Math.min(250 * attempt, 2_000));
    }
  }
}

function isWorthWaiting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // 28xxx (wrong password) and 3D000 (no such database) do not mend themselves.
  return (
    code.startsWith('57') ||
    code.startsWith('53') ||
    code.startsWith('E') ||
    /timeout|terminated/i.test(error.message)
  );
}
