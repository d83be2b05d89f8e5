import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { resolveFolders } from '../../../paths.ts';
import { type BackupFixture, openBackupFixture } from '../../../testing/database/backup-fixture.ts';
import { createDatabase } from '../../../testing/database/databases.ts';
import { queryValues } from '../../../testing/database/embedded-harness.ts';
import { expectAccountsMigrated, fillOldAccounts } from '../../../testing/database/old-accounts.ts';
import { expectMailsMigrated, fillOldMails } from '../../../testing/database/old-mails.ts';
import { expectSessionsMigrated, fillOldSession } from '../../../testing/database/old-sessions.ts';
import { migrateDatabase } from '../../migrate.ts';
import { listSchemaVersions, withMigrationsUpTo } from '../schema-version.ts';

const { migrations } = resolveFolders();
const quiet = () => {};
const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

let fixture: BackupFixture;
beforeEach(async () => {
  fixture = await openBackupFixture();
});
afterEach(() => fixture.close());

/** Restores the backup of a database that `fill` created with an older schema. Returns the result of `fill`. */
async function restoreOld<Filled>(fill: (url: string) => Promise<Filled>): Promise<Filled> {
  const old = await createDatabase(inject('databaseAdminUrl'));
  const filled = await fill(old.url);
  await fixture.backUp({ url: old.url });
  await old.drop();
  await fixture.restore();
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
  expect(await queryValues(fixture.target.url, 'SELECT name FROM companies')).toEqual(['Old']);
  const versions = 'SELECT created_at::float8 FROM drizzle.__drizzle_migrations ORDER BY 1';
  expect(await queryValues(fixture.target.url, versions)).toEqual([first, ...later]);
});

test('a purchase of a release without idempotency keys is restored completely', async () => {
  const { entries } = journal.parse(
    JSON.parse(readFileSync(join(migrations, 'meta', '_journal.json'), 'utf8')),
  );
  const next = entries.findIndex(({ tag }) => tag.endsWith('idempotency_keys'));
  const payment = `INSERT INTO payments (id, provider, is_test, attempt_id, price_id, currency, amount, customer_email, state, created_at, updated_at)
     VALUES (gen_random_uuid(), 'test', true, 'old-attempt', 'price_design', 'usd', 100000, 'old@buyer.example', 'pending', now(), now())`;
  await restoreOld((url) => fillUpTo(entries[next - 1]?.when ?? 0, url, payment));
  expect(await queryValues(fixture.target.url, 'SELECT customer_email FROM purchases')).toEqual([
    'old@buyer.example',
  ]);
  expect(await queryValues(fixture.target.url, 'SELECT count(*)::int FROM idempotency_keys')).toEqual([0]);
});

test('an unconfirmed user in a backup of the previous release becomes a pending sign-up', async () => {
  const waiting = await restoreOld((url) => fillOldAccounts(url, migrations));
  await expectAccountsMigrated(fixture.target.url, waiting);
});

test('a backup with unhashed session tokens is restored with their hashes', async () => {
  await restoreOld((url) => fillOldSession(url, migrations));
  await expectSessionsMigrated(fixture.target.url);
});

test('mails without a class in a backup are restored with their class', async () => {
  await restoreOld((url) => fillOldMails(url, migrations));
  await expectMailsMigrated(fixture.target.url);
});

test('a backup of a newer release and a database with a newer schema are rejected', async () => {
  await fixture.backUp();
  await withMigrationsUpTo(migrations, first, async (migrationsFolder) => {
    await expect(fixture.restore({ migrationsFolder })).rejects.toThrow('a newer release');
  });
  const head = gunzipSync(readFileSync(fixture.file)).toString('latin1');
  writeFileSync(fixture.file, gzipSync(head.replace(/"schema_version":\d+/, `"schema_version":${first}`)));
  await expect(fixture.restore({ url: fixture.source.url })).rejects.toThrow('a newer schema');
  expect(await fixture.countTargetTables()).toBe(0);
});
