import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDb } from '../../testing/test-app.ts';
import type { Tx } from '../client.ts';
import { CompanyMachines, onlyShard } from './company-machines.ts';
import { pipelineTransaction } from './pipelined-transaction.ts';
import { sendTogether } from './send-together.ts';
import { isUniqueViolation } from './unique-violation.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb({ isPipelined: true });
});
afterAll(() => t.close());

test('statements sent together are answered in order, and the first that failed is the error', async () => {
  await expect(
    t.db.transaction((tx) =>
      sendTogether([tx.query('SELECT 1'), tx.query('SELECT 1 / 0'), tx.query('SELECT no_column')]),
    ),
  ).rejects.toThrow('division by zero');
  const [one, none, two] = await t.db.transaction((tx) =>
    sendTogether([tx.query('SELECT 1 AS n'), undefined, tx.query('SELECT 2 AS n')]),
  );
  expect([one.rows, none, two.rows]).toEqual([[{ n: 1 }], undefined, [{ n: 2 }]]);
});

test('a pipelined transaction stores all of its rows or none, and leaves a usable connection', async () => {
  await t.db.query('CREATE TABLE pipelined (n int PRIMARY KEY)');
  const insert = (tx: Tx, n: number | string) => tx.query('INSERT INTO pipelined VALUES ($1)', [n]);
  const count = async () => (await t.db.query('SELECT n FROM pipelined ORDER BY n')).rows.map(({ n }) => n);

  const stored = pipelineTransaction(t.db, async (tx, commit) => {
    await sendTogether([insert(tx, 1), insert(tx, 2), commit()]);
    return 'stored';
  });
  await expect(stored).resolves.toBe('stored');
  await pipelineTransaction(t.db, (tx) => insert(tx, 3));
  expect(await count()).toEqual([1, 2, 3]);

  const failures: ((tx: Tx, commit: () => Promise<void>) => Promise<unknown>)[] = [
    (tx, commit) => sendTogether([insert(tx, 4), insert(tx, 1), commit()]),
    (tx) => sendTogether([insert(tx, 5), insert(tx, 'none')]),
    async (tx) => {
      await insert(tx, 6);
      throw new Error('changed its mind');
    },
    // A failure that the work hides is not taken for a commit.
    (tx, commit) => Promise.all([insert(tx, 1).catch(() => {}), insert(tx, 7).catch(() => {}), commit()]),
  ];
  for (const work of failures) await expect(pipelineTransaction(t.db, work)).rejects.toThrow();
  expect(await count()).toEqual([1, 2, 3]);
  await t.db.query('DROP TABLE pipelined');
});

test('a row that is stored already is a unique violation, whatever the form of the statement', async () => {
  const companyId = randomUUID();
  const day = '2026-11-05';
  const insert = (statement: string) => t.db.query(statement, [companyId, day]).catch((error) => error);
  const columns = '(company_id, day, salt, destroy_at)';
  const values = `INSERT INTO visitor_salts ${columns} VALUES ($1, $2, '', now())`;
  const selected = `INSERT INTO visitor_salts ${columns}
    SELECT company_id, $2::date, '', now() FROM unnest(ARRAY[$1::uuid]) AS company_id`;
  expect(isUniqueViolation(await insert(values))).toBe(false);
  expect(isUniqueViolation(await insert(values))).toBe(true);
  expect(isUniqueViolation(await insert(selected))).toBe(true);
  expect(isUniqueViolation(await t.db.query('SELECT no_column').catch((error) => error))).toBe(false);
});

test('on one machine every company is on it, without a question', async () => {
  const machines = new CompanyMachines(t.db, () => 'single');
  expect(machines.findRemembered(randomUUID())).toBe(onlyShard);
  const companies = [randomUUID(), randomUUID()];
  expect(await machines.group(companies)).toEqual([companies]);
});

// There is no such machine where the tests do not run on a cluster.
const clusterTest = inject('clusterNodes').length > 0 ? test : undefined;

clusterTest?.(
  'on a cluster every company is on the machine that has its rows, and is remembered',
  async () => {
    const machines = new CompanyMachines(t.db, () => 'distributed');
    const companies = Array.from({ length: 20 }, () => randomUUID());
    const found = await Promise.all(companies.map((id) => machines.find(id)));
    const workers = inject('clusterNodes').filter(({ group }) => group !== 0);
    const groups = await machines.group(companies);
    expect(groups.flat().toSorted()).toEqual(companies.toSorted());
    const places = new Map(found.map((shard) => [shard, machines.placeOf(shard)]));
    const addresses = [...places.values()].map(({ address }) => `${address?.host}:${address?.port}`);
    expect(addresses.toSorted()).toEqual(workers.map(({ host, port }) => `${host}:${port}`).toSorted());
    expect(groups).toHaveLength(workers.length);
    expect(companies.map((id) => machines.findRemembered(id))).toEqual(found);
  },
);
