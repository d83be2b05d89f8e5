import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBValue, Json } from '@duckdb/node-api';
import { AppError, unavailable } from '../../../platform/errors.ts';
import { toText } from './sql-text.ts';

export interface DuckDbOptions {
  /** The only folder that statements can read and write. Statements that need more memory spill to `<folder>/tmp`. */
  folder: string;
  memoryMb: number;
  threads: number;
  /** Connections for questions. Each occupies a thread of libuv's pool of four while its statement runs. */
  connectionsMax: number;
  spillMb: number;
}

const defaults = { memoryMb: 256, threads: 2, connectionsMax: 2, spillMb: 20_000 };

/** Statements that wait for a connection. More are answered 503. */
const waitingMax = 200;
const interruptIntervalMs = 100;

/** `timeout`: interrupted, or not begun in time. `failed`: any other error. */
export type QueryOutcome = 'answered' | 'timeout' | 'failed';

interface QueryOptions {
  /** From the call, including the wait for a connection. */
  timeoutMs: number;
}

/**
 * The embedded DuckDB of one process. The library is loaded and the instance opened on first use, because many
 * processes never ask a question.
 */
export class DuckDb {
  readonly #options: DuckDbOptions;
  readonly #spillFolder: string;
  readonly #idle: DuckDBConnection[] = [];
  readonly #waiting: ((connection: DuckDBConnection | undefined) => void)[] = [];
  #instance: Promise<DuckDBInstance> | undefined;
  #connections = 0;
  #running = 0;
  #isClosed = false;
  /** Called after each statement of `query`, with its duration including the wait for a connection. */
  onQuery: (seconds: number, outcome: QueryOutcome) => void = () => {};

  constructor(options: Pick<DuckDbOptions, 'folder'> & Partial<DuckDbOptions>) {
    this.#options = { ...defaults, ...options };
    // Files of two processes in one spill folder would have the same names.
    this.#spillFolder = join(options.folder, 'tmp', `${process.pid}-${randomUUID().slice(0, 8)}`);
  }

  /** Runs `work` with the folder for files of this process that need not survive it. */
  async withTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    await mkdir(this.#spillFolder, { recursive: true, mode: 0o700 });
    return work(this.#spillFolder);
  }

  get isOpen(): boolean {
    return this.#instance !== undefined && !this.#isClosed;
  }

  /** Statements that run or wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  /**
   * Runs one statement; it does not block the event loop. Values are only ever bound (`$1`, `$2`…). In the rows,
   * 64-bit integers, decimals, dates and timestamps are text. Throws a 503 at the time limit, when too many
   * statements wait, and when the statement needs too much memory.
   */
  async read<Row extends Record<string, Json>>(
    sql: string,
    params: DuckDBValue[],
    { timeoutMs }: QueryOptions,
  ): Promise<Row[]> {
    const began = performance.now();
    const deadline = began + timeoutMs;
    let outcome: QueryOutcome = 'failed';
    try {
      const connection = await this.#acquire(deadline);
      try {
        const rows = await runOn<Row>(connection, sql, params, deadline);
        outcome = 'answered';
        return rows;
      } finally {
        this.#release(connection);
      }
    } catch (error) {
      if (performance.now() >= deadline) outcome = 'timeout';
      throw error;
    } finally {
      this.onQuery((performance.now() - began) / 1000, outcome);
    }
  }

  /** Runs `work` on a separate connection, which has its own temporary tables. */
  async withConnection<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await (await this.#open()).connect();
    try {
      return await work(new Connection(connection));
    } finally {
      connection.closeSync();
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const resolve of this.#waiting.splice(0)) resolve(undefined);
    for (const connection of this.#idle.splice(0)) connection.closeSync();
    const instance = await this.#instance?.catch(() => undefined);
    instance?.closeSync();
    await rm(this.#spillFolder, { recursive: true, force: true });
  }

  #open(): Promise<DuckDBInstance> {
    if (this.#isClosed) throw unavailable();
    this.#instance ??= openInstance(this.#options, this.#spillFolder).catch((error: unknown) => {
      this.#instance = undefined;
      throw error;
    });
    return this.#instance;
  }

  async #acquire(deadline: number): Promise<DuckDBConnection> {
    const idle = this.#idle.pop();
    this.#running += 1;
    if (idle) return idle;
    if (this.#connections < this.#options.connectionsMax) {
      this.#connections += 1;
      try {
        return await (await this.#open()).connect();
      } catch (error) {
        this.#connections -= 1;
        this.#running -= 1;
        throw error;
      }
    }
    this.#running -= 1;
    if (this.#waiting.length >= waitingMax) throw unavailable();
    const connection = await this.#waitForConnection(deadline);
    this.#running += 1;
    return connection;
  }

  #waitForConnection(deadline: number): Promise<DuckDBConnection> {
    return new Promise((resolve, reject) => {
      const receive = (connection: DuckDBConnection | undefined) => {
        clearTimeout(timer);
        if (connection) resolve(connection);
        else reject(unavailable());
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(receive), 1);
        reject(tooSlow());
      }, deadline - performance.now());
      this.#waiting.push(receive);
    });
  }

