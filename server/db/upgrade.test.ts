import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { resolveFolders } from '../paths.ts';
import { createDatabase } from '../testing/database/databases.ts';
import { fillEveryTable, listRelationNames, readEveryTable } from '../testing/database/filled-tables.ts';
import { migrateDatabase } from './migrate.ts';
import { backUpDatabase } from './transfer/backup.ts';
import { restoreDatabase } from './transfer/restore.ts';
import { listSchemaVersions, withMigrationsUpTo } from './transfer/schema-version.ts';

const { migrations } = resolveFolders();
const quiet = { log: () => {}, afterwards: async () => {} };
/** The number of migrations before tables had the names of the glossary. */
const migrationsBefore = 10;
type Rows = Record<string, unknown>[];

const renamedTables: Record<string, string> = {
  payments: 'purchases',
  payment_events: 'purchase_events',
  orders: 'shop_orders',
  order_conflicts: 'shop_order_conflicts',
  removed_orders: 'removed_shop_orders',
  refused_events: 'rejected_events',
};

let old: Awaited<ReturnType<typeof createDatabase>>;
let target: Awaited<ReturnType<typeof createDatabase>>;
beforeEach(async () => {
  old = await createDatabase(inject('databaseAdminUrl'));
  target = await createDatabase(inject('databaseAdminUrl'));
  await withMigrationsUpTo(migrations, listSchemaVersions(migrations)[migrationsBefore - 1] ?? 0, (folder) =>
    migrateDatabase({ ...quiet, url: old.url, migrationsFolder: folder }),
  );
  await fillEveryTable(old.url);
});
afterEach(async () => {
  await old.drop();
  await target.drop();
});

/** What the tables of the old version hold once they have their new names. */
function toRenamed(tables: Map<string, Rows>): Map<string, Rows> {
  const renamed = new Map<string, Rows>();
  for (const [name, rows] of tables) renamed.set(renamedTables[name] ?? name, rows.map(toRenamedRow(name)));
  return renamed;
}

const toRenamedRow = (table: string) => (row: Record<string, unknown>) => {
  if (table === 'payments') {
    const { attempt_id: _, ...kept } = row;
    return kept;
  }
  if (table === 'payment_events') {
    const { payment_id, ...kept } = row;
    return { ...kept, purchase_id: payment_id };
  }
  return row;
};

const sorted = (rows: Rows = []) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();

const without = (column: string, rows: Rows = []): Rows =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== column)));

function expectSameRows(actual: Map<string, Rows>, expected: Map<string, Rows>, except: string[] = []): void {
  expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [table, rows] of expected) {
    if (except.includes(table)) continue;
    expect(rows.length, table).toBeGreaterThan(0);
    expect(sorted(actual.get(table)), table).toEqual(sorted(rows));
  }
}

test('a database with rows in every table keeps all of them when tables get new names', async () => {
  const before = toRenamed(await readEveryTable(old.url));
  await migrateDatabase({ ...quiet, url: old.url, migrationsFolder: migrations });
  expectSameRows(await readEveryTable(old.url), before);
});

test('no index or constraint keeps the name of a table that was renamed', async () => {
  await migrateDatabase({ ...quiet, url: old.url, migrationsFolder: migrations });
  const names = await listRelationNames(old.url);
  expect(names).toContain('purchases_pkey');
  expect(names.filter((name) => /^(payment|order|removed_orders|refused)/.test(name))).toEqual([]);
});

test('a backup of the old version, with rows in every table, is restored with all of them', async () => {
  const before = toRenamed(await readEveryTable(old.url));
  const folder = mkdtempSync(join(tmpdir(), 'northlight-upgrade-'));
  const file = join(folder, 'old.backup');
  try {
    await backUpDatabase({ url: old.url, file, secretFingerprint: 'mark', now: new Date(), print: () => {} });
    await restoreDatabase({
      url: target.url,
      file,
      migrationsFolder: migrations,
      secretFingerprint: 'mark',
      afterwards: async () => {},
      print: () => {},
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  // A restore ends sessions and mailed links, and assigns new ids to access keys so that viewer cookies end.
  const after = await readEveryTable(target.url);
  for (const tables of [before, after]) tables.set('access_keys', without('id', tables.get('access_keys')));
  expectSameRows(after, before, ['session', 'verification']);
});

test('stored audit entries get the names of today’s actions', async () => {
  const client = new pg.Client({ connectionString: old.url });
  await client.connect();
  try {
    const actions = [
      'second-factor.on',
      'second-factor.codes-renewed',
      'company.key-rotated',
      'session.started',
    ];
    await client.query('DELETE FROM audit_log');
    await client.query(
      `INSERT INTO audit_log (id, at, actor, action, object, address)
       SELECT gen_random_uuid(), now() + n * interval '1 s', 'ada@agency.test', action, '', ''
       FROM unnest($1::text[]) WITH ORDINALITY AS a(action, n)`,
      [actions],
    );
    await migrateDatabase({ ...quiet, url: old.url, migrationsFolder: migrations });
    const { rows } = await client.query('SELECT action FROM audit_log ORDER BY at');
    expect(rows.map(({ action }) => action)).toEqual([
      'two-factor.on',
      'two-factor.codes-renewed',
      'company.key-replaced',
      'session.started',
    ]);
  } finally {
    await client.end();
  }
});
