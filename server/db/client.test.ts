import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDb } from '../testing/test-app.ts';
import type { Tx } from './client.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;

beforeAll(async () => {
  t = await openTestDb();
  await t.db.query('CREATE TABLE notes (text text PRIMARY KEY)');
});
afterAll(() => t.close());

const addBuilt = (tx: Tx, text: string) => tx.orm.execute(sql`INSERT INTO notes VALUES (${text})`);
const addNamed = (tx: Tx, text: string) =>
  tx.query({ name: 'add-note', text: 'INSERT INTO notes VALUES ($1)', values: [text] });
const list = async (tx: Tx) =>
  (await tx.query<{ text: string }>('SELECT text FROM notes ORDER BY text')).rows.map(({ text }) => text);
/** `Promise.withResolvers` of newer Node.js versions. */
function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
const clear = () => t.db.query('DELETE FROM notes');

test('built, plain and named statements join the same transaction', async () => {
  await clear();
  await t.db.transaction(async (tx) => {
    await addBuilt(tx, 'built');
    await addNamed(tx, 'named');
    expect(await list(tx)).toEqual(['built', 'named']);
    expect(await list(t.db)).toEqual([]);
  });
  expect(await list(t.db)).toEqual(['built', 'named']);
});

test('a transaction that fails leaves nothing, and throws what its work threw', async () => {
  await clear();
  const failure = new Error('refused');
  const failing = t.db.transaction(async (tx) => {
    await addNamed(tx, 'undone');
    throw failure;
  });
  await expect(failing).rejects.toBe(failure);
  expect(await list(t.db)).toEqual([]);
});

test('a transaction inside a transaction is a savepoint', async () => {
  await clear();
  await t.db.transaction(async (tx) => {
    await addBuilt(tx, 'kept');
    const inner = tx.transaction(async (nested) => {
      await addNamed(nested, 'undone');
      throw new Error('refused');
    });
    await expect(inner).rejects.toThrow('refused');
    await tx.transaction((nested) => addNamed(nested, 'second'));
  });
  expect(await list(t.db)).toEqual(['kept', 'second']);
});

test('a connection whose transaction could not be ended is not used again', async () => {
  const pids = new Set<number>();
  const pidOf = async (tx: Tx) => {
    const found = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return found.rows[0]?.pid ?? 0;
  };
  const ended = t.db.transaction(async (tx) => {
    pids.add(await pidOf(tx));
    await t.db.query('SELECT pg_terminate_backend($1::int, 5000)', [[...pids][0]]);
    await addBuilt(tx, 'lost');
  });
  await expect(ended).rejects.toThrow();
  for (let turn = 0; turn < 12; turn += 1) expect(pids.has(await t.db.transaction(pidOf))).toBe(false);
  expect(await list(t.db)).not.toContain('lost');
});

test('renewed connections have the current settings of the database, and work in progress is finished', async () => {
  const readSetting = async (tx: Tx) => {
    const found = await tx.query<{ value: string | null }>(
      "SELECT current_setting('northlight.test', true) AS value",
    );
    return found.rows[0]?.value;
  };
  await t.db.query('SELECT 1');
  await t.db.query(
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET northlight.test = %L', current_database(), 'new'); END $$",
  );
  expect(await readSetting(t.db)).not.toBe('new');
  await clear();
  const started = withResolvers();
  const renewed = withResolvers();
  const running = t.db.transaction(async (tx) => {
    started.resolve();
    await renewed.promise;
    await addNamed(tx, 'kept');
  });
  await started.promise;
  t.db.renewConnections();
  renewed.resolve();
  await running;
  expect(await list(t.db)).toEqual(['kept']);
  expect(await readSetting(t.db)).toBe('new');
});

test('callers that wait for a connection during a renewal get one', async () => {
  const release = withResolvers();
  const busy = Array.from({ length: 10 }, () => t.db.transaction(() => release.promise));
  const waiting = Array.from({ length: 5 }, (_, index) =>
    t.db.query<{ n: number }>('SELECT $1::int AS n', [index]),
  );
  t.db.renewConnections();
  release.resolve();
  await Promise.all(busy);
  const found = await Promise.all(waiting);
  expect(found.map(({ rows }) => rows[0]?.n)).toEqual([0, 1, 2, 3, 4]);
});
