import { join } from 'node:path';
import type { DuckDBValue, Json } from '@duckdb/node-api';
import type { Db } from '../../db/client.ts';
import { unavailable } from '../../platform/errors.ts';
import { AdmissionQueue, type Turn } from '../../platform/limits/admission.ts';
import { type BuilderDeps, SegmentBuilder } from './builder/segment-builder.ts';
import { hitDims, sumColumns } from './columns.ts';
import { DuckDb, type QueryOptions } from './duckdb/duckdb.ts';
import { isOutOfMemory } from './duckdb/run-statement.ts';
import type { DayRange } from './export.queries.ts';
import { SegmentFailures } from './failures/segment-failures.ts';
import { openStore, type Store } from './files/store.ts';
import { type DatasetInMemory, DatasetMemories } from './memory/dataset-memories.ts';
import type { LooseRow, Visit } from './memory/group-visits.ts';
import type { TimedDay } from './memory/memory-day.ts';
import type { Facts, Needs } from './memory/memory-facts.ts';
import { NotInMemory } from './memory/not-in-memory.ts';
import { addSums, createSums, isMoneySum, type Sums } from './memory/sums.ts';
import { defaultLimits, type SegmentLimits } from './segment-limits.ts';
import type { Dataset, DatasetView } from './view/dataset-view.ts';
import { DatasetViews } from './view/dataset-views.ts';
import type { Pending } from './view/pending.ts';
import type { Relations } from './view/relations.ts';

export type {
  Dataset,
  DatasetInMemory,
  DatasetView,
  DayRange,
  Facts,
  LooseRow,
  Needs,
  Pending,
  Relations,
  Sums,
  TimedDay,
  Visit,
};
export { addSums, createSums, isMoneySum, isOutOfMemory, NotInMemory };

/** The dimensions of a visit that each of its hits has. */
export const hitDimensions: ReadonlySet<string> = new Set(hitDims);
/** The columns of the daily sums. */
export const summedColumns: ReadonlySet<string> = new Set(sumColumns);

/** Errors of DuckDB about a file that does not exist, was truncated, or is on a failing disk. */
const lostFile = /^IO Error|No files found|magic bytes|too small to be a Parquet file/;

/** Each slot may occupy a thread of libuv’s pool of four, and they share the memory of DuckDB. */
const slots = 2;
/** Work that waits. More is answered 503. */
const waitingMax = 200;
/** A request waits this much longer than a statement may run. */
const waitBeyondTimeoutMs = 3_000;

interface SegmentsDeps {
  db: Db;
  /** For the builder's connection, which has no time limits. */
  databaseUrl: string;
  dataDir: string;
  /** Segments older than this are deleted. Undefined: they are kept. */
  retentionDays: number | undefined;
  /** Free disk space below which nothing is built. */
  diskReserveBytes: number;
  /** Default: `defaultLimits`. */
  limits?: Partial<SegmentLimits>;
  log: BuilderDeps['log'];
}

/** The statistics' engine of one process: relations of visits and hits, and DuckDB to ask them. */
export class Segments {
  readonly duckDb: DuckDb;
  /** The queue of the questions of this process. */
  readonly admission: AdmissionQueue;
  /**
   * For building. With one thread: DuckDB puts sorted files together in the memory of one row group then, and with
   * several in that of all files; and the other processors are left to events and questions.
   */
  readonly builderDuckDb: DuckDb;
  readonly #views: DatasetViews;
  /** What answers questions without filters. */
  readonly memories: DatasetMemories;
  readonly #folder: string;
  readonly #log: SegmentsDeps['log'];
  /** Which datasets could not be built or read at the last attempt. */
  readonly failures: SegmentFailures;
  /** Writes the segments; `start` lets it work by itself. */
  readonly builder: SegmentBuilder;
  #store: Promise<Store> | undefined;

