import { EventEmitter } from 'node:events';
import type { Db } from '../../../db/client.ts';
import { toTx } from '../../../db/client.ts';
import { tryLockForSession } from '../../../db/locks.ts';
import { isAlive } from '../../../db/snapshot.ts';
import { withConnection } from '../../../db/transfer/connection.ts';
import type { DuckDb } from '../duckdb/duckdb.ts';
import type { SegmentFailures } from '../failures/segment-failures.ts';
import type { SliceLimits } from '../files/slices.ts';
import type { Store } from '../files/store.ts';
import { sweepFiles } from '../files/sweep-files.ts';
import { summarizeChanges } from '../segments.queries.ts';
import { type BuildDeps, buildDataset } from './build-dataset.ts';
import { buildInTurns } from './build-in-turns.ts';
import { BuildTurns } from './build-turns.ts';
import {
  type BuildProgress,
  type KnownDataset,
  listBuildProgress,
  listDatasets,
  listSegmentNames,
  purgeEventChanges,
} from './builder.queries.ts';
import { type BuilderCounts, createBuilderCounts } from './builder-counts.ts';
import { toKeepFrom } from './delete-expired.ts';
import { Exporter } from './exporter.ts';
import { changeAgeMaxMs, maintainStore, storeAbsenceMs } from './maintain-store.ts';
import { requireSpace } from './require-space.ts';

const tickMs = 10_000;
/** The first look, once the server has started. */
const firstTickMs = 3_000;
/** Changed events of a dataset after which its segments are written again. */
const changedEventsMax = 5_000;
const sweepEveryMs = 10 * 60_000;
const retryMaxMs = 600_000;

export interface BuilderDeps {
  db: Db;
  /** For a separate connection without time limits. */
  databaseUrl: string;
  duckDb: DuckDb;
  limits: SliceLimits;
  openStore: () => Promise<Store>;
  failures: SegmentFailures;
  isInUse: (name: string) => boolean;
  /** Called when the data of a dataset is deleted from the store. */
  onDeleted: (datasetId: string) => void;
  /** Segments older than this are deleted. Undefined: they are kept. */
  retentionDays: number | undefined;
  /** Free disk space below which nothing is built. */
  diskReserveBytes: number;
  log: {
    info: (details: object, message: string) => void;
    warn: (details: object, message: string) => void;
  };
}

/** Thrown to leave a pass between two segments. */
class Stopped extends Error {}

/** Keeps the segments of one store up to date. Of several processes with one store, one at a time does. */
export class SegmentBuilder {
  readonly counts: BuilderCounts = createBuilderCounts();
  readonly #deps: BuilderDeps;
  readonly #requested = new Set<string>();
  /** Datasets whose last build failed: when to try again, and after how long next. */
  readonly #failed = new Map<string, { retryAtMs: number; waitMs: number }>();
  #timer: NodeJS.Timeout | undefined;
  #pass: Promise<boolean> | undefined;
  #isStopped = false;
  #sweptAtMs = Number.NEGATIVE_INFINITY;
  #building = 0;
  /** `request`: a dataset was requested. */
  readonly #requests = new EventEmitter();

  constructor(deps: BuilderDeps) {
    this.#deps = deps;
  }

  /** Whether this process is writing segments. */
  get isBuilding(): boolean {
    return this.#building > 0;
  }

  start(): void {
    this.#schedule(firstTickMs);
  }

