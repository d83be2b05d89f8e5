import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { completeDatabase } from '../../commands/prepare-database.ts';
import { resolveFolders } from '../../paths.ts';
import { aCompany, aPageview, track } from '../../testing/builders.ts';
import {
  createCompanyFixture,
  expectCompanyIntact,
  listFilledTables,
} from '../../testing/company-fixture.ts';
import { createDatabase, type TestDatabase } from '../../testing/database/databases.ts';
import { queryValues } from '../../testing/database/embedded-harness.ts';
import { expectAccountsMigrated, fillOldAccounts } from '../../testing/database/old-accounts.ts';
import { expectMailsMigrated, fillOldMails } from '../../testing/database/old-mails.ts';
import { expectSessionsMigrated, fillOldSession } from '../../testing/database/old-sessions.ts';
import { createTestDatabase } from '../../testing/database/test-database.ts';
import { requestCheckout } from '../../testing/purchases.ts';
import { expectAccepted } from '../../testing/requests/expect-answers.ts';
import { findTotals, recountTotals } from '../../testing/stored-data.ts';
import { buildTestApp } from '../../testing/test-app.ts';
import { openDb } from '../client.ts';
import { migrateDatabase } from '../migrate.ts';
import { backUpDatabase } from './backup.ts';
import { type RestoreOptions, restoreDatabase } from './restore.ts';
import { listSchemaVersions, withMigrationsUpTo } from './schema-version.ts';

const { migrations } = resolveFolders();
const quiet = () => {};
const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

let folder: string;
let file: string;
let source: TestDatabase;
let target: TestDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'northlight-backup-'));
  file = join(folder, 'northlight.backup');
  source = await createTestDatabase();
  target = await createDatabase(inject('databaseAdminUrl'));
});
afterEach(async () => {
  await source.drop();
  await target.drop();
  rmSync(folder, { recursive: true });
});

function backUp(say: (line: string) => void = quiet) {
  return backUpDatabase({
    url: source.url,
    file,
    segmentsFolder: join(folder, 'source-segments'),
    secretFingerprint: 'mark',
    now: new Date(),
    print: say,
  });
}

function restore(given: Partial<RestoreOptions> = {}) {
  return restoreDatabase({
    url: target.url,
    file,
    segmentsFolder: join(folder, 'target-segments'),
    migrationsFolder: migrations,
    secretFingerprint: 'mark',
    afterwards: (owner) => completeDatabase(owner, target.url, quiet),
    print: quiet,
    ...given,
  });
}

const listSchemas = (url: string) =>
  queryValues(
    url,
    `SELECT count(*)::int FROM information_schema.tables WHERE table_schema IN ('public', 'drizzle')`,
  );

test('a backup is restored completely, and the access key opens its portal', async () => {
  const used = await createCompanyFixture(source.url);
  const written = await backUp();
  expect(statSync(file)).toMatchObject({ size: written.bytes, mode: 0o100600 });
  const { rows, tables } = await restore();
  expect({ rows, tables }).toEqual({ rows: written.rows, tables: written.tables });
  await expectCompanyIntact(target.url, used);
});

test('a purchase repeated after a restore gets the same checkout and is not stored twice', async () => {
  const buy = async (databaseUrl: string) => {
    const t = await buildTestApp({ databaseUrl });
    const answer = await requestCheckout(t.app, {}, { key: 'one-purchase' });
    await t.close();
    return [answer.statusCode, answer.body];
  };
  const before = await buy(source.url);
  await backUp();
  await restore();
  expect(await buy(target.url)).toEqual(before);
  expect(await queryValues(target.url, 'SELECT count(*)::int FROM purchases')).toEqual([1]);
});

test('a backup taken while events arrive is consistent: its totals agree with its events', async () => {
  const t = await buildTestApp({ databaseUrl: source.url });
  const { company } = await aCompany(t.db);
  expectAccepted(await track(t.app, aPageview(company.id)), 1);
  let isOver = false;
  const visit = async () => {
    for (let n = 0; !isOver; n += 1) {
      await track(t.app, [aPageview(company.id, { sessionId: `s${n}` }), aPageview(company.id)]);
    }
  };
  const visiting = visit();
  await backUp();
  isOver = true;
  await visiting;
  const after = await findTotals(t.db, company.id);
  await t.close();

  await restore();
  const restored = openDb({ url: target.url, onError: quiet });
  const totals = await findTotals(restored, company.id);
  expect(totals).toEqual(await recountTotals(restored, company.id));
  expect(totals?.page_views).toBeGreaterThan(0);
  expect(totals?.page_views).toBeLessThanOrEqual(after?.page_views ?? 0);
  await restored.close();
});

