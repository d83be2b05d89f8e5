import { announce } from './announce.ts';
import type { Config } from './config.ts';
import { migrateDatabase } from './db/migrate.ts';
import { type OpenDatabase, startDatabase } from './db/open-database.ts';
import { prepareEnd } from './ending.ts';
import { ensurePartitions } from './features/tracking/partitions.ts';
import { findFolders } from './folders.ts';
import { createLogger } from './platform/log.ts';
import { loadSecrets } from './secrets.ts';
import { WorkerPool } from './worker-pool.ts';

/** As long as one process may take that does everything: the workers end first, then the database. */
const shutdownMaxMs = 9_000;

/**
 * The parent of several workers. It owns the database and hands connections out, and keeps what the
 * workers must agree on; the requests are theirs alone.
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
    await migrateDatabase({
      url: database.url,
      migrationsFolder: findFolders().migrations,
      log,
      afterwards: (client) => ensurePartitions(client, new Date()),
    });
    workers = new WorkerPool({ count: config.workers, databaseUrl: database.url, logger });
    await workers.start();
    announce({ config, secrets, database, workers: workers.pids });
  } catch (error) {
    logger.fatal({ err: error }, 'the start failed');
    await end(1);
  }
}
