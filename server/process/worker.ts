import { z } from 'zod';
import type { Config } from '../config.ts';
import { findFolders } from '../paths.ts';
import { createLogger } from '../platform/log.ts';
import { aSample, type Metrics } from '../platform/metrics/metrics.ts';
import { loadSecrets } from '../secrets.ts';
import { type AssembledServer, assembleServer } from '../server.ts';
import { storeInParent } from './shared-limits.ts';
import { prepareEnd } from './shutdown.ts';
import { collectStartGarbage } from './startup-gc.ts';
import { Channel } from './worker-channel.ts';

/** Below the parent's own limit, which also stops the database. */
const shutdownMaxMs = 7_000;
/** After a fault the parent waits with a new process: better to drop what is slow than to stay away for long. */
const faultMaxMs = 2_000;
/** A parent that exits is noticed immediately by its channel. On a busy machine a running parent may answer slowly. */
const answerMaxMs = 30_000;
const gatherMaxMs = 3_000;

const workerOrder = z.object({
  number: z.number(),
  databaseUrl: z.string(),
  databaseOwnerUrl: z.string(),
  restarts: z.number(),
});
export type WorkerOrder = z.infer<typeof workerOrder>;

/** A process that serves requests, alone or as one of several on one port. It ends at once when its parent is gone. */
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
    faultMaxMs,
    signals: ['SIGTERM'],
    steps: [() => server?.close()],
  });
  // A terminal's Ctrl-C reaches every process; the parent says when a worker is to end.
  process.on('SIGINT', () => {});
  // The parent was killed: its successor needs the port, and nobody would end this process otherwise.
  process.on('disconnect', () => process.exit(1));

  try {
    const { number, databaseUrl, databaseOwnerUrl, restarts } = workerOrder.parse(
      await channel.ask('order', undefined, answerMaxMs),
    );
    const isAlone = config.workers === 1;
    if (!isAlone) logger = logger.child({ worker: number });
    server = await assembleServer({
      config,
      appSecret: secrets.appSecret,
      adminAccessKey: secrets.adminAccessKey,
      databaseUrl,
      databaseOwnerUrl,
      folders: findFolders(),
      logger,
      common: isAlone
        ? undefined
        : {
            gatherMetrics: async () =>
              z.string().parse(await channel.ask('all-metrics', undefined, gatherMaxMs)),
            limitStore: storeInParent(channel),
          },
    });
    if (isAlone) measureRestarts(server.metrics, restarts);
    await collectStartGarbage();
    await server.app.listen({ port: config.port, host: config.host });
    await channel.ask('ready', undefined, answerMaxMs);
  } catch (error) {
    logger.fatal({ err: error }, 'the start of a worker failed');
    await end(1);
  }
}

/** The same name as the parent's figure for several workers, so that one alert covers both. */
function measureRestarts(metrics: Metrics, restarts: number): void {
  metrics.add(() => ({
    name: 'northlight_worker_restarts_total',
    help: 'Times this worker was restarted.',
    kind: 'counter',
    samples: [aSample(restarts)],
  }));
}