describe('an incomplete or damaged file', () => {
  test('is rejected wherever it was truncated, before anything changes', async () => {
    await createCompanyFixture(source.url);
    const { bytes } = await backUp();
    const whole = readFileSync(file);
    for (const length of [0, 1, 20, Math.floor(bytes / 2), bytes - 9, bytes - 1]) {
      writeFileSync(file, whole.subarray(0, length));
      await expect(restore(), `cut at ${length}`).rejects.toThrow('is not a complete backup');
    }
    // Truncated before compression, at the ends of lines: a valid but incomplete file.
    const lines = gunzipSync(whole).toString('latin1').split('\n');
    for (const count of [1, 2, Math.floor(lines.length / 2), lines.length - 2]) {
      writeFileSync(file, gzipSync(Buffer.from(`${lines.slice(0, count).join('\n')}\n`, 'latin1')));
      await expect(restore(), `cut after ${count} lines`).rejects.toThrow('is not a complete backup');
    }
    expect(await listSchemas(target.url)).toEqual([0]);
  });

  test('is rejected if a byte was changed, before anything changes', async () => {
    await createCompanyFixture(source.url);
    const { bytes } = await backUp();
    const whole = readFileSync(file);
    for (let tried = 0; tried < 20; tried += 1) {
      const damaged = Buffer.from(whole);
      // After the gzip header, in which a time and a system do not matter.
      const at = 10 + Math.floor(((bytes - 10) * tried) / 20);
      damaged[at] = (damaged[at] ?? 0) ^ (1 + ((randomBytes(1)[0] ?? 0) % 255));
      writeFileSync(file, damaged);
      await expect(restore(), `byte ${at}`).rejects.toThrow('is not a complete backup');
    }
    expect(await listSchemas(target.url)).toEqual([0]);
  });

  test('is rejected if a row was altered and the file compressed again', async () => {
    await createCompanyFixture(source.url);
    await backUp();
    const text = gunzipSync(readFileSync(file)).toString('latin1');
    writeFileSync(file, gzipSync(Buffer.from(text.replace('/page-3', '/page-4'), 'latin1')));
    await expect(restore()).rejects.toThrow('a checksum does not match');
    writeFileSync(file, gzipSync(Buffer.from(`${text}more`, 'latin1')));
    await expect(restore()).rejects.toThrow('it continues after its end');
    expect(await listSchemas(target.url)).toEqual([0]);
  });

  test('is named if it does not exist or is something else', async () => {
    await expect(restore()).rejects.toThrow(`There is no file ${file}.`);
    writeFileSync(file, 'not a backup');
    await expect(restore()).rejects.toThrow('is not a complete backup');
    writeFileSync(file, gzipSync('{"northlight":"something else"}\n'));
    await expect(restore()).rejects.toThrow('it has unexpected content');
  });
});

describe('an unsuitable database', () => {
  test('is rejected if it has rows', async () => {
    await createCompanyFixture(source.url);
    await backUp();
    await expect(restore({ url: source.url })).rejects.toThrow('This database is not empty');
  });

  test('is rejected while a server runs on it', async () => {
    await backUp();
    const t = await buildTestApp();
    await expect(restore({ url: t.databaseUrl })).rejects.toThrow('A server is running on this database');
    await t.close();
  });

  test('is rejected with another app secret, unless the old one is lost', async () => {
    await createCompanyFixture(source.url);
    await backUp();
    await expect(restore({ secretFingerprint: 'another' })).rejects.toThrow('another APP_SECRET');
    expect(await listSchemas(target.url)).toEqual([0]);
    await restore({ secretFingerprint: undefined });
    expect(await listFilledTables(target.url)).toContain('companies');
  });
});

