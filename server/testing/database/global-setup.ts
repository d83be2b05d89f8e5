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
 * Starts one PostgreSQL for the whole run, or uses the server of TEST_DATABASE_URL (as a role that may create
 * databases). Each test file gets a copy of a migrated template database.
 */
// Vitest requires a default export.
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
      // Creating the job runner's schema takes longest, so the template has it. Servers still create their queues.
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
