import { toTx } from '../../../db/client.ts';
import { isAlive } from '../../../db/snapshot.ts';
import { deleteFolder, listFolders, sweepTemporaryFiles } from '../files/sweep-files.ts';
import { type BuildDeps, mergeMonth } from './build-dataset.ts';
import {
  confirmStore,
  deleteListing,
  type KnownDataset,
  listDatasets,
  listMergeableMonths,
  listStoredDatasetIds,
} from './builder.queries.ts';
import { deleteExpired } from './delete-expired.ts';
import { forgetVanishedStores } from './forget-vanished-stores.ts';

/** Changes that are older than this are built even if they are few. */
export const changeAgeMaxMs = 3_600_000;
/** A machine that was away for longer builds its segments again. */
export const storeAbsenceMs = 7 * 86_400_000;
/** Segments of a closed month up to this size are merged. */
const mergedHitsMax = 500_000;
/** A month is merged this long after its end: events may arrive a day late. */
const mergeAfterMs = 3 * 86_400_000;

interface Log {
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
}

interface Maintenance {
  now: Date;
  retentionDays: number | undefined;
  /** Called when the data of a dataset is deleted from the store. */
  onDeleted: (datasetId: string) => void;
  /** Deletes what a dataset no longer needs. */
  tidy: (datasetId: string) => Promise<void>;
  log: Log;
}

/** Runs the work of every few minutes, while no dataset is being built. */
export async function maintainStore(
  build: BuildDeps,
  { now, retentionDays, onDeleted, tidy, log }: Maintenance,
): Promise<void> {
  const { client, store, checkpoint } = build;
  const tx = toTx(client);
  // The folders first: a dataset created in between has none yet.
  const stored = new Set([...(await listFolders(store)), ...(await listStoredDatasetIds(tx, store.id))]);
  const datasets = new Map((await listDatasets(tx)).map((dataset) => [dataset.id, dataset]));
  for (const id of stored) {
    await checkpoint();
    if (datasets.has(id)) {
      await tidy(id);
      continue;
    }
    await deleteListing(tx, id, store.id);
    await deleteFolder(store, id);
    onDeleted(id);
    log.info({ datasetId: id }, 'deleted the segments of a dataset that no longer exists');
  }
  if (retentionDays !== undefined) await deleteExpired(build, datasets, retentionDays, now);
  const mergeable = await listMergeableMonths(tx, {
    storeId: store.id,
    hitsMax: mergedHitsMax,
    before: new Date(now.getTime() - mergeAfterMs),
  });
  for (const { datasetId, month } of mergeable) {
    await checkpoint();
    const dataset = datasets.get(datasetId);
    if (dataset) await merge(build, dataset, { month, log });
  }
  await confirmStore(tx, store.id, now, new Date(now.getTime() - changeAgeMaxMs));
  await forgetVanishedStores(tx, new Date(now.getTime() - storeAbsenceMs));
  await sweepTemporaryFiles(store, Date.now());
}

/** A file that cannot be read must not keep the other datasets from being looked after. */
async function merge(
  build: BuildDeps,
  dataset: KnownDataset,
  { month, log }: { month: string; log: Log },
): Promise<void> {
  try {
    await mergeMonth(build, dataset, month);
  } catch (error) {
    if (!(await isAlive(build.client))) throw error;
    const details = { err: error, datasetId: dataset.id, month };
    log.warn(details, 'the segments of a month could not be merged');
  }
}
