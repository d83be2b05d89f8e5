import pg from 'pg';

/** What our connections are called in the database's list of them. */
export const transferApplicationName = 'northlight transfer';

/** How values are written as text must not depend on whose server they are on. */
const sameEverywhere = [
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'extra_float_digits=1',
  'bytea_output=hex',
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
  'lock_timeout=5000',
];

/** One connection for as long as the work lasts, without the limits the server sets itself. */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: transferApplicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: sameEverywhere.map((setting) => `-c ${setting}`).join(' '),
  });
  // A connection that breaks also fails the query under way, which tells.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Runs the work in one transaction: all of it is stored, or nothing. */
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

/** Runs the work on one unchanging view of all the tables. */
export async function inSnapshot<Result>(
  client: pg.Client,
  lock: { tables: string[]; mode: 'ACCESS SHARE' | 'SHARE' },
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  try {
    // Before the first question: the view is that of the moment after the locks.
    if (lock.tables.length > 0) {
      const names = lock.tables.map((table) => pg.escapeIdentifier(table)).join(', ');
      await client.query(`LOCK TABLE ${names} IN ${lock.mode} MODE`);
    }
    return await work();
  } finally {
    await client.query('ROLLBACK').catch(() => {});
  }
}
