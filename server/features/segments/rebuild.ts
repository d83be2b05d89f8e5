import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../db/client.ts';
import { markOutdated } from './builder/builder.queries.ts';
import { readDatasetState } from './segments.queries.ts';
import type { Segments } from './segments.ts';

const pollMs = 500;

interface RebuildDeps {
  db: Db;
  segments: Segments;
}

export interface RebuildProgress {
  segments: number;
  hits: number;
  bytes: number;
}

/**
 * Writes all segments of a dataset again, except those of days whose raw events were dropped. Until then questions do
 * without them.
 */
export async function rebuildDataset(
  deps: RebuildDeps,
  datasetId: string,
  onProgress: (progress: RebuildProgress) => void,
): Promise<void> {
  const store = await deps.segments.openStore();
  await deps.db.transaction((tx) => markOutdated(tx, datasetId, store.id));
  await updateDataset(deps, datasetId, onProgress);
}

/**
 * Brings the segments of a dataset in the store of this machine up to the present: in this process or, while it holds
 * the lock of the store, in a running server. Throws if the build fails.
 */
export async function updateDataset(
  { db, segments }: RebuildDeps,
  datasetId: string,
  onProgress: (progress: RebuildProgress) => void = () => {},
): Promise<void> {
  const store = await segments.openStore();
  const wanted = (await readDatasetState(db, datasetId, store.id)).revision;
  const reporting = new AbortController();
  const reported = report(reporting.signal);
  // An error of the database also fails the loop below, which reports it.
  reported.catch(() => {});
  try {
    for (;;) {
      const { failures } = segments.builder.counts;
      await segments.builder.runPass([datasetId]);
      const { built } = await readDatasetState(db, datasetId, store.id);
      if (built && built.revision >= wanted) return;
      if (segments.builder.counts.failures > failures)
        throw new Error('The segments could not be built. The lines above say why.');
      await delay(pollMs);
    }
  } finally {
    reporting.abort();
    await reported;
  }

  async function report(signal: AbortSignal): Promise<void> {
    let last = -1;
    for (;;) {
      // Again after the end, so that the last numbers are those of the whole.
      const isLast = signal.aborted;
      const { segments: listed } = await readDatasetState(db, datasetId, store.id);
      const current = listed.filter(({ revision }) => revision >= 0);
      if (current.length !== last) {
        last = current.length;
        const sum = (read: (segment: (typeof current)[number]) => number) =>
          current.reduce((total, segment) => total + read(segment), 0);
        onProgress({
          segments: current.length,
          hits: sum(({ hits }) => hits),
          bytes: sum(({ bytes }) => bytes),
        });
      }
      if (isLast) return;
      await delay(pollMs, undefined, { signal }).catch(() => {});
    }
  }
}
