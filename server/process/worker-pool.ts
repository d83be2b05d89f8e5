import type { FastifyBaseLogger } from 'fastify';
import type { OpenDatabase } from '../db/open-database.ts';
import { Metrics, toSample } from '../platform/metrics/metrics.ts';
import { type MetricsSource, toMetricsText } from '../platform/metrics/metrics-text.ts';
import { measureProcess } from '../platform/metrics/process-metrics.ts';
import { forkClusterWorker, forkSingleWorker } from './fork-worker.ts';
import { SharedRateLimits } from './shared-rate-limits.ts';
import { SupervisedWorker } from './supervised-worker.ts';

/** Shorter than the parent's limit, so that the database can still shut down cleanly after the last worker. */
const stopMaxMs = 7_500;
/** One of several workers may fail while the others start. A single worker that fails has logged the cause. */
const startAttemptsMax = { single: 1, several: 3 };

interface WorkerPoolOptions {
  count: number;
  database: Pick<OpenDatabase, 'url' | 'ownerUrl'>;
  logger: FastifyBaseLogger;
}

/** All workers, with the rate limits and metrics they share. */
export class WorkerPool {
  readonly #workers: SupervisedWorker[];
  readonly #metrics = new Metrics();

  constructor({ count, database, logger }: WorkerPoolOptions) {
    const limits = new SharedRateLimits();
    this.#workers = Array.from({ length: count }, (_, index) => {
      const startOptions = {
        number: index + 1,
        databaseUrl: database.url,
        databaseOwnerUrl: database.ownerUrl,
      };
      const handlers = {
        'count-attempt': (attempt: unknown) => limits.count(attempt),
        'all-metrics': () => this.#gatherMetrics(),
      };
      return new SupervisedWorker({
        startOptions,
        logger,
        handlers,
        fork: count > 1 ? forkClusterWorker : forkSingleWorker,
        startAttemptsMax: count > 1 ? startAttemptsMax.several : startAttemptsMax.single,
      });
    });
    measureProcess(this.#metrics);
    this.#addMetric('northlight_worker_up', '1 while this worker serves requests.', 'gauge', (worker) =>
      worker.isReady ? 1 : 0,
    );
    this.#addMetric(
      'northlight_worker_restarts_total',
      'Times this worker was restarted.',
      'counter',
      (worker) => worker.restarts,
    );
  }

  get pids(): number[] {
    return this.#workers.flatMap(({ pid }) => pid ?? []);
  }

  /** Resolves when every worker serves requests. Throws when one repeatedly ends before it does. */
  async start(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.start()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop(stopMaxMs)));
  }

  /** The metrics of all processes, labelled by worker. Leaves out a worker that does not respond. */
  async #gatherMetrics(): Promise<string> {
    const ofWorkers = await Promise.all(
      this.#workers.map(async (worker): Promise<MetricsSource> => {
        const families = await worker.readMetrics().catch(() => []);
        return { labels: { worker: String(worker.number) }, families };
      }),
    );
    return toMetricsText([{ labels: { worker: 'parent' }, families: this.#metrics.read() }, ...ofWorkers]);
  }

  #addMetric(
    name: string,
    help: string,
    kind: 'gauge' | 'counter',
    read: (worker: SupervisedWorker) => number,
  ): void {
    this.#metrics.addFamily(() => ({
      name,
      help,
      kind,
      samples: this.#workers.map((worker) => toSample(read(worker), { worker: String(worker.number) })),
    }));
  }
}
