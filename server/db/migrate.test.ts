import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { apiPaths } from '../../contract/paths.ts';
import { replaceAccessKey } from '../features/access/company-key.ts';
import { resolveFolders } from '../paths.ts';
import { aCompany, anOrder, aPageview, aViewerCookie, track } from '../testing/builders.ts';
import { createDatabase, type TestDatabase } from '../testing/database/databases.ts';
import { expectAccountsMigrated, fillOldAccounts } from '../testing/database/old-accounts.ts';
import { expectMailsMigrated, fillOldMails } from '../testing/database/old-mails.ts';
import { expectSessionsMigrated, fillOldSession, findOldSession } from '../testing/database/old-sessions.ts';
import { expectAccepted } from '../testing/requests/expect-answers.ts';
import { buildTestApp, testAppSecret } from '../testing/test-app.ts';
import { lockForSession } from './locks.ts';
import { migrateDatabase } from './migrate.ts';

let empty: TestDatabase;
beforeEach(async () => {
  empty = await createDatabase(inject('databaseAdminUrl'));
});
afterEach(() => empty.drop());

const quiet = { log: () => {}, afterwards: async () => {} };

async function listTables(): Promise<string[]> {
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  await client.end();
  return rows.map((row) => row.name);
}

test('two servers that start at once on an empty database both start on one schema', async () => {
  const servers = await Promise.all([1, 2].map(() => buildTestApp({ databaseUrl: empty.url })));
  const [one, other] = servers;
  if (!one || !other) throw new Error('two servers were started');
  const { company } = await aCompany(one.db);
  for (const { app } of servers) {
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    expectAccepted(await track(app, aPageview(company.id)), 1);
  }
  await Promise.all(servers.map((server) => server.close()));
});

test('migrating again changes nothing', async () => {
  const { migrations } = resolveFolders();
  await migrateDatabase({ ...quiet, url: empty.url, migrationsFolder: migrations });
  const tables = await listTables();
  expect(tables).toContain('dataset_revisions');
  await Promise.all(
    [1, 2, 3].map(() => migrateDatabase({ ...quiet, url: empty.url, migrationsFolder: migrations })),
  );
  expect(await listTables()).toEqual(tables);
});

