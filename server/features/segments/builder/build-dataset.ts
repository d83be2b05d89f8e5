import { setTimeout as delay } from 'node:timers/promises';
import { type Tx, toTx } from '../../../db/client.ts';
import { isRawComplete, listRawTimes } from '../../../db/raw-events.ts';
import { inSnapshotOf, type SeparateClient } from '../../../db/snapshot.ts';
import { segmentFormat } from '../columns.ts';
import type { DuckDb } from '../duckdb/duckdb.ts';
import { buildSegment } from '../files/build-segment.ts';
import type { InSnapshot } from '../files/in-snapshot.ts';
import { copySegments, rewriteSegments } from '../files/rewrite-segments.ts';
import type { SliceLimits } from '../files/slices.ts';
import type { Store } from '../files/store.ts';
import { keepForOpenQuestions } from '../files/sweep-files.ts';
import { type ListedSegment, readDatasetState } from '../segments.queries.ts';
import type { BuildTurns } from './build-turns.ts';
import { type KnownDataset, type NewSegment, replaceSegments, saveBuiltRevision } from './builder.queries.ts';
import { type BuildUnit, planBuild } from './plan-build.ts';

export interface BuildDeps {
  duckDb: DuckDb;
  store: Store;
  limits: SliceLimits;
  /** Holds the lock of the store. If this connection breaks, nothing more can be listed. */
  client: SeparateClient;
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
  const plan = await inSnapshotOf(client, (snapshot) =>
    planBuild(snapshot, { store, dataset, now, keepFrom }),
  );
  const built: Built = { segments: 0, hits: 0, bytes: 0 };
  // The newest first: what is listed can be asked before everything is built.
  for (const { removed, units } of plan.steps.toReversed()) {
    const added: NewSegment[] = [];
    for (const unit of units) {
      await checkpoint();
      const segment = await deps.turns.openDays(() =>
        buildUnit({ ...deps, checkpoint }, dataset, unit, removed),
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

async function buildUnit(
  { client, ...deps }: BuildDeps,
  dataset: KnownDataset,
  unit: BuildUnit,
  removed: readonly ListedSegment[],
): Promise<NewSegment | undefined> {
  const sources = removed.filter(
    (segment) => segment.first_day <= unit.last && segment.last_day >= unit.first,
  );
  let revision = 0;
  const inSnapshot: InSnapshot = (work) =>
    inSnapshotOf(client, async ({ tx }) => {
      ({ revision } = await readDatasetState(tx, dataset.id, deps.store.id));
      const exported = await work(client);
      if (unit.from === 'events') await requireRawEvents(tx, unit, sources);
      return exported;
    });
  const written =
    unit.from === 'events'
      ? await buildSegment({ ...deps, inSnapshot }, dataset, unit)
      : await rewriteSegments({ ...deps, inSnapshot }, dataset.id, sources, unit);
  // A partition created since may lack what the older segments have (`server/db/raw-events.ts`).
  const builtAt = unit.from === 'events' ? undefined : findOldest(sources);
  return written && { ...written, revision, builtAt };
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
