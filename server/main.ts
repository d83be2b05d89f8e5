import cluster from 'node:cluster';
import { announce } from './announce.ts';
import { type AssembledServer, assembleServer } from './assemble.ts';
import { type Config, readConfig } from './config.ts';
import { type OpenDatabase, startDatabase } from './db/open-database.ts';
import { prepareEnd } from './ending.ts';
import { findFolders } from './folders.ts';
import { createLogger } from './platform/log.ts';
import { collectStartGarbage } from './platform/start-garbage.ts';
import { loadSecrets } from './secrets.ts';
import { supervise } from './supervisor.ts';
import { serveAsWorker } from './worker.ts';

const shutdownMaxMs = 9_000;

async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  if (cluster.isWorker) return serveAsWorker(config);
  return config.workers > 1 ? supervise(config) : serveAlone(config);
}

/** One process does everything. */
async function serveAlone(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  const secrets = loadSecrets(config);
  let database: OpenDatabase | undefined;
  let server: AssembledServer | undefined;
  const end = prepareEnd({
    logger,
    maxMs: shutdownMaxMs,
    signals: ['SIGINT', 'SIGTERM'],
    steps: [() => server?.close(), () => database?.stop()],
  });

  try {
    database = await startDatabase(config, (line) => logger.info(line));
    server = await assembleServer({
      config,
      appSecret: secrets.appSecret,
      adminAccessKey: secrets.adminAccessKey,
      databaseUrl: database.url,
      folders: findFolders(),
      logger,
    });
    await collectStartGarbage();
    await server.app.listen({ port: config.port, host: config.host });
    announce({ config, secrets, database, workers: [] });
  } catch (error) {
    logger.fatal({ err: error }, 'the start failed');
    await end(1);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