describe('between releases', () => {
  /** Restores the backup of a database that `fill` created with an older schema. Returns the result of `fill`. */
  async function restoreOld<Filled>(fill: (url: string) => Promise<Filled>): Promise<Filled> {
    const old = await createDatabase(inject('databaseAdminUrl'));
    const filled = await fill(old.url);
    await backUpDatabase({
      url: old.url,
      file,
      segmentsFolder: join(folder, 'old-segments'),
      secretFingerprint: 'mark',
      now: new Date(),
      print: quiet,
    });
    await old.drop();
    await restore();
    return filled;
  }

  async function fillUpTo(version: number, url: string, insert: string): Promise<void> {
    await withMigrationsUpTo(migrations, version, (migrationsFolder) =>
      migrateDatabase({ url, migrationsFolder, log: quiet, afterwards: async () => {} }),
    );
    await queryValues(url, insert);
  }

  const [first = 0, ...later] = listSchemaVersions(migrations);

  test('a backup of an older release is restored, and later migrations apply to its rows', async () => {
    const company = `INSERT INTO companies (id, name, domain) VALUES (gen_random_uuid(), 'Old', 'old.test')`;
    await restoreOld((url) => fillUpTo(first, url, company));
    expect(await queryValues(target.url, 'SELECT name FROM companies')).toEqual(['Old']);
    const versions = 'SELECT created_at::float8 FROM drizzle.__drizzle_migrations ORDER BY 1';
    expect(await queryValues(target.url, versions)).toEqual([first, ...later]);
  });

  test('a purchase of a release without idempotency keys is restored completely', async () => {
    const { entries } = journal.parse(
      JSON.parse(readFileSync(join(migrations, 'meta', '_journal.json'), 'utf8')),
    );
    const next = entries.findIndex(({ tag }) => tag.endsWith('idempotency_keys'));
    const payment = `INSERT INTO payments (id, provider, is_test, attempt_id, price_id, currency, amount, customer_email, state, created_at, updated_at)
       VALUES (gen_random_uuid(), 'test', true, 'old-attempt', 'price_design', 'usd', 100000, 'old@buyer.example', 'pending', now(), now())`;
    await restoreOld((url) => fillUpTo(entries[next - 1]?.when ?? 0, url, payment));
    expect(await queryValues(target.url, 'SELECT customer_email FROM purchases')).toEqual([
      'old@buyer.example',
    ]);
    expect(await queryValues(target.url, 'SELECT count(*)::int FROM idempotency_keys')).toEqual([0]);
  });

  test('an unconfirmed user in a backup of the previous release becomes a pending sign-up', async () => {
    const waiting = await restoreOld((url) => fillOldAccounts(url, migrations));
    await expectAccountsMigrated(target.url, waiting);
  });

  test('a backup with unhashed session tokens is restored with their hashes', async () => {
    await restoreOld((url) => fillOldSession(url, migrations));
    await expectSessionsMigrated(target.url);
  });

  test('mails without a class in a backup are restored with their class', async () => {
    await restoreOld((url) => fillOldMails(url, migrations));
    await expectMailsMigrated(target.url);
  });

  test('a backup of a newer release and a database with a newer schema are rejected', async () => {
    await backUp();
    await withMigrationsUpTo(migrations, first, async (migrationsFolder) => {
      await expect(restore({ migrationsFolder })).rejects.toThrow('a newer release');
    });
    const head = gunzipSync(readFileSync(file)).toString('latin1');
    writeFileSync(file, gzipSync(head.replace(/"schema_version":\d+/, `"schema_version":${first}`)));
    await expect(restore({ url: source.url })).rejects.toThrow('a newer schema');
    expect(await listSchemas(target.url)).toEqual([0]);
  });
});

test('a file that names a system table writes nothing there', async () => {
  await createCompanyFixture(source.url);
  await backUp();
  const text = gunzipSync(readFileSync(file)).toString('latin1');
  const forged = text.replace(/\{"table":\{"name":"daily_visitors","columns":\[[^\]]*\]/, () =>
    JSON.stringify({ table: { name: 'pg_description', columns: ['objoid', 'classoid'] } }).slice(0, -2),
  );
  expect(forged).not.toBe(text);
  writeFileSync(file, gzipSync(Buffer.from(forged, 'latin1')));
  await expect(restore()).rejects.toThrow('There is no table pg_description in the product');
  expect(await listFilledTables(target.url)).toEqual([]);
});

test('rows that cannot be loaded leave the database empty, and the next attempt succeeds', async () => {
  const used = await createCompanyFixture(source.url);
  await backUp();
  const options = { migrationsFolder: migrations, log: quiet, afterwards: async () => {} };
  await migrateDatabase({ url: target.url, ...options });
  await queryValues(target.url, 'ALTER TABLE daily_visitors ADD CONSTRAINT never CHECK (false)');
  await expect(restore()).rejects.toThrow('never');
  expect(await listFilledTables(target.url)).toEqual([]);
  await queryValues(target.url, 'ALTER TABLE daily_visitors DROP CONSTRAINT never');
  await restore();
  await expectCompanyIntact(target.url, used);
});

test('an existing file is not overwritten, and a failed backup leaves no file', async () => {
  await backUp();
  const before = readFileSync(file);
  await expect(backUp()).rejects.toThrow('already exists');
  expect(readFileSync(file).equals(before)).toBe(true);
  rmSync(file);
  const say = (line: string) => {
    if (line.startsWith('companies:')) throw new Error('the terminal went away');
  };
  await expect(backUp(say)).rejects.toThrow('the terminal went away');
  expect(existsSync(file)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});
