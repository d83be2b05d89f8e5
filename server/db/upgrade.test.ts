import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { resolveFolders } from '../paths.ts';
import { createDatabase } from '../testing/database/databases.ts';
import { queryValues } from '../testing/database/embedded-harness.ts';
import { fillEveryTable, listRelationNames, readEveryTable } from '../testing/database/filled-tables.ts';
import { createTestDatabase } from '../testing/database/test-database.ts';
import { migrateDatabase } from './migrate.ts';
import { backUpDatabase } from './transfer/backup/backup.ts';
import { restoreDatabase } from './transfer/backup/restore.ts';
import { withMigrationsUpTo } from './transfer/schema-version.ts';

const { migrations } = resolveFolders();
const quiet = { log: () => {}, afterwards: async () => {} };
/**
 * The last migration of each release, and of states between releases that changed much. Every release is added here: an
 * installation may skip any number of them.
 */
const versions = {
  '0.1.0': '0002_orders_problems_and_refunds',
  'between 0.1.0 and 0.2.0, before tables had the names of the glossary': '0009_mail_budgets',
  'between 0.1.0 and 0.2.0, before statistics were derived from events alone': '0010_plain_table_names',
  'between 0.1.0 and 0.2.0, before verified orders': '0012_portal_settings_goals_annotations',
  'between 0.1.0 and 0.2.0, before API keys had scopes': '0013_verified_orders',
  '0.2.0': '0014_scopes_and_failures',
  '0.4.0': '0015_no_running_totals',
  '0.5.0': '0016_portal_display_and_order_parts',
  '0.6.0': '0019_team',
  '0.7.0': '0020_brand_and_domains',
  '0.8.0': '0021_overview_and_operating',
  '0.9.0': '0022_reports_and_alerts',
} as const;
type Version = keyof typeof versions;
const beforeNames: Version = 'between 0.1.0 and 0.2.0, before tables had the names of the glossary';
const beforeFacts: Version = 'between 0.1.0 and 0.2.0, before statistics were derived from events alone';
const listVersions = () => Object.keys(versions).filter((name): name is Version => name in versions);
/** Events hold all that these held (and accesses what API keys held), except for months of which the events were dropped. */
const droppedTables = ['visits', 'rollups_hourly', 'analytics_data', 'api_keys'];
/** Repeated what events, and the history of an order, say. */
const droppedColumns: Record<string, string[]> = {
  dataset_revisions: ['page_views', 'users', 'orders', 'revenue', 'reading_minute'],
  shop_orders: ['earlier_amount', 'amount_since'],
  // An access has them now, or they have another name.
  access_keys: ['revoked_at', 'last_used_at'],
  companies: ['viewers_may_annotate'],
};
/** Not part of a backup: secrets of a day, and what is derived from events. */
const tablesWithoutBackup = [
  'visitor_salts',
  'event_changes',
  'segment_failures',
  'segment_states',
  'segments',
];
const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });
type Rows = Record<string, unknown>[];

const renamedTables: Record<string, string> = {
  payments: 'purchases',
  payment_events: 'purchase_events',
  orders: 'shop_orders',
  order_conflicts: 'shop_order_conflicts',
  removed_orders: 'removed_shop_orders',
  refused_events: 'rejected_events',
  company_totals: 'dataset_revisions',
};

/** The tables of a new database. */
let tableNames: string[];
beforeAll(async () => {
  const fresh = await createTestDatabase();
  tableNames = [...(await readEveryTable(fresh.url)).keys()].sort();
  await fresh.drop();
});

let old: Awaited<ReturnType<typeof createDatabase>>;
let target: Awaited<ReturnType<typeof createDatabase>>;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'northlight-upgrade-'));
  old = await createDatabase(inject('databaseAdminUrl'));
  target = await createDatabase(inject('databaseAdminUrl'));
});
afterEach(async () => {
  await old.drop();
  await target.drop();
  rmSync(folder, { recursive: true });
});

