import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/client.ts';
import type { Turn } from '../../../platform/limits/admission.ts';
import type { DuckDb } from '../duckdb/duckdb.ts';
import type { Store } from '../files/store.ts';
import { type DatasetState, readDatasetState } from '../segments.queries.ts';
import type { Dataset } from '../view/dataset-view.ts';
import { findUsableSegments } from '../view/usable-segments.ts';
import { DatasetMemory } from './dataset-memory.ts';
import { FileFacts } from './file-facts.ts';
import { type Facts, findFirstMemoryDay, type Needs, readFacts } from './memory-facts.ts';
import { NotInMemory } from './not-in-memory.ts';

/** Datasets and rows that one process holds: those of an overview of many companies, of which most have few rows. */
const datasetsMax = 1_000;
const rowsMax = 300_000;
/** Datasets that are known not to fit. */
const refusedMax = 1_000;
/** How long one is not tried again, unless its segments were built. */
const refusedMs = 60_000;

interface Deps {
  db: Db;
  duckDb: DuckDb;
  openStore: () => Promise<Store>;
  /** Called for a dataset without segments, so that they are built. */
  onIncomplete: (dataset: Dataset) => void;
}

/** A dataset as of now or later, for questions without filters. */
export interface DatasetInMemory {
  read: (needs: Needs) => Promise<Facts>;
  findFirstDay: () => Promise<string | null>;
}

/** Datasets as far as questions without filters need them: the days that no file has completely, and sums of the others. */
export class DatasetMemories {
  /** Questions that were answered, and openings that were refused because the dataset does not fit. */
  readonly counts = { answered: 0, refused: 0 };
  readonly #deps: Deps;
  readonly #files: FileFacts;
  readonly #memories = new LRUCache<string, DatasetMemory>({ max: datasetsMax });
  readonly #refused = new LRUCache<string, { built: number | undefined; until: number }>({ max: refusedMax });
  readonly #updating = new Map<string, Promise<unknown>>();
  /** Reads of states that begin in this moment. */
  readonly #reading = new Map<string, Promise<{ state: DatasetState; askedAt: number }>>();
  readonly #knownFiles = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#files = new FileFacts(deps.duckDb);
  }

  isInUse(name: string): boolean {
    return this.#files.isInUse(name);
  }

  forgetAll(): void {
    this.#memories.clear();
    this.#knownFiles.clear();
    this.#files.clear();
  }

  forget(datasetId: string): void {
    for (const key of this.#memories.keys()) if (key.startsWith(datasetId)) this.#memories.delete(key);
  }

  /** Everything committed before the call is in it. Undefined if the dataset has to be counted by DuckDB. */
  async open(dataset: Dataset, turn: Turn): Promise<DatasetInMemory | undefined> {
    const store = await this.#deps.openStore();
    const { state, askedAt } = await this.#readState(dataset, store);
    const key = `${dataset.id} ${dataset.timeZone}`;
    const refused = this.#refused.get(key);
    if (refused && refused.built === state.built?.revision && performance.now() < refused.until)
      return undefined;
    // One at a time for a dataset.
    for (let running = this.#updating.get(key); running; running = this.#updating.get(key))
      await running.catch(() => {});
    const updating = this.#update(key, dataset, { store, state, askedAt });
    this.#updating.set(key, updating);
    try {
      const memory = await updating;
      const reading = { memory, files: this.#files, store, datasetId: dataset.id, turn };
      const orElse = <Result>(work: Promise<Result>) => this.#orForget(key, state, work);
      return {
        read: async (needs) => {
          const facts = await orElse(readFacts(reading, needs));
          this.counts.answered += 1;
          return facts;
        },
        findFirstDay: () => orElse(findFirstMemoryDay(reading)),
      };
    } catch (error) {
      if (error instanceof NotInMemory) return undefined;
      throw error;
    } finally {
      if (this.#updating.get(key) === updating) this.#updating.delete(key);
    }
  }

  async #update(
    key: string,
    dataset: Dataset,
    { store, state, askedAt }: { store: Store; state: DatasetState; askedAt: number },
  ): Promise<DatasetMemory> {
    const memory = this.#memories.get(key) ?? new DatasetMemory(this.#deps.db, dataset);
    this.#memories.set(key, memory);
    const usable = await findUsableSegments(store, dataset, state, this.#knownFiles);
    if (usable.revision === undefined && state.revision > 0) this.#deps.onIncomplete(dataset);
    // The view may still be read where reading rows takes too long.
    const updating = memory.update(state, usable, askedAt).catch((error: unknown) => {
      if (error instanceof NotInMemory) throw error;
      throw new NotInMemory('the newest days could not be read', { cause: error });
    });
    await this.#orForget(key, state, updating);
    this.#forgetRows(key);
    return memory;
  }

  /** After any error it is unknown what a memory has. */
  async #orForget<Result>(key: string, state: DatasetState, work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      this.#memories.delete(key);
      if (error instanceof NotInMemory) {
        this.counts.refused += 1;
        this.#refused.set(key, { built: state.built?.revision, until: performance.now() + refusedMs });
      }
      throw error;
    }
  }

  /** Forgets the datasets that were not asked about for longest. */
  #forgetRows(current: string): void {
    let rows = 0;
    // The most recently used first.
    for (const [key, memory] of [...this.#memories.entries()]) {
      rows += memory.size;
      if (rows > rowsMax && key !== current) this.#memories.delete(key);
    }
  }

  /** The state as of now. Calls of the same moment share a read, which begins after all of them. */
  #readState(dataset: Dataset, store: Store): Promise<{ state: DatasetState; askedAt: number }> {
    const { id } = dataset;
    const known = this.#reading.get(id);
    if (known) return known;
    const reading = Promise.resolve().then(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      this.#reading.delete(id);
      const askedAt = performance.now();
      return { state: await readDatasetState(this.#deps.db, id, store.id), askedAt };
    });
    this.#reading.set(id, reading);
    return reading;
  }
}
