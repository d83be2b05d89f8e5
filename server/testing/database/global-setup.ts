import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { migrateDatabase } from '../../db/migrate.ts';
import { ensurePartitions } from '../../features/tracking/partitions/partitions.ts';
import { resolveFolders } from '../../paths.ts';
import { startJobs } from '../../platform/jobs.ts';
import { createDatabase } from './databases.ts';

/**
 * One PostgreSQL for the whole run: the embedded one, or the server TEST_DATABASE_URL names (as a
 * role that may create databases). Test files copy their own database from a migrated template.
 */
// Vitest wants a default export here.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const dataDir = mkdtempSync(join(tmpdir(), 'northlight-test-'));
  const embedded = given ? undefined : await startEmbedded({ dataDir, log: () => {} });
  const adminUrl = given ?? embedded?.adminUrl ?? '';
  const template = await createDatabase(adminUrl);
  await migrateDatabase({
    url: template.url,
    migrationsFolder: resolveFolders().migrations,
    log: () => {},
    afterwards: async (owner) => {
      await ensurePartitions(owner, new Date());
      // The job runner's schema takes the longest to make; each server still makes its own queues.
      const jobs = await startJobs({ url: template.url, onError: () => {} });
      await jobs.stop();
    },
  });
  project.provide('databaseAdminUrl', adminUrl);
  project.provide('templateDatabase', template.name);
  return async () => {
    await template.drop();
    await embedded?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