  constructor({
    db,
    databaseUrl,
    dataDir,
    retentionDays,
    diskReserveBytes,
    limits: given,
    log,
  }: SegmentsDeps) {
    const limits = { ...defaultLimits, ...given };
    this.#folder = join(dataDir, 'segments');
    this.#log = log;
    this.duckDb = new DuckDb({
      folder: this.#folder,
      memoryMb: limits.memoryMb,
      timeoutMs: limits.timeoutMs,
    });
    const waitMaxMs = limits.timeoutMs + waitBeyondTimeoutMs;
    this.admission = new AdmissionQueue({ slots, waiting: waitingMax, waitMaxMs });
    this.builderDuckDb = new DuckDb({
      folder: this.#folder,
      memoryMb: limits.builderMemoryMb,
      threads: 1,
    });
    this.duckDb.onReset = (error) => {
      this.#log.warn({ err: error }, 'DuckDB failed and is opened again');
      this.#views.forgetAll();
      this.memories.forgetAll();
    };
    this.#views = new DatasetViews({
      db,
      duckDb: this.duckDb,
      limits,
      openStore: () => this.openStore(),
      onIncomplete: ({ id }) => this.builder.request(id),
    });
    this.memories = new DatasetMemories({
      db,
      duckDb: this.duckDb,
      openStore: () => this.openStore(),
      onIncomplete: ({ id }) => this.builder.request(id),
    });
    this.failures = new SegmentFailures({
      db,
      findStoreId: async () => (await this.openStore()).id,
      onError: (error) => log.warn({ err: error }, 'a failure of segments could not be recorded'),
    });
    this.builder = new SegmentBuilder({
      db,
      databaseUrl,
      duckDb: this.builderDuckDb,
      limits,
      openStore: () => this.openStore(),
      failures: this.failures,
      isInUse: (name) => this.#views.isInUse(name) || this.memories.isInUse(name),
      onDeleted: (datasetId) => {
        this.#views.forget(datasetId);
        this.memories.forget(datasetId);
      },
      retentionDays,
      diskReserveBytes,
      log,
    });
  }

  openStore(): Promise<Store> {
    this.#store ??= openStore(this.#folder).catch((error: unknown) => {
      this.#store = undefined;
      throw error;
    });
    return this.#store;
  }

  /**
   * The visits and hits of a dataset, exactly as of now: everything committed before the call is in them. `days` are
   * local dates, inclusive: the relations have exactly these. Throws a 503 after an error of DuckDB. Where the newest events cannot be read, `pending` is set. The caller releases the view.
   */
  openDatasetView(
    dataset: Dataset,
    days: DayRange | 'all',
    turn: Turn = this.admission.ownTurn,
  ): Promise<DatasetView> {
    return this.#withFiles(() => this.#views.open(dataset, days, turn), dataset.id);
  }

  /**
   * What questions without filters need, from memory: everything committed before the call is counted. Undefined if the dataset has
   * to be counted from its view. `NotInMemory` can be thrown later, too.
   */
  async openMemory(
    dataset: Dataset,
    turn: Turn = this.admission.ownTurn,
  ): Promise<DatasetInMemory | undefined> {
    const memory = await this.memories.open(dataset, turn);
    return (
      memory && {
        read: (needs) => this.#withPresentFiles(() => memory.read(needs)),
        findFirstDay: () => this.#withPresentFiles(() => memory.findFirstDay()),
      }
    );
  }

  /** A file may be replaced between the state that lists it and its first question: then the view finds out what is there. */
  async #withPresentFiles<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || !lostFile.test(error.message)) throw error;
      this.memories.forgetAll();
      throw new NotInMemory('a segment could not be read', { cause: error });
    }
  }

  /**
   * Runs one statement of DuckDB on the relations of a view, in its instance; see `DuckDb.read`. `datasetId`: of the view,
   * to record whether its files can be read.
   */
  async runQuery<Row extends Record<string, Json>>(
    sql: string,
    params: DuckDBValue[],
    { datasetId, turn = this.admission.ownTurn, ...options }: QueryOptions & { datasetId?: string } = {},
  ): Promise<Row[]> {
    const rows = await this.#withFiles(
      () => this.duckDb.read<Row>(sql, params, { ...options, turn }),
      datasetId,
    );
    if (datasetId !== undefined) this.failures.recordRead(datasetId);
    return rows;
  }

  async #withFiles<Result>(work: () => Promise<Result>, datasetId: string | undefined): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || !lostFile.test(error.message)) throw error;
      // Where a file was deleted or cut short, the next question finds it missing, and it is built again.
      this.#log.warn({ err: error }, 'a segment could not be read');
      this.#views.forgetAll();
      this.memories.forgetAll();
      if (datasetId !== undefined) this.failures.recordUnreadable(datasetId, error);
      throw unavailable(error);
    }
  }

  async close(): Promise<void> {
    await this.builder.stop();
    await this.builderDuckDb.close();
    await this.failures.settle();
    this.admission.rejectWaiting();
    await this.duckDb.close();
  }
}
