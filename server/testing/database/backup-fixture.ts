import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { completeDatabase } from '../../commands/prepare-database.ts';
import { type BackupOptions, backUpDatabase } from '../../db/transfer/backup/backup.ts';
import { type RestoreOptions, restoreDatabase } from '../../db/transfer/backup/restore.ts';
import { resolveFolders } from '../../paths.ts';
import { createDatabase } from './databases.ts';
import { queryValues } from './embedded-harness.ts';
import { createTestDatabase } from './test-database.ts';

const quiet = () => {};

export type BackupFixture = Awaited<ReturnType<typeof openBackupFixture>>;

/** A migrated source, an empty target, and a folder for the backup between them. */
export async function openBackupFixture() {
  const folder = mkdtempSync(join(tmpdir(), 'northlight-backup-'));
  const file = join(folder, 'northlight.backup');
  const sourceSegments = join(folder, 'source-segments');
  const targetSegments = join(folder, 'target-segments');
  const source = await createTestDatabase();
  const target = await createDatabase(inject('databaseAdminUrl'));
  return {
    folder,
    file,
    sourceSegments,
    targetSegments,
    source,
    target,
    backUp: (given: Partial<BackupOptions> = {}) =>
      backUpDatabase({
        url: source.url,
        file,
        segmentsFolder: sourceSegments,
        secretFingerprint: 'mark',
        now: new Date(),
        print: quiet,
        ...given,
      }),
    restore: (given: Partial<RestoreOptions> = {}) =>
      restoreDatabase({
        url: target.url,
        file,
        segmentsFolder: targetSegments,
        migrationsFolder: resolveFolders().migrations,
        secretFingerprint: 'mark',
        afterwards: (owner) => completeDatabase(owner, target.url, quiet),
        print: quiet,
        ...given,
      }),
    countTargetTables: async () => {
      const [count] = await queryValues(
        target.url,
        `SELECT count(*)::int FROM information_schema.tables WHERE table_schema IN ('public', 'drizzle')`,
      );
      return count;
    },
    close: async () => {
      await source.drop();
      await target.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
