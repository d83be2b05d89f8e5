import type { FastifyBaseLogger } from 'fastify';
import type { OpenDatabase } from '../db/open-database.ts';
import { Metrics, toSample } from '../platform/metrics/metrics.ts';
import { type MetricsSource, toMetricsText } from '../platform/metrics/metrics-text.ts';
import { measureProcess } from '../platform/metrics/process-metrics.ts';
import { SharedLimits } from './shared-limits.ts';
import { forkAlone, forkInCluster } from './worker-fork.ts';
import { WorkerSlot } from './worker-slot.ts';

/** So that the database still ends in order after the last worker. */
const endMaxMs = 7_500;
/** One of several may fail while the others come up; a lone one that fails has shown why the start fails. */
const startTriesMax = { alone: 1, several: 3 };

interface WorkerPoolOptions {
  count: number;
  database: Pick<OpenDatabase, 'url' | 'ownerUrl'>;
  logger: FastifyBaseLogger;
}

/** The workers of one start, and what they have in common: limits, and the figures of all. */
export class WorkerPool {
  readonly #slots: WorkerSlot[];
  readonly #metrics = new Metrics();

  constructor({ count, database, logger }: WorkerPoolOptions) {
    const limits = new SharedLimits();
    this.#slots = Array.from({ length: count }, (_, index) => {
      const order = { number: index + 1, databaseUrl: database.url, databaseOwnerUrl: database.ownerUrl };
      const answers = {
        'count-try': (question: unknown) => limits.count(question),
        'all-metrics': () => this.#gatherMetrics(),
      };
      return new WorkerSlot({
        order,
        logger,
        answers,
        fork: count > 1 ? forkInCluster : forkAlone,
        startTriesMax: count > 1 ? startTriesMax.several : startTriesMax.alone,
      });
    });
    measureProcess(this.#metrics);
    this.#describe('northlight_worker_up', 'Whether this worker answers.', 'gauge', (slot) =>
      slot.isReady ? 1 : 0,
    );
    this.#describe(
      'northlight_worker_restarts_total',
      'Times this worker was restarted.',
      'counter',
      (slot) => slot.restarts,
    );
  }

  get pids(): number[] {
    return this.#slots.flatMap(({ pid }) => pid ?? []);
  }

  /** Resolves when every worker answers requests. Throws when one ends over and over instead. */
  async start(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.start()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.stop(endMaxMs)));
  }

  /** The figures of all processes, each under its name. A worker that does not answer is left out. */
  async #gatherMetrics(): Promise<string> {
    const ofWorkers = await Promise.all(
      this.#slots.map(async (slot): Promise<MetricsSource> => {
        const families = await slot.readMetrics().catch(() => []);
        return { labels: { worker: String(slot.number) }, families };
      }),
    );
    return toMetricsText([{ labels: { worker: 'parent' }, families: this.#metrics.read() }, ...ofWorkers]);
  }

  #describe(name: string, help: string, kind: 'gauge' | 'counter', read: (slot: WorkerSlot) => number): void {
    this.#metrics.addFamily(() => ({
      name,
      help,
      kind,
      samples: this.#slots.map((slot) => toSample(read(slot), { worker: String(slot.number) })),
    }));
  }
}
