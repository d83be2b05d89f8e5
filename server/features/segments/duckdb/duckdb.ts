import { randomUUID } from 'node:crypto';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBValue, Json } from '@duckdb/node-api';
import { AppError, unavailable } from '../../../platform/errors.ts';
import type { Turn } from '../../../platform/limits/admission.ts';
import { defaultLimits } from '../segment-limits.ts';
import { isFatal, isOutOfMemory, runStatement, StatementTooSlow } from './run-statement.ts';
import { toText } from './sql-text.ts';

export interface DuckDbOptions {
  /** The only folder that statements can read and write. Statements that need more memory spill to `<folder>/tmp`. */
  folder: string;
  memoryMb: number;
  threads: number;
  spillMb: number;
  /** How long a statement of a question may run. */
  timeoutMs: number;
}

const { memoryMb, timeoutMs } = defaultLimits;
const defaults = { memoryMb, threads: 2, spillMb: 20_000, timeoutMs };

/** How often an open instance shows that its folder is in use (`sweepTemporaryFiles`). */
const touchIntervalMs = 10 * 60_000;

/** `timeout`: interrupted, or not begun in time. `failed`: any other error. */
export type QueryOutcome = 'answered' | 'timeout' | 'failed';

export interface QueryOptions {
  /** How long the statement may run, without the wait for its turn. Default: the limit of the engine. */
  timeoutMs?: number | undefined;
  /** Where the statement waits for its slot. Undefined inside other work that has one. */
  turn?: Turn | undefined;
  /** The instance with the tables that the statement reads: with another one it is answered 503. */
  instance?: number | undefined;
}

/**
 * The embedded DuckDB of one process. The library is loaded and the instance opened on first use, because many
 * processes never ask a question. After a fatal error it is closed, and the next use opens an empty one.
 */
export class DuckDb {
  readonly #options: DuckDbOptions;
  readonly #spillFolder: string;
  /** Free connections of the current instance. */
  readonly #idle: DuckDBConnection[] = [];
  readonly #connecting = new Set<Promise<unknown>>();
  #instance: Promise<DuckDBInstance> | undefined;
  #instanceNumber = 1;
  #touches: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Called after each statement of `read`, with its duration including the wait for its turn. */
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

  /**
   * Runs one statement; it does not block the event loop. Values are only ever bound (`$1`, `$2`…). In the rows,
   * 64-bit integers, decimals, dates and timestamps are text. Throws a 503 at the time limit, when the
   * statement needs too much memory, and after a fatal error.
   */
  async read<Row extends Record<string, Json>>(
    sql: string,
    params: DuckDBValue[],
    { timeoutMs = this.#options.timeoutMs, turn, instance }: QueryOptions = {},
  ): Promise<Row[]> {
    const began = performance.now();
    let outcome: QueryOutcome = 'timeout';
    try {
      const run = async () => {
        const deadline = performance.now() + timeoutMs;
        outcome = 'failed';
        try {
          const rows = await this.#withPooled(instance, (connection) =>
            runStatement<Row>(connection, sql, params, deadline),
          );
          outcome = 'answered';
          return rows;
        } catch (error) {
          if (error instanceof StatementTooSlow) outcome = 'timeout';
          throw error;
        }
      };
      return await (turn ? turn.use(run) : run());
    } finally {
      this.onQuery((performance.now() - began) / 1000, outcome);
    }
  }

  /** Runs `work` on a separate connection, which has its own temporary tables. */
  async withConnection<Result>(
    work: (connection: Connection) => Promise<Result>,
    { instance = this.#instanceNumber }: Pick<QueryOptions, 'instance'> = {},
  ): Promise<Result> {
    let connection: DuckDBConnection | undefined;
    try {
      connection = await this.#connect(instance);
      return await work(new Connection(connection));
    } catch (error) {
      throw this.#recover(error, instance);
    } finally {
      connection?.closeSync();
    }
  }

  /** Closes the instance, which frees its memory. The next use opens another. Call it while nothing runs. */
  async release(): Promise<void> {
    const instance = this.#instance;
    if (this.#isClosed || instance === undefined) return;
    const spillFolder = this.#toSpillFolder();
    this.#leave();
    await this.#closeInstance(instance);
    await rm(spillFolder, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#touches);
    for (const connection of this.#idle.splice(0)) connection.closeSync();
    await this.#closeInstance(this.#instance);
    await rm(this.#spillFolder, { recursive: true, force: true });
  }

  /**
   * After a fatal error DuckDB refuses every further statement of its instance, so it is left for a new one. Whatever
   * its other connections answer then follows from that.
   */
  #recover(error: unknown, failed: number): unknown {
    if (error instanceof AppError) return error;
    if (failed !== this.#instanceNumber || this.#isClosed) return unavailable(error);
    if (!isFatal(error)) return error;
    const instance = this.#instance;
    this.#leave();
    // Its other connections keep it until they are closed.
    void this.#closeInstance(instance);
    this.onReset(error);
    return unavailable(error);
  }

  /** An instance that is closed while it opens a connection in another thread ends the process. */
  async #closeInstance(instance: Promise<DuckDBInstance> | undefined): Promise<void> {
    await Promise.allSettled(this.#connecting);
    const opened = await instance?.catch(() => undefined);
    opened?.closeSync();
  }

  #leave(): void {
    this.#instanceNumber += 1;
    this.#instance = undefined;
    for (const connection of this.#idle.splice(0)) connection.closeSync();
  }

  #open(): Promise<DuckDBInstance> {
    if (this.#isClosed) throw unavailable();
    this.#touches ??= setInterval(() => this.#touch(), touchIntervalMs).unref();
    this.#instance ??= openInstance(this.#options, this.#toSpillFolder()).catch((error: unknown) => {
      this.#instance = undefined;
      throw error;
    });
    return this.#instance;
  }

  /** Files of two instances in one folder would have the same names. */
  #toSpillFolder(): string {
    return join(this.#spillFolder, String(this.#instanceNumber));
  }

  #touch(): void {
    const now = new Date();
    utimes(this.#spillFolder, now, now).catch(() => {});
  }

  async #withPooled<Result>(
    instance = this.#instanceNumber,
    work: (connection: DuckDBConnection) => Promise<Result>,
  ): Promise<Result> {
    let connection: DuckDBConnection | undefined;
    try {
      if (instance === this.#instanceNumber) connection = this.#idle.pop();
      connection ??= await this.#connect(instance);
      return await work(connection);
    } catch (error) {
      throw this.#recover(error, instance);
    } finally {
      if (connection && instance === this.#instanceNumber && !this.#isClosed) this.#idle.push(connection);
      else connection?.closeSync();
    }
  }

  /** Throws a 503 if another instance is in use. */
  async #connect(instance: number): Promise<DuckDBConnection> {
    if (instance !== this.#instanceNumber) throw unavailable();
    const opened = await this.#open();
    if (instance !== this.#instanceNumber || this.#isClosed) throw unavailable();
    const connecting = opened.connect();
    this.#connecting.add(connecting);
    return connecting.finally(() => this.#connecting.delete(connecting));
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
