import { setTimeout as delay } from 'node:timers/promises';
import { type Tx, toTx } from '../../../db/client.ts';
import { isRawComplete, listRawTimes } from '../../../db/raw-events.ts';
import type { SeparateClient } from '../../../db/snapshot.ts';
import { segmentFormat } from '../columns.ts';
import type { DuckDb } from '../duckdb/duckdb.ts';
import { type ExportedDays, exportDays, writeExportedDays } from '../files/build-segment.ts';
import type { InSnapshot } from '../files/in-snapshot.ts';
import { copySegments, rewriteSegments } from '../files/rewrite-segments.ts';
import type { SliceLimits } from '../files/slices.ts';
import type { Store } from '../files/store.ts';
import { keepForOpenQuestions } from '../files/sweep-files.ts';
import { type ListedSegment, readDatasetState } from '../segments.queries.ts';
import type { BuildTurns } from './build-turns.ts';
import { type KnownDataset, type NewSegment, replaceSegments, saveBuiltRevision } from './builder.queries.ts';
import type { Exporter } from './exporter.ts';
import { type BuildUnit, planBuild } from './plan-build.ts';

export interface BuildDeps {
  duckDb: DuckDb;
  store: Store;
  limits: SliceLimits;
  /** Holds the lock of the store. If this connection breaks, nothing more can be listed. */
  client: SeparateClient;
  exporter: Exporter;
  turns: BuildTurns;
  /** Lets other datasets continue. Throws when the builder has to stop. */
  checkpoint: () => Promise<void>;
}

export interface Built {
  segments: number;
  hits: number;
  bytes: number;
}

/** Part of the time that the builder rests, so that questions and events find a free processor. */
const restShare = 0.1;

/** Brings the segments of a dataset up to the present. Stopping it at any moment leaves a consistent list. */
export async function buildDataset(
  deps: BuildDeps,
  dataset: KnownDataset,
  { now, keepFrom }: { now: Date; keepFrom: string | undefined },
): Promise<Built> {
  const { client, store } = deps;
  const checkpoint = toRestingCheckpoint(deps.checkpoint);
  const plan = await deps.exporter.inSnapshot((snapshot) =>
    planBuild(snapshot, { store, dataset, now, keepFrom }),
  );
  const built: Built = { segments: 0, hits: 0, bytes: 0 };
  // The newest first: what is listed can be asked before everything is built.
  const steps = plan.steps.toReversed();
  const queue = steps.flatMap(({ units, removed }) => units.map((unit) => ({ unit, removed })));
  const ahead = new UnitsAhead(deps, dataset, queue);
  try {
    for (const { removed, units } of steps) {
      const added: NewSegment[] = [];
      for (const unit of units) {
        await checkpoint();
        const segment = await deps.turns.openDays(() =>
          buildUnit({ ...deps, checkpoint }, dataset, { unit, removed, ahead }),
        );
        if (segment) added.push(segment);
      }
      await list(deps, dataset, removed, added);
      for (const { hits, bytes } of added) {
        built.segments += 1;
        built.hits += hits;
        built.bytes += bytes;
      }
    }
  } finally {
    await ahead.discard();
  }
  await saveBuiltRevision(toTx(client), {
    datasetId: dataset.id,
    storeId: store.id,
    timeZone: dataset.timeZone,
    revision: plan.revision,
  });
  return built;
}

/** Writes one segment in place of the small ones of a closed month. */
export async function mergeMonth(deps: BuildDeps, dataset: KnownDataset, month: string): Promise<boolean> {
  const { client, store, duckDb } = deps;
  const { segments, built } = await readDatasetState(toTx(client), dataset.id, store.id);
  const merged = segments.filter(
    ({ first_day: first, time_zone: timeZone, format }) =>
      first.startsWith(month) && timeZone === dataset.timeZone && format === segmentFormat,
  );
  const [first, last] = [merged[0], merged.at(-1)];
  if (!first || !last || merged.length < 2 || !built) return false;
  const written = await copySegments({ duckDb, store }, dataset.id, merged, {
    first: first.first_day,
    last: last.last_day,
  });
  const revision = Math.min(...merged.map((segment) => Math.max(segment.revision, built.revision)));
  await list(deps, dataset, merged, [{ ...written, revision, builtAt: findOldest(merged) }]);
  return true;
}

interface PlannedUnit {
  unit: BuildUnit;
  /** The segments that its step replaces. */
  removed: readonly ListedSegment[];
}

