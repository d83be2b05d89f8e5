import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { unavailable } from '../../../platform/errors.ts';
import { DrawingFailed, UnusablePicture } from './drawing-errors.ts';
import {
  type JobInputs,
  type JobKind,
  type JobOutputs,
  jobOutputs,
  type ProcessMessage,
  processMessage,
} from './drawing-jobs.ts';

interface DrawingOptions {
  /** A longer job ends with its process. */
  maxJobMs?: number;
  /** The same for the drawings of reports. They have more to draw, and no uploaded code but a checked logo. */
  maxReportMs?: number;
  /** Loading its libraries lasts half a second, or much longer on a busy machine. */
  maxStartMs?: number;
  /** More jobs than these are refused with 503. */
  maxJobs?: number;
  /** An unused process ends after this time. */
  idleMs?: number;
}

const isBundled = import.meta.url.endsWith('.js');
const program = fileURLToPath(new URL(`./drawing-process.${isBundled ? 'js' : 'ts'}`, import.meta.url));
const reportJobs = new Set<JobKind>(['draw-report-chart', 'draw-report-pdf']);
/** 128 MB for JavaScript, and 256 MB for the memory of the renderer. */
const limits = ['--max-old-space-size=128', '--wasm-max-mem-pages=4096'];

/**
 * Reads and draws pictures in a separate process, one at a time. It is started when it is needed. Unlike a thread, it
 * can be ended whatever it is doing, its memory has a bound, and it has neither the secrets nor the connections of the
 * server.
 */
export class Drawing {
  readonly #maxJobMs: number;
  readonly #maxReportMs: number;
  readonly #maxStartMs: number;
  readonly #maxJobs: number;
  readonly #idleMs: number;
  #process: Promise<ChildProcess> | undefined;
  #jobs = 0;
  #last: Promise<unknown> = Promise.resolve();
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: DrawingOptions = {}) {
    const { maxJobMs = 5_000, maxStartMs = 30_000, maxJobs = 16, idleMs = 30_000 } = options;
    this.#maxJobMs = maxJobMs;
    this.#maxReportMs = options.maxReportMs ?? Math.max(maxJobMs, 30_000);
    this.#maxStartMs = maxStartMs;
    this.#maxJobs = maxJobs;
    this.#idleMs = idleMs;
  }

  /**
   * Throws a UnusablePicture for a picture that is not accepted, DrawingFailed if it needs too much time or memory, and a 503
   * while too many others wait.
   */
  async run<Kind extends JobKind>(kind: Kind, input: JobInputs[Kind]): Promise<JobOutputs[Kind]> {
    if (this.#isClosed || this.#jobs >= this.#maxJobs) throw unavailable();
    this.#jobs += 1;
    clearTimeout(this.#idleTimer);
    const turn = this.#last.then(() => this.#runNext({ kind, input }));
    this.#last = turn.catch(() => {});
    try {
      // TypeScript does not relate the schema to the kind.
      return jobOutputs[kind].parse(await turn) as JobOutputs[Kind];
    } finally {
      this.#jobs -= 1;
      if (this.#jobs === 0) this.#idleTimer = setTimeout(() => void this.#end(), this.#idleMs).unref();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await this.#end();
  }

  async #runNext(job: { kind: JobKind; input: unknown }): Promise<unknown> {
    if (this.#isClosed) throw unavailable();
    const started = this.#process ?? this.#start();
    const child = await started;
    keepAlive(child, true);
    try {
      child.send(job);
      const message = await receive(child, reportJobs.has(job.kind) ? this.#maxReportMs : this.#maxJobMs);
      if ('problem' in message) throw new UnusablePicture(message.problem);
      if ('output' in message) return message.output;
      throw new DrawingFailed('error' in message ? message.error : 'an unexpected message');
    } catch (error) {
      // After anything else than an unusable picture, the state of its libraries is unknown.
      if (!(error instanceof UnusablePicture)) this.#forget(started, child);
      throw error;
    } finally {
      keepAlive(child, false);
    }
  }

  #start(): Promise<ChildProcess> {
    const started = startProcess(this.#maxStartMs, () => this.#forget(started)).catch((error: unknown) => {
      // The picture is not the cause.
      throw unavailable(error);
    });
    this.#process = started;
    return started;
  }

  #forget(started: Promise<ChildProcess>, child?: ChildProcess): void {
    child?.kill('SIGKILL');
    if (this.#process === started) this.#process = undefined;
  }

  async #end(): Promise<void> {
    const child = await this.#process?.catch(() => undefined);
    this.#process = undefined;
    child?.kill('SIGKILL');
  }
}

/** The process, when it has loaded what it needs. `onEnd` is called before anything else can notice its end. */
async function startProcess(maxStartMs: number, onEnd: () => void): Promise<ChildProcess> {
  const child = fork(program, {
    // Node runs TypeScript only from version 22 on.
    execArgv: isBundled ? limits : [...limits, '--import', 'tsx'],
    env: {},
    serialization: 'advanced',
    // When memory is exhausted, V8 prints pages for its developers.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.once('exit', onEnd);
  // The messages of a failed start are those of receive().
  child.on('error', () => {});
  await receive(child, maxStartMs);
  keepAlive(child, false);
  return child;
}

/** The next message of the process. Ends the process if none arrives in time. */
function receive(child: ChildProcess, maxMs: number): Promise<ProcessMessage> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
    };
    const onMessage = (message: unknown) => {
      stop();
      const parsed = processMessage.safeParse(message);
      if (parsed.success) resolve(parsed.data);
      else reject(new DrawingFailed('an unreadable message'));
    };
    const onExit = () => {
      stop();
      reject(new DrawingFailed('the drawing process ended'));
    };
    const onError = (cause: Error) => {
      stop();
      reject(new DrawingFailed('the drawing process could not be reached', { cause }));
    };
    const timer = setTimeout(() => child.kill('SIGKILL'), maxMs);
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
  });
}

/** Whether the server waits for the process before it ends. */
function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
