import { z } from 'zod';
import type { Config } from '../config.ts';
import { resolveFolders } from '../paths.ts';
import { createLogger } from '../platform/log.ts';
import { type Metrics, toSample } from '../platform/metrics/metrics.ts';
import { loadSecrets } from '../secrets.ts';
import { type AssembledServer, assembleServer } from '../server.ts';
import { IpcChannel } from './ipc-channel.ts';
import { createSharedStore } from './shared-rate-limits.ts';
import { registerShutdown } from './shutdown.ts';
import { collectStartupGarbage } from './startup-gc.ts';

/** Shorter than the parent's limit, in which it also stops the database. */
const shutdownMaxMs = 7_000;
/** After an uncaught exception. The parent starts the next process only then, so slow requests are dropped. */
const exceptionMaxMs = 2_000;
/** Long, because a running parent may respond slowly on a busy machine. If it exits, the channel closes immediately. */
const responseTimeoutMs = 30_000;
const metricsTimeoutMs = 3_000;

const workerStartOptions = z.object({
  number: z.number(),
  databaseUrl: z.string(),
  databaseOwnerUrl: z.string(),
  restarts: z.number(),
});
export type WorkerStartOptions = z.infer<typeof workerStartOptions>;

/** Serves requests, as a single worker or as one of several on one port. Exits immediately when its parent is gone. */
export async function runWorker(config: Config): Promise<void> {
  const secrets = loadSecrets(config);
  let logger = createLogger(config.logLevel);
  let server: AssembledServer | undefined;
  const channel = new IpcChannel(
    {
      send: (message, done) => process.send?.(message, undefined, {}, done),
      onMessage: (listener) => process.on('message', listener),
    },
    { metrics: () => server?.metrics.read() ?? [] },
  );
  const shutDown = registerShutdown({
    logger,
    maxMs: shutdownMaxMs,
    exceptionMaxMs,
    signals: ['SIGTERM'],
    steps: [() => server?.close()],
  });
  // Ctrl-C in a terminal signals every process. The parent stops its workers itself, with SIGTERM.
  process.on('SIGINT', () => {});
  // The parent was killed: nothing else would end this process, and the next parent needs the port.
  process.on('disconnect', () => process.exit(1));

  try {
    const { number, databaseUrl, databaseOwnerUrl, restarts } = workerStartOptions.parse(
      await channel.request('start-options', undefined, responseTimeoutMs),
    );
    const isSingle = config.workers === 1;
    if (!isSingle) logger = logger.child({ worker: number });
    server = await assembleServer({
      config,
      appSecret: secrets.appSecret,
      adminAccessKey: secrets.adminAccessKey,
      databaseUrl,
      databaseOwnerUrl,
      folders: resolveFolders(),
      logger,
      common: isSingle
        ? undefined
        : {
            gatherMetrics: async () =>
              z.string().parse(await channel.request('all-metrics', undefined, metricsTimeoutMs)),
            limitStore: createSharedStore(channel),
          },
    });
    if (isSingle) addRestartsMetric(server.metrics, restarts);
    await collectStartupGarbage();
    await server.app.listen({ port: config.port, host: config.host });
    await channel.request('ready', undefined, responseTimeoutMs);
    // Once for all workers, and after the start, which does not wait for it.
    if (number === 1) void server.selfCheck.logProblems();
  } catch (error) {
    logger.fatal({ err: error }, 'the worker could not start');
    await shutDown(1);
  }
}

/** With the same name as the parent's metric for several workers, so that one alert covers both. */
function addRestartsMetric(metrics: Metrics, restarts: number): void {
  metrics.addFamily(() => ({
    name: 'northlight_worker_restarts_total',
    help: 'Times this worker was restarted.',
    kind: 'counter',
    samples: [toSample(restarts)],
  }));
}
