import type { Config } from '../config.ts';
import { type OpenDatabase, startDatabase } from '../db/open-database.ts';
import { createLogger } from '../platform/log.ts';
import { loadSecrets } from '../secrets.ts';
import { printBanner } from './banner.ts';
import { registerShutdown } from './shutdown.ts';
import { WorkerPool } from './worker-pool.ts';

/** The time that the workers, which end first, and the database have together. */
const shutdownMaxMs = 9_000;

/**
 * The parent process: runs the embedded database and restarts workers that end (decision 31). While they run
 * it serves no request and opens no database connection, so there is little that can make it fail.
 */
export async function supervise(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  const log = (line: string) => logger.info(line);
  const secrets = loadSecrets(config);
  let database: OpenDatabase | undefined;
  let workers: WorkerPool | undefined;
  const shutDown = registerShutdown({
    logger,
    maxMs: shutdownMaxMs,
    signals: ['SIGINT', 'SIGTERM'],
    steps: [() => workers?.stop(), () => database?.stop()],
  });

  try {
    database = await startDatabase(config, log);
    if (config.workers > 1) {
      // Once for all workers; a single worker migrates itself. Imported only here, to keep the parent of a single
      // worker small.
      const { migrateForWorkers } = await import('./migrate-for-workers.ts');
      await migrateForWorkers(database, log);
    }
    workers = new WorkerPool({ count: config.workers, database, logger });
    await workers.start();
    printBanner({ config, secrets, database, workers: config.workers > 1 ? workers.pids : [] });
  } catch (error) {
    logger.fatal({ err: error }, 'the server could not start');
    await shutDown(1);
  }
}
