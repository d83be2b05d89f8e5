import { migrateDatabase } from '../db/migrate.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { ensurePartitions } from '../features/tracking/partitions/partitions.ts';
import { resolveFolders } from '../paths.ts';

/** Brings the database up to date before several workers start on it. */
export function migrateForWorkers(database: OpenDatabase, log: (line: string) => void): Promise<void> {
  return migrateDatabase({
    url: database.ownerUrl,
    migrationsFolder: resolveFolders().migrations,
    log,
    afterwards: (owner) => ensurePartitions(owner, new Date()),
  });
}
