import type { Tx } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { ensurePartitions } from '../features/tracking/partitions/partitions.ts';
import { findFolders } from '../paths.ts';
import { prepareJobs, startJobs } from '../platform/jobs.ts';

/** What a server does to a database when it starts, without starting one. */
export async function prepareDatabase(url: string, log: (line: string) => void): Promise<void> {
  await migrateDatabase({
    url,
    migrationsFolder: findFolders().migrations,
    log,
    afterwards: (owner) => completeDatabase(owner, url, log),
  });
}

/** What is made beside the migrations: months for events, the job runner's tables. */
export async function completeDatabase(owner: Tx, url: string, log: (line: string) => void): Promise<void> {
  await ensurePartitions(owner, new Date());
  const jobs = await startJobs({
    url,
    makeQueue: await prepareJobs(owner),
    onError: (error) => log(error instanceof Error ? error.message : String(error)),
  });
  await jobs.stop();
}