function findSchemaVersionOf(version: Version): number {
  const { entries } = journal.parse(
    JSON.parse(readFileSync(join(migrations, 'meta', '_journal.json'), 'utf8')),
  );
  const found = entries.find(({ tag }) => tag === versions[version]);
  if (!found) throw new Error(`there is no migration ${versions[version]}`);
  return found.when;
}

/** Creates the database of an older version with rows in every table. */
async function fillOld(version: Version): Promise<void> {
  await withMigrationsUpTo(migrations, findSchemaVersionOf(version), (given) =>
    migrateDatabase({ ...quiet, url: old.url, migrationsFolder: given }),
  );
  await fillEveryTable(old.url);
}

const migrateOld = () => migrateDatabase({ ...quiet, url: old.url, migrationsFolder: migrations });

async function restoreOld(): Promise<void> {
  const file = join(folder, 'old.backup');
  const segmentsFolder = join(folder, 'segments');
  const common = { file, segmentsFolder, secretFingerprint: 'mark', print: () => {} };
  await backUpDatabase({ ...common, url: old.url, now: new Date() });
  await restoreDatabase({ ...common, ...quiet, url: target.url, migrationsFolder: migrations });
}

/** The rows of the tables of the old version under their new names. */
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
  if (table === 'attempts') {
    // Limits count in another column, in which attempts from before 0.2.0 are as well.
    const { count: _, ...kept } = row;
    return kept;
  }
  return row;
};

const sorted = (rows: Rows = []) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();

const without = (column: string, rows: Rows = []): Rows =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== column)));

/** API keys became secrets of accesses, which are next to those of people, but not encrypted. */
const isFromApiKey = (table: string, row: Record<string, unknown>) =>
  table === 'access_keys' && row.sealed === null;

/** Checks that every row is still there. Columns that were added to its table are ignored. */
function expectSameRows(actual: Map<string, Rows>, expected: Map<string, Rows>, except: string[] = []): void {
  const kept = [...expected.keys()].filter((name) => !droppedTables.includes(name));
  expect([...actual.keys()].sort()).toEqual(tableNames);
  for (const table of kept) {
    if (except.includes(table)) continue;
    const rows = expected.get(table) ?? [];
    expect(rows.length, table).toBeGreaterThan(0);
    const dropped = droppedColumns[table] ?? [];
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !dropped.includes(column));
    const toKept = (row: Record<string, unknown>) =>
      Object.fromEntries(columns.map((column) => [column, row[column]]));
    const now = actual.get(table)?.filter((row) => !isFromApiKey(table, row));
    expect(sorted(now?.map(toKept)), table).toEqual(sorted(rows.map(toKept)));
  }
}

test.each(listVersions().filter((version) => version !== beforeFacts))(
  'a database of version %s with rows in every table keeps all of them',
  async (version) => {
    await fillOld(version);
    const before = toRenamed(await readEveryTable(old.url));
    await migrateOld();
    const after = await readEveryTable(old.url);
    // 0.1.0 stored the tokens of sessions as they are, and later versions their hashes.
    if (version === '0.1.0')
      for (const tables of [before, after]) tables.set('session', without('token', tables.get('session')));
    expectSameRows(after, before);
  },
);

test('no index or constraint keeps the name of a table that was renamed', async () => {
  await fillOld(beforeNames);
  await migrateOld();
  const names = await listRelationNames(old.url);
  expect(names).toContain('purchases_pkey');
  expect(names).toContain('dataset_revisions_pkey');
  expect(names.filter((name) => /^(payment|order|removed_orders|refused|company_totals)/.test(name))).toEqual(
    [],
  );
});

test.each(listVersions())(
  'a backup of version %s, with rows in every table, is restored with all of them',
  async (version) => {
    await fillOld(version);
    const before = toRenamed(await readEveryTable(old.url));
    await restoreOld();
    // A restore ends sessions and mailed links, and assigns new ids to access keys so that viewer cookies end.
    const after = await readEveryTable(target.url);
    for (const tables of [before, after]) tables.set('access_keys', without('id', tables.get('access_keys')));
    // Links and changes of addresses that were mailed end as well, and invitations are withdrawn.
    for (const tables of [before, after]) {
      const invitations = tables.get('team_invitations');
      if (invitations) tables.set('team_invitations', without('withdrawn_at', invitations));
    }
    const ended = ['session', 'verification', 'access_links', 'address_changes'];
    expectSameRows(after, before, [...ended, ...tablesWithoutBackup]);
  },
);

