import { z } from 'zod';
import { type AssembledServer, assembleServer } from './assemble.ts';
import type { Config } from './config.ts';
import { prepareEnd } from './ending.ts';
import { findFolders } from './folders.ts';
import { Channel } from './platform/channel.ts';
import { createLogger } from './platform/log.ts';
import { storeInParent } from './platform/shared-limits.ts';
import { collectStartGarbage } from './platform/start-garbage.ts';
import { loadSecrets } from './secrets.ts';

/** Below the parent's own limit, which also stops the database. */
const shutdownMaxMs = 7_000;
const answerMaxMs = 5_000;
const gatherMaxMs = 3_000;

const workerOrder = z.object({ number: z.number(), databaseUrl: z.string() });
export type WorkerOrder = z.infer<typeof workerOrder>;

/** One of several processes that answer on one port. When its parent is gone, Node ends it at once. */
export async function serveAsWorker(config: Config): Promise<void> {
  const secrets = loadSecrets(config);
  let logger = createLogger(config.logLevel);
  let server: AssembledServer | undefined;
  const channel = new Channel(
    {
      send: (message, done) => process.send?.(message, undefined, {}, done),
      onMessage: (listener) => process.on('message', listener),
    },
    { metrics: () => server?.metrics.read() ?? [] },
  );
  const end = prepareEnd({
    logger,
    maxMs: shutdownMaxMs,
    signals: ['SIGTERM'],
    steps: [() => server?.close()],
  });
  // A terminal's Ctrl-C reaches every process; the parent says when a worker is to end.
  process.on('SIGINT', () => {});

  try {
    const { number, databaseUrl } = workerOrder.parse(await channel.ask('order', undefined, answerMaxMs));
    logger = logger.child({ worker: number });
    server = await assembleServer({
      config,
      appSecret: secrets.appSecret,
      adminAccessKey: secrets.adminAccessKey,
      databaseUrl,
      folders: findFolders(),
      logger,
      common: {
        gatherMetrics: async () => z.string().parse(await channel.ask('all-metrics', undefined, gatherMaxMs)),
        limitStore: storeInParent(channel),
      },
    });
    await collectStartGarbage();
    await server.app.listen({ port: config.port, host: config.host });
    await channel.ask('ready', undefined, answerMaxMs);
  } catch (error) {
    logger.fatal({ err: error }, 'the start of a worker failed');
    await end(1);
  }
}
