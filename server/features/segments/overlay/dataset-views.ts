import type { Db } from '../../../db/client.ts';
import { inSnapshot, type Snapshot } from '../../../db/snapshot.ts';
import { unavailable } from '../../../platform/errors.ts';
import { FairSlots, type SlotUser } from '../../../platform/limits/fair-slots.ts';
import type { DuckDb } from '../duckdb/duckdb.ts';
import { type DayRange, toChangesExport, toDaysExport } from '../export.queries.ts';
import type { Store } from '../files/store.ts';
import { exportToFile, withTemporaryFile } from '../raw-rows.ts';
import {
  type DatasetState,
  hasMoreEventsThan,
  readDatasetState,
  summarizeChanges,
  toStateKey,
} from '../segments.queries.ts';
import { mergeDays } from './merge-days.ts';
import { type Relations, toParts, toRelations, toSummedRelations } from './relations.ts';
import { buildTail, DaysNeeded, type Tail } from './tail.ts';
import {
  createEmptyTables,
  findFirstDay,
  hasArchivedDays,
  hasRawEvents,
  listRangesToRead,
  requireFewEvents,
} from './tail-parts.ts';
import { findUsableSegments, type UsableSegments } from './usable-segments.ts';

export interface Dataset {
  id: string;
  /** IANA name. */
  timeZone: string;
}

export interface DatasetView extends Relations {
  /** The same relations for some of the days, from fewer files. */
  ofDays: (days: DayRange) => Relations;
  /**
   * The daily sums of some of the days, as SQL for FROM with the columns of `columns.ts`, and the relations with what
   * they do not contain. Undefined where there is nothing.
   */
  summed: (days: DayRange) => { sums: string | undefined; rest: Relations | undefined };
  /** Everything committed up to this revision is in the relations, and nothing later. */
  revision: number;
  /** The instance of DuckDB that the tables are in (`DuckDb.read`). */
  instance: number;
  /** The local date of the dataset's first event; null without one. */
  firstDay: string | null;
  /** Call it once when the questions are answered: until then the files and tables stay. */
  release: () => void;
}

/** Rows of the tail, and of days read completely, that one process holds for a dataset. */
const tailRowsMax = 100_000;
/** Datasets whose tail one process holds. */
const tailsMax = 50;
/** Each opening holds a connection of the pool, and memory of DuckDB for up to 100,000 rows. */
const openings = { running: 2, waiting: 100, waitMaxMs: 8_000 };

/** The newest known state of a dataset. */
interface Opened {
  key: string;
  state: DatasetState;
  usable: UsableSegments;
  wholeDays: DayRange[];
  tail: Tail | undefined;
  firstDay: string | null;
  instance: number;
  /** Counted before anything can be awaited: without users its tables are dropped once it is replaced. */
  users: number;
  isReplaced: boolean;
}

interface ViewsDeps {
  db: Db;
  duckDb: DuckDb;
  openStore: () => Promise<Store>;
  /** Called when segments are missing, so that they are built at once. */
  onIncomplete: (dataset: Dataset) => void;
}

const allDays: DayRange = { first: '0001-01-01', last: '9999-12-31' };
/** What was read from PostgreSQL in one snapshot. */
interface Read {
  state: DatasetState;
  usable: UsableSegments;
  wholeDays: DayRange[];
  hasChanges: boolean;
  isTailEmpty: boolean;
}

/** Opens datasets for questions: files, and in DuckDB's memory the tail of what happened since they were written. */
export class DatasetViews {
  readonly #deps: ViewsDeps;
  readonly #opened = new Map<string, Opened>();
  readonly #opening = new Map<string, Promise<unknown>>();
  readonly #knownFiles = new Set<string>();
  /** All that are open or in use, to tell which files are read. */
  readonly #inUse = new Set<Opened>();
  readonly #slots = new FairSlots(openings);
  #tailNumber = 0;
  #emptyTables: Promise<void> | undefined;

  constructor(deps: ViewsDeps) {
    this.#deps = deps;
  }

