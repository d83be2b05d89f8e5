import pg from 'pg';
import { type Kind, listKinds, runEveryJob } from '../every-transaction.ts';
import { openProxiedStage, require, type Scenario, type Stage, until } from '../ground.ts';

/** How long a transaction may do nothing before the database ends its connection, and how late its answers are. */
const idleMs = 1_000;
const lateMs = 700;

export const transactionsBroken: Scenario = {
  name: 'connections are ended inside every kind of transaction, under load, after every kind of job',
  promise: 'the same process goes on; the next try of each succeeds; nothing acknowledged is lost',
  run: async (ground) => {
    const options = `-c idle_in_transaction_session_timeout=${idleMs} -c lock_timeout=30000`;
    const { stage, proxy } = await openProxiedStage(ground, {}, options);
    const database = new pg.Client({ connectionString: await stage.databaseUrl() });
    // Of its own: what a transaction sees of other connections stands still.
    const locks = new pg.Client({ connectionString: await stage.databaseUrl() });
    await Promise.all([database.connect(), locks.connect()]);
    try {
      const kinds = await listKinds(stage, database);
      ground.say('  every kind of transaction');
      for (const kind of kinds) await requireDone(kind);
      ground.say('  every kind of job');
      const jobs = await runEveryJob(database);
      const before = stage.northlight.servingPid();
      const visitors = stage.visitors(5);
      const rounds = ground.isQuick ? 1 : 10;
      for (let round = 0; round < rounds; round += 1) {
        for (const kind of kinds) {
          ground.say(`  ending the connection of ${kind.name}`);
          await endInside(kind, { database, locks });
        }
      }
      for (const kind of kinds) await requireDone(kind);

      ground.say('  letting transactions run into the timeout');
      const endedBefore = await countTimeouts(database);
      await openConnections(stage);
      for (const kind of kinds) await kind.prepare?.();
      proxy.slow(lateMs);
      await Promise.all(kinds.map((kind) => kind.run().catch(() => 0)));
      proxy.restore();
      await until(
        'a transaction ran into the timeout',
        async () => (await countTimeouts(database)) > endedBefore,
      );
      for (const kind of kinds) await requireDone(kind);
      const timeouts = (await countTimeouts(database)) - endedBefore;

      require(stage.northlight.servingPid() === before, 'the serving process ended and was restarted');
      const counted = await stage.settle([visitors]);
      return {
        ...counted,
        note: `${kinds.length * rounds} ended inside a transaction, ${timeouts} by the timeout, after ${jobs} jobs`,
      };
    } finally {
      await Promise.all([database.end(), locks.end()]);
      await stage.close();
    }
  },
};

/** Stops the kind's transaction at a lock, and ends its connection there. */
async function endInside(
  { name, table, verb, prepare, run }: Kind,
  { database, locks }: { database: pg.Client; locks: pg.Client },
): Promise<void> {
  await prepare?.();
  await locks.query('BEGIN');
  // Others may read: what is looked up first must get to the write.
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
      [`${verb}%${table}%`],
    );
    return rows[0]?.pid;
  };
  let pid: number | undefined;
  await until(`${name} waits for the lock`, async () => {
    pid = await waiting();
    // The connection it was given had been cut in the round before: it was told so, and tries again.
    if (pid === undefined && answered !== undefined && answered >= 500) running = start();
    require(answered === undefined ||
      answered === 0 ||
      answered >= 500, `${name} was answered with ${answered}`);
    return pid !== undefined;
  });
  await database.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
  await locks.query('ROLLBACK');
  const status = await running;
  require(status === 0 ||
    status >= 500, `${name} was answered with ${status} though its transaction was cut`);
}

async function requireDone({ name, prepare, run }: Kind): Promise<void> {
  await prepare?.();
  await until(`${name} works again`, async () => {
    const status = await run().catch(() => 599);
    require(status < 400 || status >= 500, `${name} was answered with ${status}`);
    return status < 400;
  });
}

/** Connections that the database ended by itself; those that we ended count elsewhere. */
async function countTimeouts(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ ended: string }>(
    `SELECT sessions_fatal AS ended FROM pg_stat_database WHERE datname = current_database()`,
  );
  return Number(rows[0]?.ended ?? 0);
}

/** While answers are late no new connection comes about in time, so that the pool must have some. */
async function openConnections({ northlight }: Stage): Promise<void> {
  await Promise.all(
    Array.from({ length: 40 }, () => fetch(`${northlight.url}/readyz`).then((answer) => answer.text())),
  );
}
