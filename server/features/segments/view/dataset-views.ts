import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../../db/client.ts';
import { unavailable } from '../../../platform/errors.ts';
import type { Turn } from '../../../platform/limits/admission.ts';
import type { DuckDb } from '../duckdb/duckdb.ts';
import { isOutOfMemory } from '../duckdb/run-statement.ts';
import type { DayRange } from '../export.queries.ts';
import type { Store } from '../files/store.ts';
import type { SegmentLimits } from '../segment-limits.ts';
import { type DatasetState, readDatasetState, toStateKey } from '../segments.queries.ts';
import type { Dataset, DatasetView } from './dataset-view.ts';
import { type Pending, readFilesAlone } from './pending.ts';
import { type Needed, readTail } from './read-tail.ts';
import { toParts, toRelations, toSummedRelations } from './relations.ts';
import { DaysNeeded, type Instant, InstantsNeeded, TailTooLarge } from './replaced-rows.ts';
import { buildTail, type Tail } from './tail.ts';
import { createEmptyTables, findFirstDay } from './tail-parts.ts';
import type { UsableSegments } from './usable-segments.ts';

/** Datasets whose tail one process holds. */
const tailsMax = 50;

/** The newest known state of a dataset. */
interface Opened {
  key: string;
  state: DatasetState;
  usable: UsableSegments;
  wholeDays: DayRange[];
  tail: Tail | undefined;
  firstDay: string | null;
  version: string;
  pending: Pending | null;
  instance: number;
  /** Counted before anything can be awaited: without users its tables are dropped once it is replaced. */
  users: number;
  isReplaced: boolean;
}

interface ViewsDeps {
  db: Db;
  duckDb: DuckDb;
  limits: SegmentLimits;
  openStore: () => Promise<Store>;
  /** Called when segments are missing, so that they are built at once. */
  onIncomplete: (dataset: Dataset) => void;
}

/** Opens datasets for questions: files, and in DuckDB's memory the tail of what happened since they were written. */
export class DatasetViews {
  readonly #deps: ViewsDeps;
  readonly #opened = new Map<string, Opened>();
  readonly #opening = new Map<string, Promise<unknown>>();
  readonly #knownFiles = new Set<string>();
  /** Views that are open or in use; their files must not be deleted. */
  readonly #inUse = new Set<Opened>();
  #tailNumber = 0;
  #emptyTables: Promise<void> | undefined;

  constructor(deps: ViewsDeps) {
    this.#deps = deps;
  }

  async open(dataset: Dataset, days: DayRange | 'all', turn: Turn): Promise<DatasetView> {
    const store = await this.#deps.openStore();
    const state = await readDatasetState(this.#deps.db, dataset.id, store.id);
    const opened = await this.#findOrOpen(dataset, store, state, turn);
    let isReleased = false;
    const parts = toParts(store, dataset.id, opened);
    return {
      ...toRelations(parts, days),
      ofDays: (some) => toRelations(parts, some),
      summed: (some) => toSummedRelations(parts, some),
      revision: opened.state.revision,
      version: opened.version,
      pending: opened.pending,
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

  async #findOrOpen(dataset: Dataset, store: Store, seen: DatasetState, turn: Turn): Promise<Opened> {
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
    // An opening holds a connection of the pool, and memory of DuckDB for up to 100,000 rows.
    const opening = turn.use(() => this.#openNew(dataset, store));
    this.#opening.set(dataset.id, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(dataset.id);
    }
  }

  async #openNew(dataset: Dataset, store: Store): Promise<Opened> {
    await this.#ensureEmptyTables();
    const opened = await this.#openWithTail(dataset, store).catch((error: unknown) => {
      if (!(error instanceof TailTooLarge) && !isOutOfMemory(error)) throw error;
      return this.#openFiles(dataset, store);
    });
    // Its tables went with the instance that failed in the meantime.
    if (opened.instance !== this.#deps.duckDb.instanceNumber) {
      await opened.tail?.drop().catch(() => {});
      throw unavailable();
    }
    this.#replace(dataset.id, this.#opened.get(dataset.id), opened);
    return opened;
  }

  async #openWithTail(dataset: Dataset, store: Store): Promise<Opened> {
    const days = new Set<string>();
    let instants: Instant[] = [];
    // Each attempt reads more rows; a day is asked for once.
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      try {
        return await this.#attempt(dataset, store, { days, instants });
      } catch (error) {
        if (error instanceof DaysNeeded) {
          for (const day of error.days) days.add(day);
          this.#deps.onIncomplete(dataset);
        } else if (error instanceof InstantsNeeded) instants = error.instants;
        else throw error;
      }
    }
    throw new TailTooLarge('events arrive faster than they can be read');
  }

  #attempt(dataset: Dataset, store: Store, needed: Needed): Promise<Opened> {
    const { db, duckDb, limits, onIncomplete } = this.#deps;
    const instance = duckDb.instanceNumber;
    this.#tailNumber += 1;
    const number = this.#tailNumber;
    return duckDb.withTemporaryFolder(async (parent) => {
      const folder = join(parent, `tail-${number}`);
      await mkdir(folder, { mode: 0o700 });
      try {
        const { state, usable, wholeDays, rows, isEmpty } = await readTail({
          ...{ db, dataset, store, needed, limits, folder },
          knownFiles: this.#knownFiles,
          onIncomplete: () => onIncomplete(dataset),
        });
        const instants = new Set(needed.instants.map(({ at }) => at));
        const input = {
          duckDb,
          folder: parent,
          store,
          datasetId: dataset.id,
          number,
          instance,
          limits,
          segments: usable.segments,
        };
        const tail = isEmpty ? undefined : await buildTail({ ...input, rows, wholeDays, instants });
        const version = String(state.revision);
        return await this.#toOpened(dataset, store, {
          state,
          usable,
          wholeDays,
          tail,
          version,
          pending: null,
          instance,
        });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }

  /** Opens the segments alone, where the tail cannot be read: a late answer is better than none. */
  async #openFiles(dataset: Dataset, store: Store): Promise<Opened> {
    const { state, usable, pending } = await readFilesAlone(this.#deps.db, dataset, store, this.#knownFiles);
    this.#deps.onIncomplete(dataset);
    const names = usable.segments.map(({ name }) => name).join(' ');
    const version = `files ${createHash('sha256').update(names).digest('hex')}`;
    return this.#toOpened(dataset, store, {
      state,
      usable,
      wholeDays: [],
      tail: undefined,
      version,
      pending,
      instance: this.#deps.duckDb.instanceNumber,
    });
  }

  async #toOpened(
    dataset: Dataset,
    store: Store,
    read: Pick<Opened, 'state' | 'usable' | 'wholeDays' | 'tail' | 'version' | 'pending' | 'instance'>,
  ): Promise<Opened> {
    const { hits } = toRelations(toParts(store, dataset.id, read), 'all');
    const { instance } = read;
    const firstDay = await findFirstDay(this.#deps.duckDb, hits, { instance }).catch(
      async (error: unknown) => {
        // Nothing else knows the tables: they would stay in memory until the process ends.
        await read.tail?.drop().catch(() => {});
        throw error;
      },
    );
    const key = toStateKey(dataset.timeZone, read.state);
    return { ...read, key, firstDay, users: 1, isReplaced: false };
  }

  #ensureEmptyTables(): Promise<void> {
    this.#emptyTables ??= createEmptyTables(this.#deps.duckDb).catch((error: unknown) => {
      this.#emptyTables = undefined;
      throw error;
    });
    return this.#emptyTables;
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