/** A transaction that reads a table, as a backup does, until it is ended. */
async function holdTable(table: string) {
  const client = new pg.Client({ connectionString: empty.url, application_name: 'a backup' });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS SHARE MODE`);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return { pid: rows[0]?.pid, end: () => client.end() };
}

async function countCompanies(): Promise<number> {
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM companies');
  await client.end();
  return rows[0]?.count ?? 0;
}

const journal = z.looseObject({
  entries: z.array(z.looseObject({ idx: z.number(), tag: z.string(), when: z.number() })),
});

/** The migrations with another one at the end. */
function withMigration(statements: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  cpSync(resolveFolders().migrations, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const kept = journal.parse(JSON.parse(readFileSync(file, 'utf8')));
  const last = kept.entries.at(-1);
  if (!last) throw new Error('there are no migrations');
  kept.entries.push({ ...last, idx: last.idx + 1, tag: '9999_new', when: last.when + 1 });
  writeFileSync(file, JSON.stringify(kept));
  writeFileSync(join(folder, '9999_new.sql'), statements);
  return folder;
}

test('a failed migration leaves nothing, not even earlier ones of the same run', async () => {
  const folder = withMigration('CREATE TABLE half_done (id int);\n--> statement-breakpoint\nSELECT 1 / 0;');
  await expect(migrateDatabase({ ...quiet, url: empty.url, migrationsFolder: folder })).rejects.toThrow();
  expect(await listTables()).toEqual([]);

  // The next start with a repaired migration succeeds, so the lock was released.
  writeFileSync(join(folder, '9999_new.sql'), 'CREATE TABLE done (id int);');
  await migrateDatabase({ ...quiet, url: empty.url, migrationsFolder: folder });
  expect(await listTables()).toEqual(expect.arrayContaining(['companies', 'done']));
  rmSync(folder, { recursive: true });
});

test('a start that waits for a backup names it in the log, lets others read, and ends after the backup', async () => {
  await migrateDatabase({ ...quiet, url: empty.url, migrationsFolder: resolveFolders().migrations });
  const folder = withMigration('ALTER TABLE companies ADD COLUMN added text;');
  const lines: string[] = [];
  const { pid, end } = await holdTable('companies');
  const migrating = migrateDatabase({
    ...{ url: empty.url, migrationsFolder: folder, lockWaitMs: 50, afterwards: async () => {} },
    log: (line) => lines.push(line),
  });
  await vi.waitFor(() => expect(lines).toHaveLength(1), 30_000);
  expect(lines[0]).toContain('Waiting for a lock: ALTER TABLE companies ADD COLUMN added text.');
  expect(lines[0]).toContain(`Sessions with locks: a backup (process ${pid}, since `);
  // Between two attempts, other statements do not wait behind the migration.
  expect(await countCompanies()).toBe(0);
  await end();
  await migrating;
  expect(lines).toHaveLength(1);
  rmSync(folder, { recursive: true });
});

test('a start that waits for another one logs it', async () => {
  const other = new pg.Client({ connectionString: empty.url });
  await other.connect();
  await lockForSession(other, { lock: 'migration' });
  const lines: string[] = [];
  const { migrations: migrationsFolder } = resolveFolders();
  const log = (line: string) => lines.push(line);
  const migrating = migrateDatabase({ ...quiet, url: empty.url, migrationsFolder, log });
  await vi.waitFor(
    () => expect(lines).toEqual(['Waiting for another start, move or restore on this database.']),
    30_000,
  );
  await other.end();
  await migrating;
});

test('a database of the first release is upgraded without loss', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  cpSync(resolveFolders().migrations, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const all = journal.parse(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, JSON.stringify({ ...all, entries: all.entries.slice(0, 3) }));
  await migrateDatabase({ ...quiet, url: empty.url, migrationsFolder: folder });
  rmSync(folder, { recursive: true });
  expect(await listTables()).not.toContain('ended_viewers');
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const id = '0198c0de-0000-4000-8000-000000000001';
  await client.query(`INSERT INTO companies (id, name, domain) VALUES ($1, 'Kept', 'kept.test')`, [id]);
  await client.query(
    `INSERT INTO orders (company_id, order_id, event_id, amount, occurred_at)
     VALUES ($1, 'A-1', '0198c0de-0000-7000-8000-000000000001', 12.5, now())`,
    [id],
  );
  await client.query(
    `INSERT INTO company_totals (company_id, page_views, users, orders, revenue, reading_minute, last_event_at)
     VALUES ($1, 0, 0, 1, 12.5, now(), now())`,
    [id],
  );
  await client.end();

  const { app, db, close } = await buildTestApp({ databaseUrl: empty.url });
  const { rows } = await db.query('SELECT id, name FROM companies');
  expect(rows).toEqual([{ id, name: 'Kept' }]);
  expectAccepted(await track(app, aPageview(id, { url: 'https://kept.test/' })), 1);
  // An order from before the migration keeps its number and amount when another sender reports it again.
  expectAccepted(await track(app, anOrder(id, 'A-1', 1), { origin: 'https://kept.test' }), 1);
  const kept = await db.query('SELECT amount::text, source FROM shop_orders WHERE company_id = $1', [id]);
  expect(kept.rows).toEqual([{ amount: '12.50', source: 'page' }]);
  const { accessKey } = await replaceAccessKey(db, testAppSecret, id);
  const cookie = await aViewerCookie(app, accessKey);
  expect((await app.inject({ url: apiPaths.company(id), headers: { cookie } })).statusCode).toBe(200);
  await close();
});

test('an unconfirmed user becomes a pending sign-up whose mailed link still works', async () => {
  const { migrations } = resolveFolders();
  const waiting = await fillOldAccounts(empty.url, migrations);
  await migrateDatabase({ ...quiet, url: empty.url, migrationsFolder: migrations });
  await expectAccountsMigrated(empty.url, waiting);
});

test('sessions stay valid when the stored tokens are hashed', async () => {
  const { migrations } = resolveFolders();
  await fillOldSession(empty.url, migrations);
  await migrateDatabase({ ...quiet, url: empty.url, migrationsFolder: migrations });
  expect(await findOldSession(empty.url)).toBe('signed-in@people.test');
  await expectSessionsMigrated(empty.url);
});

test('waiting mails from before mail classes get their class and are sent', async () => {
  const { migrations } = resolveFolders();
  await fillOldMails(empty.url, migrations);
  await migrateDatabase({ ...quiet, url: empty.url, migrationsFolder: migrations });
  await expectMailsMigrated(empty.url);
});

test('a wrong database name fails at once without waiting', async () => {
  const url = empty.url.replace(empty.name, 'no_such_database');
  const began = performance.now();
  await expect(
    migrateDatabase({ ...quiet, url, migrationsFolder: resolveFolders().migrations }),
  ).rejects.toThrow(/no_such_database/);
  expect(performance.now() - began).toBeLessThan(5_000);
});