  async open(dataset: Dataset, days: DayRange | 'all', user?: SlotUser): Promise<DatasetView> {
    const store = await this.#deps.openStore();
    const state = await readDatasetState(this.#deps.db, dataset.id, store.id);
    const opened = await this.#findOrOpen(dataset, store, state, user);
    let isReleased = false;
    const parts = toParts(store, dataset.id, opened);
    return {
      ...toRelations(parts, days),
      ofDays: (some) => toRelations(parts, some),
      summed: (some) => toSummedRelations(parts, some),
      revision: opened.state.revision,
      instance: opened.instance,
      firstDay: opened.firstDay,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        opened.users -= 1;
        this.#dropUnused(opened);
      },
    };
  }

  /** Whether a question may be reading the files of this name. */
  isInUse(name: string): boolean {
    return [...this.#inUse].some(
      ({ users, usable }) => users > 0 && usable.segments.some((segment) => segment.name === name),
    );
  }

  /** Forgets every dataset and what was seen on the disk, after a file could not be read or DuckDB failed. */
  forgetAll(): void {
    this.#knownFiles.clear();
    this.#emptyTables = undefined;
    for (const [id, opened] of this.#opened) this.#replace(id, opened, undefined);
  }

  /** Forgets a dataset, such as a deleted one. */
  forget(datasetId: string): void {
    this.#replace(datasetId, this.#opened.get(datasetId), undefined);
  }

  async #findOrOpen(dataset: Dataset, store: Store, seen: DatasetState, user?: SlotUser): Promise<Opened> {
    let state = seen;
    for (;;) {
      const key = toStateKey(dataset.timeZone, state);
      const found = this.#opened.get(dataset.id);
      if (found?.key === key) {
        // The most recently used last.
        this.#opened.delete(dataset.id);
        this.#opened.set(dataset.id, found);
        found.users += 1;
        return found;
      }
      // One at a time for a dataset. A call that waited looks again: what was opened in between may be older than its question.
      const running = this.#opening.get(dataset.id);
      if (!running) break;
      await running.catch(() => {});
      state = await readDatasetState(this.#deps.db, dataset.id, store.id);
    }
    const opening = this.#slots.run(user, () => this.#openNew(dataset, store));
    this.#opening.set(dataset.id, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(dataset.id);
    }
  }

