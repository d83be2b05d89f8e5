import { once } from 'node:events';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { markTransaction } from './transaction-guard.ts';
import { copyIn } from './transfer/copy-in.ts';

/** Longest time a statement may run. */
const statementTimeoutMs = 5_000;
/** So that a request that waits for a lock is answered within two seconds. */
const lockTimeoutMs = 1_500;
/** Connections of a pool that stay open while nothing needs them. */
const idleConnections = 6;
/** Longest time one COPY may take, if its transaction raises the statement timeout. */
const copyMaxMs = 60_000;

const sessionSettings = [
  `statement_timeout=${statementTimeoutMs}`,
  `lock_timeout=${lockTimeoutMs}`,
  'idle_in_transaction_session_timeout=10000',
  'timezone=UTC',
  // Prepared statements keep the plan of their first calls. A plan made while a table was empty scans the table, even
  // after a flood of events has filled it (plans.test.ts). All our queries can use an index.
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  // Where only a scan is possible after all, the three above make its estimated cost so high that PostgreSQL up to 17
  // would compile the statement each time: 140 ms for one that reads ten rows in one.
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

// Counts are bigint in SQL. None of our counts can exceed the safe integers of JavaScript.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The argument of every query: the database pool, or an open transaction. */
export interface Tx {
  /** The query builder. */
  orm: Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;
  /** Runs plain SQL. A statement with a name is prepared once on each connection. */
  query: <Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ) => Promise<pg.QueryResult<Row>>;
  /** Runs `COPY … FROM STDIN` with these parts of its text format. Resolves to the number of stored rows. */
  copyIn: (statement: string, parts: Iterable<Buffer>) => Promise<number>;
  /** Commits when `work` resolves, rolls back when it rejects. Inside a transaction it is a savepoint. */
  transaction: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
}

export interface Db extends Tx {
  /** A connection of the pool, for session state such as advisory locks. The caller releases it. */
  connect: () => Promise<pg.PoolClient>;
  /**
   * Replaces all connections, so that they get the current settings of the database. Those in use are closed when
   * their work is done.
   */
  renewConnections: () => void;
  close: () => Promise<void>;
}

export interface DbOptions {
  url: string;
  onError: (error: Error) => void;
  connectionsMax?: number;
  /** Connections that stay open while nothing needs them. */
  idleMin?: number;
  /** Whether a connection sends a statement before the earlier ones are answered. Without, they wait for each other. */
  isPipelined?: boolean;
  /** How long to wait for a connection before failing. */
  connectMaxMs?: number;
  /** How long to wait for a response of the database before closing the connection. */
  answerMaxMs?: number;
}

/** For HTTP requests: a database that does not respond is reported within two seconds. */
export const promptAnswerMs = 1_900;

/** Each attempt lasts up to the connection timeout of the pool. */
const firstConnectionAttempts = 20;

/**
 * Resolves when the first connection is open. On a machine that is still booting this can take longer than the
 * timeout of a request, which must not fail the start. Throws the error of the last attempt.
 */
export async function waitForFirstConnection(db: Db): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const client = await db.connect();
      return client.release();
    } catch (error) {
      if (attempt === firstConnectionAttempts) throw error;
    }
  }
}

export function openDb(options: DbOptions): Db {
  const { url, onError, connectionsMax = 10, connectMaxMs = 1_500 } = options;
  const { idleMin = idleConnections, isPipelined = false } = options;
  // Above the server's statement timeout: reached only by a connection that stopped responding.
  const { answerMaxMs = statementTimeoutMs + 1_000 } = options;
  const openPool = () => {
    const pool = new pg.Pool({
      connectionString: url,
      max: connectionsMax,
      // Each is a process of the database: starting one on a busy machine lasts longer than a request may wait.
      min: Math.min(idleMin, connectionsMax),
      pipeline: isPipelined,
      application_name: 'northlight',
      connectionTimeoutMillis: connectMaxMs,
      query_timeout: answerMaxMs,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      options: sessionSettings,
    });
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', onError);
    // While a transaction uses a connection, the pool does not listen for its errors.
    pool.on('connect', (client) => client.on('error', onError));
    return { pool, orm: drizzle(pool) };
  };
  let current = openPool();
  let earlier: Promise<void> = Promise.resolve();
  return {
    get orm() {
      return current.orm;
    },
    query: (statement, values) => current.pool.query(statement, values),
    copyIn: (statement, parts) => runTransaction(current.pool, (tx) => tx.copyIn(statement, parts)),
    transaction: (work) => runTransaction(current.pool, work),
    connect: () => current.pool.connect(),
    renewConnections: () => {
      const ended = endWhenUnused(current.pool).catch(onError);
      current = openPool();
      earlier = Promise.all([earlier, ended]).then(() => undefined);
    },
    close: async () => {
      await Promise.all([current.pool.end(), earlier]);
    },
  };
}

/** Callers that wait for a connection of the pool still get one: a pool that was ended would reject them. */
async function endWhenUnused(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0) await once(pool, 'release');
  await pool.end();
}

async function runTransaction<Result>(pool: pg.Pool, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let failure: unknown;
  const run = (tx: Tx) =>
    markTransaction(() => work(tx)).catch((error: unknown) => {
      failure = error;
      throw error;
    });
  try {
    const result = await toTx(client).transaction(run);
    client.release();
    return result;
  } catch (error) {
    // Any other error than that of `work` means that BEGIN, COMMIT or ROLLBACK failed and the transaction may still
    // be open. Then the connection is closed.
    client.release(error !== failure);
    throw error;
  }
}

type Builder = Pick<NodePgDatabase, keyof Tx['orm'] | 'transaction'>;

/** A `Tx` of a single connection, such as the owner's during a migration. */
export function toTx(client: pg.Client | pg.PoolClient, orm: Builder = drizzle(client)): Tx {
  return {
    orm,
    query: (statement, values) => client.query(statement, values),
    copyIn: (statement, parts) => copyIn(client, statement, parts, copyMaxMs),
    transaction: (work) => orm.transaction((nested) => work(toTx(client, nested))),
  };
}
