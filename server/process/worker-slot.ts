import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type Family, familyShape } from '../platform/metrics/metrics.ts';
import type { WorkerOrder } from './worker.ts';
import { Channel } from './worker-channel.ts';

const firstPauseMs = 250;
const longestPauseMs = 10_000;
/** A worker that served this long is healthy: its next end is a new fault and waits the first pause again. */
const healthyAfterMs = 60_000;
const metricsMaxMs = 1_000;

interface SlotOptions {
  order: Omit<WorkerOrder, 'restarts'>;
  /** Starts the process; it calls for its order over the IPC channel. */
  fork: () => ChildProcess;
  /** How often a worker may end before it ever served; then the start has failed. */
  startTriesMax: number;
  logger: FastifyBaseLogger;
  answers: Record<string, (question: unknown) => unknown>;
}

/** Keeps one worker running: restarts it, after growing pauses, whenever it ends without being told to. */
export class WorkerSlot {
  readonly number: number;
  restarts = 0;
  readonly #options: SlotOptions;
  #worker: ChildProcess | undefined;
  #channel: Channel | undefined;
  #isReady = false;
  #wasEverReady = false;
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
    return this.#worker?.pid;
  }

  /** Resolves when the worker answers requests; fails when it never does. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => this.#spawn(resolve, reject));
  }

  async readMetrics(): Promise<Family[]> {
    if (!this.#isReady) return [];
    return z.array(familyShape).parse(await this.#channel?.ask('metrics', undefined, metricsMaxMs));
  }

  /** Lets the worker finish what it has accepted; kills it when that takes too long. */
  async stop(maxMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#pause);
    const worker = this.#worker;
    if (!worker || !isRunning(worker)) return;
    const ended = once(worker, 'exit');
    worker.kill('SIGTERM');
    const deadline = setTimeout(() => worker.kill('SIGKILL'), maxMs);
    await ended;
    clearTimeout(deadline);
  }

  #spawn(onReady: () => void, onHopeless: (error: Error) => void): void {
    const worker = this.#options.fork();
    this.#worker = worker;
    this.#readyAt = Number.POSITIVE_INFINITY;
    this.#channel = new Channel(
      {
        send: (message, done) => worker.send(message, done),
        onMessage: (listener) => worker.on('message', listener),
      },
      {
        ...this.#options.answers,
        order: () => ({ ...this.#options.order, restarts: this.restarts }),
        ready: () => {
          this.#isReady = true;
          this.#wasEverReady = true;
          this.#readyAt = performance.now();
          onReady();
        },
      },
    );
    const onEnd = (reason: { code?: number | null; signal?: string | null; err?: Error }) => {
      // A process that could not be started emits 'error' and no 'exit'; one that could may emit both.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#isReady = false;
      if (!this.#isStopping) this.#restart(reason, onReady, onHopeless);
    };
    worker.once('exit', (code, signal) => onEnd({ code, signal }));
    // Without a listener a failed fork (no memory, no process left) would end the parent and with it everything.
    worker.on('error', (err) => {
      if (!isRunning(worker)) onEnd({ err });
    });
  }

  #restart(reason: object, onReady: () => void, onHopeless: (error: Error) => void): void {
    const { number } = this;
    const { logger, startTriesMax } = this.#options;
    const wasHealthy = performance.now() - this.#readyAt > healthyAfterMs;
    this.#failures = wasHealthy ? 1 : this.#failures + 1;
    if (!this.#wasEverReady && this.#failures >= startTriesMax) {
      logger.error({ worker: number, ...reason }, 'a worker ended before it was ready');
      onHopeless(new Error(`Worker ${number} ends whenever it starts; the log above says why.`));
      return;
    }
    const pauseMs = Math.min(firstPauseMs * 2 ** (this.#failures - 1), longestPauseMs);
    this.restarts += 1;
    logger.error(
      { worker: number, ...reason, pauseMs, restarts: this.restarts },
      'a worker ended unexpectedly; restarting it',
    );
    this.#pause = setTimeout(() => this.#spawn(onReady, onHopeless), pauseMs);
  }
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}
