import type { Tx } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { ensurePartitions } from '../features/tracking/partitions/partitions.ts';
import { resolveFolders } from '../paths.ts';
import { prepareJobs, startJobs } from '../platform/jobs.ts';

/** Prepares a database as the start of a server does, without starting one. */
export async function prepareDatabase(url: string, log: (line: string) => void): Promise<void> {
  await migrateDatabase({
    url,
    migrationsFolder: resolveFolders().migrations,
    log,
    afterwards: (owner) => completeDatabase(owner, url, log),
  });
}

/** Creates what the migrations do not: the monthly partitions of events and the job runner's tables. */
export async function completeDatabase(owner: Tx, url: string, log: (line: string) => void): Promise<void> {
  await ensurePartitions(owner, new Date());
  const jobs = await startJobs({
    url,
    createQueue: await prepareJobs(owner),
    onError: (error) => log(error instanceof Error ? error.message : String(error)),
  });
  await jobs.stop();
}
