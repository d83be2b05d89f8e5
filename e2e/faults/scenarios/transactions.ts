import assert from 'node:assert/strict';
import pg from 'pg';
import { type Fixture, openProxiedFixture } from '../fixture.ts';
import { type Scenario, waitUntil } from '../scenario.ts';
import { listTransactionKinds, runEveryJob, type TransactionKind } from '../transaction-kinds.ts';

/** The database's limit for idle transactions, and the delay of its responses. */
const idleMs = 1_000;
const delayMs = 700;

export const transactionsInterrupted: Scenario = {
  name: 'connections are terminated inside every kind of transaction, under load, after every kind of job',
  promise: 'the process keeps running; the next attempt of each succeeds; no acknowledged event is lost',
  run: async (environment) => {
    const options = `-c idle_in_transaction_session_timeout=${idleMs} -c lock_timeout=30000`;
    const { fixture, proxy } = await openProxiedFixture(environment, {}, options);
    const database = new pg.Client({ connectionString: await fixture.databaseUrl() });
    // A second connection, because pg_stat_activity is frozen within a transaction.
    const locks = new pg.Client({ connectionString: await fixture.databaseUrl() });
    await Promise.all([database.connect(), locks.connect()]);
    try {
      const kinds = await listTransactionKinds(fixture, database);
      environment.log('  every kind of transaction');
      for (const kind of kinds) await requireDone(kind);
      environment.log('  every kind of job');
      const jobs = await runEveryJob(database);
      const before = fixture.northlight.servingPid();
      const visitors = fixture.startVisitors(5);
      const rounds = environment.isQuick ? 1 : 10;
      for (let round = 0; round < rounds; round += 1) {
        for (const kind of kinds) {
          environment.log(`  terminating the connection of ${kind.name}`);
          await endInside(kind, { database, locks });
        }
      }
      for (const kind of kinds) await requireDone(kind);

      environment.log('  waiting for transactions to time out');
      const endedBefore = await countTimeouts(database);
      await openConnections(fixture);
      for (const kind of kinds) await kind.prepare?.();
      proxy.slow(delayMs);
      await Promise.all(kinds.map((kind) => kind.run().catch(() => 0)));
      proxy.restore();
      await waitUntil('a transaction timed out', async () => (await countTimeouts(database)) > endedBefore);
      for (const kind of kinds) await requireDone(kind);
      const timeouts = (await countTimeouts(database)) - endedBefore;

      assert(fixture.northlight.servingPid() === before, 'the worker exited and was restarted');
      const counted = await fixture.stopAndRecount([visitors]);
      return {
        ...counted,
        note: `${kinds.length * rounds} terminated inside a transaction, ${timeouts} by the timeout, after ${jobs} jobs`,
      };
    } finally {
      await Promise.all([database.end(), locks.end()]);
      await fixture.close();
    }
  },
};

/** Blocks the transaction with a lock and terminates its connection there. */
async function endInside(
  { name, table, statement, prepare, run }: TransactionKind,
  { database, locks }: { database: pg.Client; locks: pg.Client },
): Promise<void> {
  await prepare?.();
  await locks.query('BEGIN');
  // Others may still read, so that the transaction gets as far as its write.
  await locks.query(`LOCK TABLE ${table} IN SHARE MODE`);
  let answered: number | undefined;
  const start = () => {
    answered = undefined;
    return run().then(
      (status) => (answered = status),
      () => (answered = 599),
    );
  };
  let running = start();
  const waiting = async () => {
    const { rows } = await database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND application_name LIKE 'northlight%' AND query ILIKE $1`,
      [`${statement}%${table}%`],
    );
    return rows[0]?.pid;
  };
  let pid: number | undefined;
  await waitUntil(`${name} waits for the lock`, async () => {
    pid = await waiting();
    // It got a connection that the round before had terminated, so it is started again.
    if (pid === undefined && answered !== undefined && answered >= 500) running = start();
    assert(
      answered === undefined || answered === 0 || answered >= 500,
      `${name} was answered with ${answered}`,
    );
    return pid !== undefined;
  });
  await database.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
  await locks.query('ROLLBACK');
  const status = await running;
  assert(
    status === 0 || status >= 500,
    `${name} was answered with ${status} although its connection was terminated`,
  );
}

async function requireDone({ name, prepare, run }: TransactionKind): Promise<void> {
  await prepare?.();
  await waitUntil(`${name} works again`, async () => {
    const status = await run().catch(() => 599);
    assert(status < 400 || status >= 500, `${name} was answered with ${status}`);
    return status < 400;
  });
}

/** Connections that the database ended because of a timeout; terminated ones are counted elsewhere. */
async function countTimeouts(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ ended: string }>(
    `SELECT sessions_fatal AS ended FROM pg_stat_database WHERE datname = current_database()`,
  );
  return Number(rows[0]?.ended ?? 0);
}

/** Fills the pool: while responses are delayed, no new connection is established in time. */
async function openConnections({ northlight }: Fixture): Promise<void> {
  await Promise.all(
    Array.from({ length: 40 }, () => fetch(`${northlight.url}/readyz`).then((answer) => answer.text())),
  );
}
