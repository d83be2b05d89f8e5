import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { guardTransactions } from './transaction-guard.ts';

/** Longest time a statement may run. */
const statementTimeoutMs = 5_000;
/** Below two seconds, so that whoever waits for a lock is told within them. */
const lockTimeoutMs = 1_500;

const sessionSettings = [
  `statement_timeout=${statementTimeoutMs}`,
  `lock_timeout=${lockTimeoutMs}`,
  'idle_in_transaction_session_timeout=10000',
  'timezone=UTC',
  // Prepared statements keep the plan of their first calls. Made while a table was still empty, that
  // plan scans it, and would go on scanning once it is full; every query of ours can go by a key.
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

// Counts are bigint in SQL; none of ours can leave the range a number holds exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Db {
  pool: pg.Pool;
  orm: NodePgDatabase;
}

export interface DbOptions {
  url: string;
  onError: (error: Error) => void;
  connectionsMax?: number;
  /** How long an answer of the database is waited for before its connection is given up. */
  answerMaxMs?: number;
}

/** For those whose own caller waits: a database gone silent is told within two seconds. */
export const promptAnswerMs = 1_900;

/** How often a first connection is tried, each time as long as any connection is waited for. */
const firstTries = 20;

/**
 * Resolves once a pool has its first connection. Where the machine is still busy with its start that may take
 * longer than a request would wait, and must not end a start. Throws what the last try did.
 */
export async function connectFirst(pool: pg.Pool): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const client = await pool.connect();
      return client.release();
    } catch (error) {
      if (tries === firstTries) throw error;
    }
  }
}

export function openDb(options: DbOptions): Db {
  // Past the server's own limit: only a connection that went silent gets this far.
  const { url, onError, connectionsMax = 10, answerMaxMs = statementTimeoutMs + 1_000 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    application_name: 'northlight',
    connectionTimeoutMillis: 1_500,
    query_timeout: answerMaxMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: sessionSettings,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', onError);
  // One that breaks in the hands of a transaction tells that as well, and nobody else listens then.
  pool.on('connect', (client) => client.on('error', onError));
  return { pool, orm: guardTransactions(drizzle(pool)) };
}
