import { join } from 'node:path';
import type { DuckDBValue, Json } from '@duckdb/node-api';
import type { Db } from '../../db/client.ts';
import { unavailable } from '../../platform/errors.ts';
import type { SlotUser } from '../../platform/limits/fair-slots.ts';
import { type BuilderDeps, SegmentBuilder } from './builder/segment-builder.ts';
import { DuckDb, type DuckDbOptions, type QueryOptions } from './duckdb/duckdb.ts';
import type { DayRange } from './export.queries.ts';
import { openStore, type Store } from './files/store.ts';
import { type Dataset, type DatasetView, DatasetViews } from './overlay/dataset-views.ts';

export type { Dataset, DatasetView };

/** Errors of DuckDB about a file that does not exist, was truncated, or is on a failing disk. */
const lostFile = /^IO Error|No files found|magic bytes|too small to be a Parquet file/;

interface SegmentsDeps {
  db: Db;
  /** For the builder's connection, which has no time limits. */
  databaseUrl: string;
  dataDir: string;
  /** Segments older than this are deleted. Undefined: they are kept. */
  retentionDays: number | undefined;
  /** Free disk space below which nothing is built. */
  diskReserveBytes: number;
  log: BuilderDeps['log'];
  /** Other settings of DuckDB than the usual ones. */
  engine?: Partial<Omit<DuckDbOptions, 'folder'>>;
}

/** The statistics' engine of one process: relations of visits and hits, and DuckDB to ask them. */
export class Segments {
  readonly duckDb: DuckDb;
  readonly #views: DatasetViews;
  readonly #folder: string;
  readonly #log: SegmentsDeps['log'];
  /** Writes the segments; `start` lets it work by itself. */
  readonly builder: SegmentBuilder;
  #store: Promise<Store> | undefined;

  constructor({ db, databaseUrl, dataDir, retentionDays, diskReserveBytes, log, engine }: SegmentsDeps) {
    this.#folder = join(dataDir, 'segments');
    this.#log = log;
    this.duckDb = new DuckDb({ folder: this.#folder, ...engine });
    this.duckDb.onReset = (error) => {
      this.#log.warn({ err: error }, 'DuckDB failed and is opened again');
      this.#views.forgetAll();
    };
    this.#views = new DatasetViews({
      db,
      duckDb: this.duckDb,
      openStore: () => this.openStore(),
      onIncomplete: ({ id }) => this.builder.request(id),
    });
    this.builder = new SegmentBuilder({
      db,
      databaseUrl,
      duckDb: this.duckDb,
      openStore: () => this.openStore(),
      isInUse: (name) => this.#views.isInUse(name),
      onDeleted: (datasetId) => this.#views.forget(datasetId),
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
   * local dates, inclusive; the relations may hold other days too, so questions filter by time themselves. Throws a
   * 503 while the segments of a large dataset are being built. The caller releases the view.
   */
  openDatasetView(dataset: Dataset, days: DayRange | 'all', user?: SlotUser): Promise<DatasetView> {
    return this.#withFiles(() => this.#views.open(dataset, days, user));
  }

  /** Runs one statement of DuckDB on the relations of a view, in its instance; see `DuckDb.read`. */
  async runQuery<Row extends Record<string, Json>>(
    sql: string,
    params: DuckDBValue[],
    options: QueryOptions = {},
  ): Promise<Row[]> {
    return this.#withFiles(() => this.duckDb.read<Row>(sql, params, options));
  }

  async #withFiles<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || !lostFile.test(error.message)) throw error;
      // Where a file was deleted or cut short, the next question finds it missing, and it is built again.
      this.#log.warn({ err: error }, 'a segment could not be read');
      this.#views.forgetAll();
      throw unavailable(error);
    }
  }

  async close(): Promise<void> {
    await this.builder.stop();
    await this.duckDb.close();
  }
}