  async #openNew(dataset: Dataset, store: Store): Promise<Opened> {
    const neededDays = new Set<string>();
    // Each attempt reads more days completely; a day is asked for once.
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      try {
        const opened = await this.#attempt(dataset, store, neededDays);
        // Its tables went with the instance that failed in the meantime.
        if (opened.instance !== this.#deps.duckDb.instanceNumber) throw unavailable();
        this.#replace(dataset.id, this.#opened.get(dataset.id), opened);
        return opened;
      } catch (error) {
        if (!(error instanceof DaysNeeded)) throw error;
        for (const day of error.days) neededDays.add(day);
        this.#deps.onIncomplete(dataset);
      }
    }
    throw unavailable();
  }

  #attempt(dataset: Dataset, store: Store, neededDays: ReadonlySet<string>): Promise<Opened> {
    const { db, duckDb } = this.#deps;
    return duckDb.withTemporaryFolder((folder) =>
      withTemporaryFile(folder, (changesFile) =>
        withTemporaryFile(folder, async (daysFile) => {
          const files = { changesFile, daysFile };
          const read = await inSnapshot(db, (snapshot) =>
            this.#read(snapshot, dataset, store, neededDays, files),
          );
          return this.#toOpened(dataset, store, read, files);
        }),
      ),
    );
  }

  /** Reads the state of the dataset and exports its tail to the files. */
  async #read(
    { tx, client }: Snapshot,
    dataset: Dataset,
    store: Store,
    neededDays: ReadonlySet<string>,
    { changesFile, daysFile }: { changesFile: string; daysFile: string },
  ): Promise<Read> {
    const state = await readDatasetState(tx, dataset.id, store.id);
    const usable = await findUsableSegments(store, dataset, state, this.#knownFiles);
    if (usable.revision === undefined) {
      this.#deps.onIncomplete(dataset);
      // As after a restore: PostgreSQL alone would answer without the days whose raw events are gone.
      const isTooMuch =
        (await hasArchivedDays(tx, state)) || (await hasMoreEventsThan(tx, dataset.id, tailRowsMax));
      if (isTooMuch) throw unavailable();
      const rows = await exportToFile(client, toDaysExport(dataset, allDays), daysFile);
      return { state, usable, wholeDays: [allDays], hasChanges: false, isTailEmpty: rows === 0 };
    }
    const revisions = { after: usable.revision, upTo: state.revision };
    const summary = await summarizeChanges(tx, dataset, revisions);
    const areChangesComplete = summary.changes === revisions.upTo - revisions.after;
    if (usable.missing.length > 0 || !areChangesComplete) this.#deps.onIncomplete(dataset);
    if (!areChangesComplete || summary.events > tailRowsMax) throw unavailable();
    const wholeDays = mergeDays([
      ...usable.missing,
      ...[...neededDays].map((day) => ({ first: day, last: day })),
      ...listRangesToRead(summary.ranges, usable),
    ]);
    if (!(await hasRawEvents(tx, dataset, wholeDays, usable))) {
      this.#deps.onIncomplete(dataset);
      throw unavailable();
    }
    await requireFewEvents(tx, dataset, wholeDays, tailRowsMax - summary.events);
    let rows = 0;
    for (const days of wholeDays)
      rows += await exportToFile(client, toDaysExport(dataset, days), daysFile, { append: true });
    rows += await exportToFile(client, toChangesExport(dataset, revisions, tailRowsMax), changesFile);
    return { state, usable, wholeDays, hasChanges: true, isTailEmpty: rows === 0 && wholeDays.length === 0 };
  }

  async #toOpened(
    dataset: Dataset,
    store: Store,
    { state, usable, wholeDays, hasChanges, isTailEmpty }: Read,
    { changesFile, daysFile }: { changesFile: string; daysFile: string },
  ): Promise<Opened> {
    const { duckDb } = this.#deps;
    const instance = duckDb.instanceNumber;
    this.#emptyTables ??= createEmptyTables(duckDb).catch((error: unknown) => {
      this.#emptyTables = undefined;
      throw error;
    });
    await this.#emptyTables;
    this.#tailNumber += 1;
    const tail = isTailEmpty
      ? undefined
      : await buildTail({
          duckDb,
          store,
          datasetId: dataset.id,
          number: this.#tailNumber,
          segments: usable.segments,
          changesFile: hasChanges ? changesFile : undefined,
          daysFile: wholeDays.length > 0 ? daysFile : undefined,
          wholeDays,
        });
    const parts = toParts(store, dataset.id, { usable, tail, wholeDays });
    const firstDay = await findFirstDay(duckDb, toRelations(parts, 'all').hits, instance).catch(
      async (error: unknown) => {
        // Nothing else knows the tables: they would stay in memory until the process ends.
        await tail?.drop().catch(() => {});
        throw error;
      },
    );
    const key = toStateKey(dataset.timeZone, state);
    return { key, state, usable, wholeDays, tail, firstDay, instance, users: 1, isReplaced: false };
  }

  #replace(datasetId: string, old: Opened | undefined, next: Opened | undefined): void {
    if (old) {
      old.isReplaced = true;
      this.#opened.delete(datasetId);
      this.#dropUnused(old);
    }
    if (!next) return;
    this.#opened.set(datasetId, next);
    this.#inUse.add(next);
    const [oldest] = this.#opened;
    if (this.#opened.size > tailsMax && oldest) this.#replace(oldest[0], oldest[1], undefined);
  }

  #dropUnused(opened: Opened): void {
    if (!opened.isReplaced || opened.users > 0 || !this.#inUse.delete(opened)) return;
    // It only frees memory. The instance may be closing.
    opened.tail?.drop().catch(() => {});
  }
}
