import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { besideEvents } from '../../testing/database/distributed-tables.ts';
import { queryValues } from '../../testing/database/embedded-harness.ts';
import { createPlainTestDatabase } from '../../testing/database/test-database.ts';
import { withConnection } from './connection.ts';
import { distributeDatabase, listTablePlans, planDistribution } from './distribute.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createPlainTestDatabase();
});
afterAll(() => database.drop());

const inSequence = `ALTER DATABASE "house" SET citus.multi_shard_modify_mode = 'sequential'`;

async function plan(done: string[] = []): Promise<string[]> {
  const tables = await withConnection(database.url, listTablePlans);
  return planDistribution({ tables, done: new Set(done), database: 'house', shards: 8 });
}

const freeing = (table: string) => `SELECT truncate_local_data_after_distributing_table('${table}')`;

test('companies are replicated, events are distributed by company, accounts stay local', async () => {
  const beside = (table: string) =>
    `SELECT create_distributed_table('${table}', 'company_id', colocate_with => 'events')`;
  expect(await plan()).toEqual([
    `SELECT create_reference_table('companies')`,
    `SELECT create_distributed_table('events', 'company_id', shard_count => 8)`,
    freeing('events'),
    ...besideEvents.flatMap((table) => [beside(table), freeing(table)]),
    inSequence,
  ]);
});

test('distributed tables are skipped, so that a second run adds only new ones', async () => {
  const all = ['companies', 'events', ...besideEvents];
  const withoutOne = all.filter((table) => table !== 'segments');
  expect(await plan(withoutOne)).toEqual([
    `SELECT create_distributed_table('segments', 'company_id', colocate_with => 'events')`,
    freeing('segments'),
    inSequence,
  ]);
  expect(await plan(all)).toEqual([inSequence]);
});

test('every unique key of a distributed table begins with the company, as Citus requires', async () => {
  const tables = await withConnection(database.url, listTablePlans);
  const distributed = tables.filter((table) => table.first_key_column === 'company_id');
  const offending = await queryValues(
    database.url,
    `SELECT indexrelid::regclass::text FROM pg_index
     JOIN pg_attribute a ON a.attrelid = indrelid AND a.attnum = indkey[0]
     WHERE indisunique AND a.attname <> 'company_id'
       AND indrelid::regclass::text IN (${distributed.map(({ name }) => `'${name}'`).join(', ')})`,
  );
  expect(offending).toEqual([]);
});

test('on plain PostgreSQL nothing changes', async () => {
  const lines: string[] = [];
  const outcome = await withConnection(database.url, (client) =>
    distributeDatabase(client, (line) => lines.push(line)),
  );
  expect(outcome).toEqual({ is: inject('clusterNodes').length === 0 ? 'plain' : 'available' });
  expect(lines).toEqual([]);
});