describe('statistics derived from events', () => {
  const company = '0198c0de-0000-7000-8000-0000000000aa';
  const other = '0198c0de-0000-7000-8000-0000000000bb';
  const event = {
    id: '0198c0de-0000-7000-8000-00000000cccc',
    company_id: company,
    kind: 'pageview',
    session_id: 'read-a-page',
    path: '/read',
    occurred_at: '2026-01-03T10:00:00+00:00',
  };
  const visit = (company_id: string, session_id: string, started_at: string) => ({
    company_id,
    session_id,
    started_at,
    entry_path: `/of-${session_id}`,
    referrer_host: 'news.example',
    browser: 'Firefox',
    os: 'Linux',
    device: 'desktop',
  });
  /** A session of one company is not a session of another. */
  const sessionOnly = [
    visit(company, 'only-session-events', '2026-01-04T23:59:59.5+00:00'),
    visit(other, 'read-a-page', '2026-01-05T00:00:00+00:00'),
  ];

  async function insertRows(table: string, rows: object[]): Promise<void> {
    await queryValues(
      old.url,
      `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, '${JSON.stringify(rows)}')`,
    );
  }

  const listEvents = async () => (await readEveryTable(old.url)).get('events') ?? [];

  test('every event is kept, and visits known only from session events become events', async () => {
    await fillOld(beforeFacts);
    const { path, referrer_host, browser, os, device } = { ...sessionOnly[0], path: '/read' };
    await insertRows('events', [{ ...event, path, referrer_host, browser, os, device }]);
    await insertRows('visits', [
      visit(company, 'read-a-page', '2026-01-03T10:00:00+00:00'),
      ...sessionOnly,
      // A visit of a month whose events were dropped.
      visit(company, 'long-ago', '2025-12-31T23:59:59+00:00'),
    ]);
    const tables = toRenamed(await readEveryTable(old.url));
    const before = tables.get('events') ?? [];
    await migrateOld();

    const after = await readEveryTable(old.url);
    expectSameRows(after, tables, ['events']);
    const events = after.get('events') ?? [];
    const added = events.filter(({ id }) => !before.some((row) => row.id === id));
    expect(events.length - added.length).toBe(before.length);
    expect(sorted(added.map(({ id: _, ...row }) => row))).toEqual(
      sorted(
        sessionOnly.map(({ started_at, entry_path, ...kept }) => ({
          ...emptyEvent(events),
          ...kept,
          kind: 'session',
          path: entry_path,
          occurred_at: started_at,
        })),
      ),
    );
    expect(new Set(added.map(({ id }) => id)).size).toBe(added.length);
  });

  test('nothing is stored twice by a backup of that version', async () => {
    await fillOld(beforeFacts);
    await insertRows('visits', sessionOnly);
    const before = await listEvents();
    await restoreOld();
    const restored = (await readEveryTable(target.url)).get('events') ?? [];
    expect(restored).toHaveLength(before.length + sessionOnly.length);
  });

  /** A row of `events` with null in every column. */
  const emptyEvent = (rows: Rows) => {
    const { id: _, ...columns } = rows[0] ?? {};
    return Object.fromEntries(Object.keys(columns).map((column) => [column, null]));
  };
});

