import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { Channel } from './platform/channel.ts';
import { type Family, familyShape } from './platform/metrics.ts';
import type { WorkerOrder } from './worker.ts';

const firstPauseMs = 250;
const longestPauseMs = 10_000;
/** A worker that answered this long ended for a reason of its own, not because it cannot run. */
const steadyAfterMs = 10_000;
/** A worker that ended so often before it ever answered will not come up. */
const startTriesMax = 3;
const metricsMaxMs = 1_000;

interface SlotOptions {
  order: WorkerOrder;
  logger: FastifyBaseLogger;
  answers: Record<string, (question: unknown) => unknown>;
}

/** Keeps one worker running: started again, after growing pauses, whenever it ends without being told to. */
export class WorkerSlot {
  readonly number: number;
  restarts = 0;
  readonly #options: SlotOptions;
  #worker: Worker | undefined;
  #channel: Channel | undefined;
  #isReady = false;
  #readyAt = Number.POSITIVE_INFINITY;
  #failures = 0;
  #pause: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(options: SlotOptions) {
    this.#options = options;
    this.number = options.order.number;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get pid(): number | undefined {
    return this.#worker?.process.pid;
  }

  /** Resolves when the worker answers requests; fails when it ends over and over instead. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => this.#spawn(resolve, reject));
  }

  async readMetrics(): Promise<Family[]> {
    if (!this.#isReady) return [];
    return z.array(familyShape).parse(await this.#channel?.ask('metrics', undefined, metricsMaxMs));
  }

  /** Lets the worker finish what it has taken; kills it when that takes too long. */
  async stop(maxMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#pause);
    const worker = this.#worker;
    if (!worker || worker.isDead()) return;
    const ended = once(worker, 'exit');
    worker.process.kill('SIGTERM');
    const deadline = setTimeout(() => worker.process.kill('SIGKILL'), maxMs);
    await ended;
    clearTimeout(deadline);
  }

  #spawn(onReady: () => void, onHopeless: (error: Error) => void): void {
    const worker = cluster.fork();
    this.#worker = worker;
    this.#readyAt = Number.POSITIVE_INFINITY;
    this.#channel = new Channel(
      {
        send: (message, done) => worker.send(message, done),
        onMessage: (listener) => worker.on('message', listener),
      },
      {
        ...this.#options.answers,
        order: () => this.#options.order,
        ready: () => {
          this.#isReady = true;
          this.#readyAt = performance.now();
          onReady();
        },
      },
    );
    worker.once('exit', (code, signal) => {
      this.#isReady = false;
      if (this.#isStopping) return;
      const wasSteady = performance.now() - this.#readyAt > steadyAfterMs;
      this.#failures = wasSteady ? 1 : this.#failures + 1;
      const { number } = this;
      this.#options.logger.error({ worker: number, code, signal }, 'a worker ended; starting it again');
      if (this.#failures >= startTriesMax) onHopeless(new Error(`Worker ${number} ends whenever it starts.`));
      const pauseMs = Math.min(firstPauseMs * 2 ** (this.#failures - 1), longestPauseMs);
      this.#pause = setTimeout(() => {
        this.restarts += 1;
        this.#spawn(onReady, onHopeless);
      }, pauseMs);
    });
  }
}
