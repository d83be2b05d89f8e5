import { randomUUID } from 'node:crypto';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBValue, Json } from '@duckdb/node-api';
import { unavailable } from '../../../platform/errors.ts';
import { defaultLimits } from '../segment-limits.ts';
import { isFatal, isOutOfMemory, runStatement, tooSlow } from './run-statement.ts';
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

const defaults = { memoryMb: defaultLimits.memoryMb, threads: 2, connectionsMax: 2, spillMb: 20_000 };

/** Statements that wait for a connection. More are answered 503. */
const waitingMax = 200;
/** How often an open instance shows that its folder is in use (`sweepTemporaryFiles`). */
const touchIntervalMs = 10 * 60_000;

/** `timeout`: interrupted, or not begun in time. `failed`: any other error. */
export type QueryOutcome = 'answered' | 'timeout' | 'failed';

interface QueryOptions {
  /** From the call, including the wait for a connection. */
  timeoutMs: number;
}

/** A connection for questions, of the instance that was opened as this number. */
interface Pooled {
  connection: DuckDBConnection;
  instance: number;
}

/**
 * The embedded DuckDB of one process. The library is loaded and the instance opened on first use, because many
 * processes never ask a question. After a fatal error it is closed, and the next use opens an empty one.
 */
export class DuckDb {
  readonly #options: DuckDbOptions;
  readonly #spillFolder: string;
  readonly #idle: Pooled[] = [];
  readonly #waiting: ((pooled: Pooled | undefined) => void)[] = [];
  #instance: Promise<DuckDBInstance> | undefined;
  #instanceNumber = 1;
  #touches: NodeJS.Timeout | undefined;
  #connections = 0;
  #running = 0;
  #isClosed = false;
  /** Called after each statement of `query`, with its duration including the wait for a connection. */
  onQuery: (seconds: number, outcome: QueryOutcome) => void = () => {};
  /** Called after a fatal error: all tables are gone. */
  onReset: (error: unknown) => void = () => {};

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

  /** Which instance is in use. Tables that were created in another one are gone. */
  get instanceNumber(): number {
    return this.#instanceNumber;
  }

  /** Statements that run or wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  /**
   * Runs one statement; it does not block the event loop. Values are only ever bound (`$1`, `$2`…). In the rows,
   * 64-bit integers, decimals, dates and timestamps are text. Throws a 503 at the time limit, when too many
   * statements wait, when the statement needs too much memory, and after a fatal error.
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
      const pooled = await this.#acquire(deadline);
      try {
        const rows = await runStatement<Row>(pooled.connection, sql, params, deadline);
        outcome = 'answered';
        return rows;
      } catch (error) {
        throw this.#recover(error, pooled.instance);
      } finally {
        this.#release(pooled);
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
    const instance = this.#instanceNumber;
    const connection = await (await this.#open()).connect();
    try {
      return await work(new Connection(connection));
    } catch (error) {
      throw this.#recover(error, instance);
    } finally {
      connection.closeSync();
    }
  }

  /** Closes the instance, which frees its memory. The next use opens another. Call it while nothing runs. */
  async release(): Promise<void> {
    const instance = this.#instance;
    if (this.#isClosed || instance === undefined) return;
    this.#leave();
    (await instance.catch(() => undefined))?.closeSync();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#touches);
    for (const resolve of this.#waiting.splice(0)) resolve(undefined);
    for (const { connection } of this.#idle.splice(0)) connection.closeSync();
    const instance = await this.#instance?.catch(() => undefined);
    instance?.closeSync();
    await rm(this.#spillFolder, { recursive: true, force: true });
  }

  /** After a fatal error DuckDB refuses every further statement of its instance, so it is left for a new one. */
  #recover(error: unknown, failed: number): unknown {
    if (!isFatal(error)) return error;
    if (failed === this.#instanceNumber) {
      const instance = this.#instance;
      this.#leave();
      // Its other connections keep it until they are closed.
      instance?.then(
        (opened) => opened.closeSync(),
        () => {},
      );
      this.onReset(error);
    }
    return unavailable(error);
  }

  #leave(): void {
    this.#instanceNumber += 1;
    this.#instance = undefined;
    this.#connections -= this.#idle.length;
    for (const { connection } of this.#idle.splice(0)) connection.closeSync();
  }

  #open(): Promise<DuckDBInstance> {
    if (this.#isClosed) throw unavailable();
    this.#touches ??= setInterval(() => this.#touch(), touchIntervalMs).unref();
    // Files of two instances in one folder would have the same names, too.
    const spillFolder = join(this.#spillFolder, String(this.#instanceNumber));
    this.#instance ??= openInstance(this.#options, spillFolder).catch((error: unknown) => {
      this.#instance = undefined;
      throw error;
    });
    return this.#instance;
  }

  #touch(): void {
    const now = new Date();
    utimes(this.#spillFolder, now, now).catch(() => {});
  }

  async #acquire(deadline: number): Promise<Pooled> {
    const idle = this.#idle.pop();
    this.#running += 1;
    if (idle) return idle;
    if (this.#connections < this.#options.connectionsMax) {
      this.#connections += 1;
      try {
        return await this.#connect();
      } catch (error) {
        this.#connections -= 1;
        this.#running -= 1;
        throw error;
      }
    }
    this.#running -= 1;
    if (this.#waiting.length >= waitingMax) throw unavailable();
    const pooled = await this.#waitForConnection(deadline);
    this.#running += 1;
    return pooled;
  }

  async #connect(): Promise<Pooled> {
    const instance = this.#instanceNumber;
    return { connection: await (await this.#open()).connect(), instance };
  }

  #waitForConnection(deadline: number): Promise<Pooled> {
    return new Promise((resolve, reject) => {
      const receive = (pooled: Pooled | undefined) => {
        clearTimeout(timer);
        if (pooled) resolve(pooled);
        else reject(unavailable());
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(receive), 1);
        reject(tooSlow());
      }, deadline - performance.now());
      this.#waiting.push(receive);
    });
  }

  #release(pooled: Pooled): void {
    this.#running -= 1;
    if (pooled.instance !== this.#instanceNumber) {
      pooled.connection.closeSync();
      this.#replaceConnection();
      return;
    }
    const next = this.#waiting.shift();
    if (next) next(pooled);
    else if (this.#isClosed) pooled.connection.closeSync();
    else this.#idle.push(pooled);
  }

  /** Opens one of the new instance in place of a connection of a failed one, if a question waits. */
  #replaceConnection(): void {
    if (this.#waiting.length === 0) {
      this.#connections -= 1;
      return;
    }
    this.#connect().then(
      (pooled) => {
        this.#running += 1;
        this.#release(pooled);
      },
      () => {
        this.#connections -= 1;
        this.#waiting.shift()?.(undefined);
      },
    );
  }
}

/** A connection for a series of statements. */
export class Connection {
  readonly #connection: DuckDBConnection;

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  async run(sql: string, params: DuckDBValue[] = []): Promise<void> {
    try {
      await this.#connection.run(sql, params);
    } catch (error) {
      throw isOutOfMemory(error) ? unavailable(error) : error;
    }
  }

  read<Row extends Record<string, Json>>(sql: string, params: DuckDBValue[] = []): Promise<Row[]> {
    return runStatement<Row>(this.#connection, sql, params, Number.POSITIVE_INFINITY);
  }
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