test('stored audit entries get the names of today’s actions', async () => {
  await fillOld(beforeNames);
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

describe('accesses', () => {
  /** The accesses of a database and their secrets. */
  const listAccesses = async (url: string) => {
    const tables = await readEveryTable(url);
    const pick = (table: string, columns: string[]) =>
      (tables.get(table) ?? []).map((row) => columns.map((column) => row[column]));
    return {
      accesses: pick('accesses', ['company_id', 'kind', 'name', 'rights', 'last_used_at']),
      keys: pick('access_keys', ['company_id', 'lookup', 'sealed', 'hint', 'ends_at']),
    };
  };
  const hex = (bytes: string) => `\\x${Buffer.from(bytes).toString('hex')}`;

  async function fillAccess(): Promise<{ shop: string; blog: string }> {
    await withMigrationsUpTo(migrations, findSchemaVersionOf('0.5.0'), (given) =>
      migrateDatabase({ ...quiet, url: old.url, migrationsFolder: given }),
    );
    const shop = '0198c0de-0000-7000-8000-0000000000aa';
    const blog = '0198c0de-0000-7000-8000-0000000000bb';
    await queryValues(
      old.url,
      `INSERT INTO companies (id, name, domain, viewers_may_annotate) VALUES
         ('${shop}', 'Shop', 'shop.test', true), ('${blog}', 'Blog', 'blog.test', false)`,
    );
    await queryValues(
      old.url,
      `INSERT INTO access_keys (id, company_id, lookup, sealed, revoked_at, last_used_at) VALUES
         (gen_random_uuid(), '${shop}', 'replaced', 'sealed', '2026-01-02Z', '2026-01-01Z'),
         ('0198c0de-0000-7000-8000-0000000000cc', '${shop}', 'current', 'sealed', NULL, '2026-01-03Z'),
         (gen_random_uuid(), '${blog}', 'of the blog', 'sealed', NULL, NULL)`,
    );
    await queryValues(
      old.url,
      `INSERT INTO api_keys (id, company_id, name, lookup, hint, scopes, created_at, last_used_at, ends_at) VALUES
         (gen_random_uuid(), '${shop}', 'Checkout', 'both', 'abcd', '{write,read}', now(), '2026-01-04Z', NULL),
         (gen_random_uuid(), '${shop}', 'Checkout', 'writes', 'efgh', '{write}', now(), NULL, '2026-01-05Z'),
         (gen_random_uuid(), '${shop}', 'Books', 'reads', 'ijkl', '{read}', now(), NULL, NULL)`,
    );
    return { shop, blog };
  }

  async function expectAccesses(url: string, { shop, blog }: { shop: string; blog: string }): Promise<void> {
    const all = ['dashboard', 'money', 'orders', 'annotate', 'export'];
    const { accesses, keys } = await listAccesses(url);
    expect(sorted(accesses.map((row) => ({ row })))).toEqual(
      sorted(
        [
          [shop, 'company', 'Company key', all, '2026-01-03T00:00:00+00:00'],
          [blog, 'company', 'Company key', all.filter((right) => right !== 'annotate'), null],
          [shop, 'token', 'Checkout', ['money', 'orders', 'write-orders'], '2026-01-04T00:00:00+00:00'],
          [shop, 'token', 'Checkout', ['write-orders'], null],
          [shop, 'token', 'Books', ['money', 'orders'], null],
        ].map((row) => ({ row })),
      ),
    );
    const sealed = hex('sealed');
    expect(sorted(keys.map((row) => ({ row })))).toEqual(
      sorted(
        [
          [shop, hex('replaced'), sealed, null, '2026-01-02T00:00:00+00:00'],
          [shop, hex('current'), sealed, null, null],
          [blog, hex('of the blog'), sealed, null, null],
          [shop, hex('both'), null, 'abcd', null],
          [shop, hex('writes'), null, 'efgh', '2026-01-05T00:00:00+00:00'],
          [shop, hex('reads'), null, 'ijkl', null],
        ].map((row) => ({ row })),
      ),
    );
  }

  test('the key of each company becomes its first access, and API keys become tokens', async () => {
    const companies = await fillAccess();
    await migrateOld();
    await expectAccesses(old.url, companies);
    // Cookies name the key, so viewers stay signed in.
    const current = `SELECT a.kind FROM access_keys k JOIN accesses a ON a.id = k.access_id
      WHERE k.id = '0198c0de-0000-7000-8000-0000000000cc'`;
    expect(await queryValues(old.url, current)).toEqual(['company']);
  });

  test('a backup of the version before has the same accesses when it is restored', async () => {
    const companies = await fillAccess();
    await restoreOld();
    await expectAccesses(target.url, companies);
  });
});
