import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { openDb } from '../../db/client.ts';
import { migrateDatabase } from '../../db/migrate.ts';
import { withMigrationsUpTo } from '../../db/transfer/schema-version.ts';
import { resolveFolders } from '../../paths.ts';
import { createDatabase, type TestDatabase } from '../../testing/database/databases.ts';
import { queryValues } from '../../testing/database/embedded-harness.ts';
import { countAttempt } from './attempts.ts';

const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });
const quiet = { log: () => {}, afterwards: async () => {} };

let old: TestDatabase;
beforeAll(async () => {
  old = await createDatabase(inject('databaseAdminUrl'));
});
afterAll(() => old.drop());

test('a limit reached before the upgrade to sliding windows ends at the same time after it', async () => {
  const { migrations } = resolveFolders();
  const { entries } = journal.parse(JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')));
  const added = entries.findIndex(({ tag }) => tag.endsWith('accounts_security'));
  const before = entries[added - 1]?.when ?? 0;
  await withMigrationsUpTo(migrations, before, (migrationsFolder) =>
    migrateDatabase({ ...quiet, url: old.url, migrationsFolder }),
  );
  await queryValues(
    old.url,
    `INSERT INTO attempts (key, count, ends_at) VALUES
     ('closed', 14, now() + interval '5 minutes'),
     ('tried', 4, now() + interval '5 minutes'),
     ('over', 14, now() - interval '1 minute')`,
  );
  await migrateDatabase({ ...quiet, url: old.url, migrationsFolder: migrations });
  const db = openDb({ url: old.url, onError: () => {} });
  const passes = async (key: string, now = new Date()) =>
    (await countAttempt(db, { key, max: 10, windowSeconds: 900 }, now)) === 0;
  expect(await passes('closed')).toBe(false);
  const tried = await Promise.all(Array.from({ length: 9 }, () => passes('tried')));
  expect(tried.filter(Boolean)).toHaveLength(6);
  expect(await passes('over')).toBe(true);
  expect(await passes('closed', new Date(Date.now() + 301_000))).toBe(true);
  await db.close();
});
