import type { Config } from '../config.ts';
import { type OpenDatabase, startDatabase } from '../db/open-database.ts';
import { createLogger } from '../platform/log.ts';
import { loadSecrets } from '../secrets.ts';
import { announce } from './banner.ts';
import { prepareEnd } from './shutdown.ts';
import { WorkerPool } from './worker-pool.ts';

/** The workers end first, then the database. */
const shutdownMaxMs = 9_000;

/**
 * The parent process: owns the embedded database and restarts workers that end (docs/decisions/0031). It
 * serves no request and opens no connection to the database while they run, so there is little in it that can fail.
 */
export async function supervise(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  const log = (line: string) => logger.info(line);
  const secrets = loadSecrets(config);
  let database: OpenDatabase | undefined;
  let workers: WorkerPool | undefined;
  const end = prepareEnd({
    logger,
    maxMs: shutdownMaxMs,
    signals: ['SIGINT', 'SIGTERM'],
    steps: [() => workers?.stop(), () => database?.stop()],
  });

  try {
    database = await startDatabase(config, log);
    if (config.workers > 1) {
      // Once, before all of them; a lone worker migrates by itself. Imported here to keep the parent of one small.
      const { migrateForWorkers } = await import('./migrate-for-workers.ts');
      await migrateForWorkers(database, log);
    }
    workers = new WorkerPool({ count: config.workers, database, logger });
    await workers.start();
    announce({ config, secrets, database, workers: config.workers > 1 ? workers.pids : [] });
  } catch (error) {
    logger.fatal({ err: error }, 'the start failed');
    await end(1);
  }
}