  #release(connection: DuckDBConnection): void {
    this.#running -= 1;
    const next = this.#waiting.shift();
    if (next) next(connection);
    else if (this.#isClosed) connection.closeSync();
    else this.#idle.push(connection);
  }
}

/** A connection for a series of statements. */
export class Connection {
  readonly #connection: DuckDBConnection;

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  async run(sql: string, params: DuckDBValue[] = []): Promise<void> {
    await this.#connection.run(sql, params);
  }

  read<Row extends Record<string, Json>>(sql: string, params: DuckDBValue[] = []): Promise<Row[]> {
    return runOn<Row>(this.#connection, sql, params, Number.POSITIVE_INFINITY);
  }
}

async function runOn<Row extends Record<string, Json>>(
  connection: DuckDBConnection,
  sql: string,
  params: DuckDBValue[],
  deadline: number,
): Promise<Row[]> {
  let isOver = false;
  let interrupts: NodeJS.Timeout | undefined;
  const timer = Number.isFinite(deadline)
    ? setTimeout(() => {
        isOver = true;
        connection.interrupt();
        // An interrupt while the statement is being prepared has no effect: DuckDB clears it when execution begins.
        interrupts = setInterval(() => connection.interrupt(), interruptIntervalMs);
      }, deadline - performance.now())
    : undefined;
  try {
    const reader = await connection.runAndReadAll(sql, params);
    // The row's type is what the statement selects, as with `Tx.query`.
    return reader.getRowObjectsJson() as Row[];
  } catch (error) {
    if (isOver) throw tooSlow(error);
    if (error instanceof Error && /^Out of Memory Error/.test(error.message)) throw unavailable(error);
    throw error;
  } finally {
    clearTimeout(timer);
    clearInterval(interrupts);
  }
}

function tooSlow(cause?: unknown): AppError {
  return new AppError(503, 'unavailable', 'This question took too long. Please ask for a shorter period.', {
    cause,
    headers: { 'retry-after': '2' },
  });
}

async function openInstance(options: DuckDbOptions, spillFolder: string): Promise<DuckDBInstance> {
  await mkdir(spillFolder, { recursive: true, mode: 0o700 });
  const { DuckDBInstance: library } = await import('@duckdb/node-api');
  const instance = await library.create(':memory:', {
    memory_limit: `${options.memoryMb}MiB`,
    threads: String(options.threads),
    temp_directory: spillFolder,
    max_temp_directory_size: `${options.spillMb}MiB`,
    // Returns freed memory to the system: without it the process keeps what building a day took at its height.
    allocator_background_threads: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  // From here on a statement can open nothing outside the folder, load nothing and change no setting.
  for (const statement of [
    `SET GLOBAL TimeZone = 'UTC'`,
    'SET GLOBAL parquet_metadata_cache = true',
    `SET allowed_directories = [${toText(options.folder)}]`,
    'SET enable_external_access = false',
    'SET lock_configuration = true',
  ])
    await connection.run(statement);
  connection.closeSync();
  return instance;
}