  /** Asks for a dataset to be built at once. */
  request(datasetId: string): void {
    if (this.#isStopped || this.#requested.has(datasetId)) return;
    this.#requested.add(datasetId);
    this.#requests.emit('request');
    if (this.#timer) this.#schedule(50);
  }

  /**
   * Does everything that is due, unless another process is doing it. False then. Datasets of `requested` are built
   * even if little changed.
   */
  async runPass(requested: readonly string[] = [], now = new Date()): Promise<boolean> {
    for (const id of requested) this.#requested.add(id);
    while (this.#pass) await this.#pass.catch(() => {});
    this.#pass = this.#runPass(now);
    try {
      return await this.#pass;
    } finally {
      this.#pass = undefined;
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#pass?.catch(() => {});
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => this.#tick(), afterMs).unref();
  }

  async #tick(): Promise<void> {
    try {
      await this.runPass();
    } catch (error) {
      if (!this.#isStopped) this.#deps.log.warn({ err: error }, 'the segments could not be looked after');
    }
    this.#schedule(tickMs);
  }

  async #runPass(now: Date): Promise<boolean> {
    const { databaseUrl, openStore, duckDb } = this.#deps;
    const store = await openStore();
    const due = await this.#listDue(store, now);
    const isSweepDue = performance.now() - this.#sweptAtMs > sweepEveryMs;
    // Most passes end here, after three short queries.
    if (due.length === 0 && !isSweepDue) return true;
    return withConnection(
      databaseUrl,
      async (client) => {
        // Released with the connection. Everything is listed on this connection, so that no process without the lock can.
        if (!(await tryLockForSession(client, { lock: 'segments', storeId: store.id }))) return false;
        const turns = new BuildTurns();
        try {
          await withConnection(
            databaseUrl,
            (reading) =>
              this.#runBuilds(
                { store, client, exporter: new Exporter(reading), turns },
                { due, isSweepDue, now },
              ),
            'northlight segments export',
          );
        } finally {
          this.counts.buildMs += turns.takenMs;
          await duckDb.release();
        }
        return true;
      },
      'northlight segments',
    );
  }

  async #runBuilds(
    opened: Pick<BuildDeps, 'store' | 'client' | 'exporter' | 'turns'>,
    { due, isSweepDue, now }: { due: readonly KnownDataset[]; isSweepDue: boolean; now: Date },
  ): Promise<void> {
    const { duckDb, limits } = this.#deps;
    const { turns, store } = opened;
    let isBroken = false;
    const checkpoint = async () => {
      await turns.pass();
      if (this.#isStopped || isBroken) throw new Stopped('the segment builder is stopping');
    };
    const build: BuildDeps = { ...opened, duckDb, limits, checkpoint };
    try {
      await buildInTurns({
        turns,
        due,
        requests: this.#requests,
        listDue: (elapsedMs) => this.#listDue(store, new Date(now.getTime() + elapsedMs)),
        build: (dataset) => this.#buildOne(build, dataset, now),
        onFailed: () => {
          isBroken = true;
        },
      });
      if (isSweepDue) await this.#maintain(build, now);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  }

  async #listDue(store: Store, now: Date): Promise<KnownDataset[]> {
    const { db } = this.#deps;
    const datasets = await listDatasets(db);
    const progress = new Map((await listBuildProgress(db, store.id)).map((each) => [each.company_id, each]));
    const due: KnownDataset[] = [];
    for (const dataset of datasets) {
      const retryAtMs = this.#failed.get(dataset.id)?.retryAtMs ?? 0;
      if (now.getTime() < retryAtMs) continue;
      const isRequested = this.#requested.has(dataset.id);
      if (isRequested || (await this.#isDue(dataset, progress.get(dataset.id), now))) due.push(dataset);
    }
    for (const id of this.#requested)
      if (!datasets.some((dataset) => dataset.id === id)) this.#requested.delete(id);
    return due;
  }

  async #isDue(dataset: KnownDataset, progress: BuildProgress | undefined, now: Date): Promise<boolean> {
    // A dataset without totals has no events.
    if (!progress) return false;
    const { revision, built_revision: built, time_zone: timeZone } = progress;
    if (built === null || timeZone !== dataset.timeZone) return true;
    if (revision <= built) return false;
    const summary = await summarizeChanges(this.#deps.db, dataset, { after: built, upTo: revision });
    return (
      summary.changes !== revision - built ||
      summary.ranges.length > 0 ||
      summary.events >= changedEventsMax ||
      (summary.oldestAt !== null && now.getTime() - summary.oldestAt.getTime() >= changeAgeMaxMs)
    );
  }

  async #buildOne(build: BuildDeps, dataset: KnownDataset, now: Date): Promise<void> {
    const { log, retentionDays } = this.#deps;
    await build.checkpoint();
    this.#building += 1;
    try {
      await requireSpace(build.store, this.#deps.diskReserveBytes);
      const keepFrom =
        retentionDays === undefined ? undefined : toKeepFrom(now, dataset.timeZone, retentionDays);
      const built = await buildDataset(build, dataset, { now, keepFrom });
      this.counts.segments += built.segments;
      this.counts.hits += built.hits;
      this.counts.bytes += built.bytes;
      this.counts.builds += 1;
      this.#requested.delete(dataset.id);
      this.#failed.delete(dataset.id);
      await this.#deps.failures.recordBuild(dataset.id);
      await this.#tidy(build, dataset.id, now);
    } catch (error) {
      if (error instanceof Stopped) throw error;
      await this.#deps.failures.recordBuild(dataset.id, error);
      // A broken connection ends the pass, because the lock is gone with it.
      if (!((await isAlive(build.client)) && (await build.exporter.isAlive()))) throw error;
      this.counts.failures += 1;
      const waitMs = Math.min((this.#failed.get(dataset.id)?.waitMs ?? tickMs) * 2, retryMaxMs);
      this.#failed.set(dataset.id, { retryAtMs: now.getTime() + waitMs, waitMs });
      log.warn({ err: error, datasetId: dataset.id }, 'the segments of a dataset could not be built');
      await this.#tidy(build, dataset.id, now).catch(() => {});
    } finally {
      this.#building -= 1;
    }
  }

  /** Deletes what is no longer needed: files, and changes that every store has processed. */
  async #tidy({ client, store }: BuildDeps, datasetId: string, now: Date): Promise<void> {
    const tx = toTx(client);
    this.counts.purgedChanges += await purgeEventChanges(
      tx,
      datasetId,
      new Date(now.getTime() - storeAbsenceMs),
    );
    const listed = await listSegmentNames(tx, datasetId, store.id);
    const { isInUse } = this.#deps;
    this.counts.deletedFiles += await sweepFiles(store, datasetId, {
      listed,
      isInUse,
      nowMs: Date.now(),
    });
  }

  async #maintain(build: BuildDeps, now: Date): Promise<void> {
    const { log, onDeleted, retentionDays } = this.#deps;
    const tidy = (datasetId: string) => this.#tidy(build, datasetId, now);
    await maintainStore(build, { now, log, onDeleted, retentionDays, tidy });
    this.#sweptAtMs = performance.now();
  }
}
