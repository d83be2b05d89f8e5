import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type MetricFamily, metricFamily } from '../platform/metrics/metrics.ts';
import { IpcChannel } from './ipc-channel.ts';
import type { WorkerStartOptions } from './worker.ts';

const firstPauseMs = 250;
const longestPauseMs = 10_000;
/** After serving this long a worker is healthy: when it ends, the pauses start with the shortest again. */
const healthyAfterMs = 60_000;
const metricsTimeoutMs = 1_000;

interface SupervisedWorkerOptions {
  startOptions: Omit<WorkerStartOptions, 'restarts'>;
  /** Starts the process, which then requests its start options over the IPC channel. */
  fork: () => ChildProcess;
  /** How often the process may end before it has ever served a request. Then the start has failed. */
  startAttemptsMax: number;
  logger: FastifyBaseLogger;
  handlers: Record<string, (payload: unknown) => unknown>;
}

/** Keeps one worker running: restarts it, after growing pauses, whenever it ends unexpectedly. */
export class SupervisedWorker {
  readonly number: number;
  restarts = 0;
  readonly #options: SupervisedWorkerOptions;
  #worker: ChildProcess | undefined;
  #channel: IpcChannel | undefined;
  #isReady = false;
  #wasEverReady = false;
  #readyAt = Number.POSITIVE_INFINITY;
  #failures = 0;
  #pause: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(options: SupervisedWorkerOptions) {
    this.#options = options;
    this.number = options.startOptions.number;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get pid(): number | undefined {
    return this.#worker?.pid;
  }

  /** Resolves when the worker serves requests. Rejects when it never does. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => this.#spawn(resolve, reject));
  }

  async readMetrics(): Promise<MetricFamily[]> {
    if (!this.#isReady) return [];
    return z.array(metricFamily).parse(await this.#channel?.request('metrics', undefined, metricsTimeoutMs));
  }

  /** Lets the worker finish the requests it has accepted. Kills it when that takes longer than `maxMs`. */
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

  #spawn(onReady: () => void, onStartFailed: (error: Error) => void): void {
    const worker = this.#options.fork();
    this.#worker = worker;
    this.#readyAt = Number.POSITIVE_INFINITY;
    this.#channel = new IpcChannel(
      {
        send: (message, done) => worker.send(message, done),
        onMessage: (listener) => worker.on('message', listener),
      },
      {
        ...this.#options.handlers,
        'start-options': () => ({ ...this.#options.startOptions, restarts: this.restarts }),
        ready: () => {
          this.#isReady = true;
          this.#wasEverReady = true;
          this.#readyAt = performance.now();
          onReady();
        },
      },
    );
    const onEnd = (reason: { code?: number | null; signal?: string | null; err?: Error }) => {
      // A process that could not be started emits only 'error'. One that was started may emit 'error' and 'exit'.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#isReady = false;
      if (!this.#isStopping) this.#restart(reason, onReady, onStartFailed);
    };
    worker.once('exit', (code, signal) => onEnd({ code, signal }));
    // Without a listener a failed fork (out of memory or of process ids) would end the parent, and with it all workers.
    worker.on('error', (err) => {
      if (!isRunning(worker)) onEnd({ err });
    });
  }

  #restart(reason: object, onReady: () => void, onStartFailed: (error: Error) => void): void {
    const { number } = this;
    const { logger, startAttemptsMax } = this.#options;
    const wasHealthy = performance.now() - this.#readyAt > healthyAfterMs;
    this.#failures = wasHealthy ? 1 : this.#failures + 1;
    if (!this.#wasEverReady && this.#failures >= startAttemptsMax) {
      logger.error({ worker: number, ...reason }, 'a worker ended before it was ready');
      onStartFailed(new Error(`Worker ${number} could not start. The log above shows the cause.`));
      return;
    }
    const pauseMs = Math.min(firstPauseMs * 2 ** (this.#failures - 1), longestPauseMs);
    this.restarts += 1;
    logger.error(
      { worker: number, ...reason, pauseMs, restarts: this.restarts },
      'a worker ended unexpectedly; restarting it',
    );
    this.#pause = setTimeout(() => this.#spawn(onReady, onStartFailed), pauseMs);
  }
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}
