import { migrateDatabase } from '../../db/migrate.ts';
import { ensurePartitions } from '../../features/tracking/partitions/partitions.ts';
import { resolveFolders } from '../../paths.ts';
import { startJobs } from '../../platform/jobs.ts';

/** Migrates an empty database as a server does at its first start. */
export async function migrateTestDatabase(url: string): Promise<void> {
  await migrateDatabase({
    url,
    migrationsFolder: resolveFolders().migrations,
    log: () => {},
    afterwards: async (owner) => {
      await ensurePartitions(owner, new Date());
      // Creating the job runner's schema takes longest, so the template has it. Servers still create their queues.
      const jobs = await startJobs({ url, onError: () => {} });
      await jobs.stop();
    },
  });
}
