import pg from 'pg';

/** The `application_name` of our connections. */
export const transferApplicationName = 'northlight transfer';

/** The text format of values must not depend on the settings of a server. */
const portableSettings = [
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'extra_float_digits=1',
  'bytea_output=hex',
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
  'lock_timeout=5000',
];

/** Runs `work` on a separate connection, without the timeouts of the server's connections. */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
  applicationName = transferApplicationName,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: portableSettings.map((setting) => `-c ${setting}`).join(' '),
  });
  // A broken connection also fails the running query, which reports the error.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Runs `work` in one transaction. */
export async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Runs `work` on one consistent snapshot of all tables. */
export async function inSnapshot<Result>(
  client: pg.Client,
  lock: { tables: string[]; mode: 'ACCESS SHARE' | 'SHARE' },
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  try {
    // Before the first query, so that the snapshot is taken after the locks.
    if (lock.tables.length > 0) {
      const names = lock.tables.map((table) => pg.escapeIdentifier(table)).join(', ');
      await client.query(`LOCK TABLE ${names} IN ${lock.mode} MODE`);
    }
    return await work();
  } finally {
    await client.query('ROLLBACK').catch(() => {});
  }
}