async function buildUnit(
  deps: BuildDeps,
  dataset: KnownDataset,
  { ahead, ...planned }: PlannedUnit & { ahead: UnitsAhead },
): Promise<NewSegment | undefined> {
  if (planned.unit.from === 'events') {
    const { days, revision } = await ahead.take(planned);
    try {
      const written = await writeExportedDays(deps, dataset, days);
      return written && { ...written, revision, builtAt: undefined };
    } finally {
      await days.discard();
    }
  }
  const sources = listSources(planned);
  let revision = 0;
  const inSnapshot: InSnapshot = (work) =>
    deps.exporter.inSnapshot(async ({ tx, client }) => {
      ({ revision } = await readDatasetState(tx, dataset.id, deps.store.id));
      return work(client);
    });
  const written = await rewriteSegments({ ...deps, inSnapshot }, dataset.id, sources, planned.unit);
  // A partition created since may lack what the older segments have (`server/db/raw-events.ts`).
  return written && { ...written, revision, builtAt: findOldest(sources) };
}

const listSources = ({ unit, removed }: PlannedUnit) =>
  removed.filter((segment) => segment.first_day <= unit.last && segment.last_day >= unit.first);

interface ExportedUnit {
  days: ExportedDays;
  revision: number;
}

async function exportUnit(
  { exporter, store, ...deps }: BuildDeps,
  dataset: KnownDataset,
  planned: PlannedUnit,
): Promise<ExportedUnit> {
  let revision = 0;
  const inSnapshot: InSnapshot = (work) =>
    exporter.inSnapshot(async ({ tx, client }) => {
      ({ revision } = await readDatasetState(tx, dataset.id, store.id));
      const exported = await work(client);
      await requireRawEvents(tx, planned.unit, listSources(planned));
      return exported;
    });
  const days = await exportDays({ ...deps, inSnapshot }, dataset, planned.unit);
  return { days, revision };
}

/** Exports the next unit while one is written: PostgreSQL and DuckDB then work at the same time. */
class UnitsAhead {
  readonly #deps: BuildDeps;
  readonly #dataset: KnownDataset;
  readonly #queue: readonly PlannedUnit[];
  #next: { planned: PlannedUnit; exported: Promise<ExportedUnit> } | undefined;

  /** `queue`: all units, in the order in which they are built. */
  constructor(deps: BuildDeps, dataset: KnownDataset, queue: readonly PlannedUnit[]) {
    this.#deps = deps;
    this.#dataset = dataset;
    this.#queue = queue;
  }

  /** The exported rows of a unit. The caller discards them. */
  async take({ unit }: PlannedUnit): Promise<ExportedUnit> {
    const index = this.#queue.findIndex((planned) => planned.unit === unit);
    const known = this.#next;
    const planned = this.#queue[index];
    if (!planned) throw new Error('a unit is in the queue');
    if (known?.planned !== planned) await this.discard();
    const exported = await (known?.planned === planned ? known.exported : this.#export(planned));
    const next = this.#queue[index + 1];
    this.#next = next?.unit.from === 'events' ? { planned: next, exported: this.#export(next) } : undefined;
    return exported;
  }

  /** Deletes what was exported and not taken. */
  async discard(): Promise<void> {
    const unused = this.#next;
    this.#next = undefined;
    const exported = await unused?.exported.catch(() => undefined);
    await exported?.days.discard();
  }

  #export(planned: PlannedUnit): Promise<ExportedUnit> {
    const exported = exportUnit(this.#deps, this.#dataset, planned);
    // Its failure is that of the unit, once it is taken.
    exported.catch(() => {});
    return exported;
  }
}

/** Rests for a part of the time since the last checkpoint. */
function toRestingCheckpoint(checkpoint: () => Promise<void>): () => Promise<void> {
  let started = performance.now();
  return async () => {
    await delay((performance.now() - started) * restShare);
    await checkpoint();
    started = performance.now();
  };
}

/**
 * Throws if a month was dropped since the build was planned: the new segment would lack its events. Called after the
 * export, whose locks keep the months that it has read. The next build writes these days from their files.
 */
async function requireRawEvents(
  tx: Tx,
  { first, last }: BuildUnit,
  replaced: readonly ListedSegment[],
): Promise<void> {
  if (replaced.length === 0) return;
  const raw = await listRawTimes(tx);
  for (const { first_day: from, last_day: to, time_zone, built_at } of replaced) {
    const days = { first_day: from > first ? from : first, last_day: to < last ? to : last, time_zone };
    if (!isRawComplete(raw, days, new Date(built_at)))
      throw new Error(`the raw events of ${first} to ${last} were dropped while their segment was built`);
  }
}

async function list(
  { client, store }: BuildDeps,
  dataset: KnownDataset,
  removed: readonly ListedSegment[],
  added: readonly NewSegment[],
): Promise<void> {
  await toTx(client).transaction((tx) =>
    replaceSegments(tx, {
      datasetId: dataset.id,
      storeId: store.id,
      timeZone: dataset.timeZone,
      format: segmentFormat,
      removed: removed.map(({ name }) => name),
      added,
    }),
  );
  await keepForOpenQuestions(
    store,
    dataset.id,
    removed.map(({ name }) => name),
  );
}

const findOldest = (segments: readonly ListedSegment[]): string | undefined =>
  segments.map(({ built_at }) => new Date(built_at).toISOString()).toSorted()[0];
