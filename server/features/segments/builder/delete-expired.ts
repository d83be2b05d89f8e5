import { toTx } from '../../../db/client.ts';
import { segmentFormat } from '../columns.ts';
import { keepForOpenQuestions } from '../files/sweep-files.ts';
import type { BuildDeps } from './build-dataset.ts';
import { type KnownDataset, listSegmentsBefore, replaceSegments } from './builder.queries.ts';
import { toLocalDay } from './plan-build.ts';

/** Removes segments past their retention from the list. Their files are swept later. */
export async function deleteExpired(
  { client, store }: BuildDeps,
  datasets: ReadonlyMap<string, KnownDataset>,
  retentionDays: number,
  now: Date,
): Promise<void> {
  const tx = toTx(client);
  const day = toKeepFrom(now, 'UTC', retentionDays);
  for (const { datasetId, name } of await listSegmentsBefore(tx, store.id, day)) {
    await tx.transaction((inner) =>
      replaceSegments(inner, {
        datasetId,
        storeId: store.id,
        timeZone: datasets.get(datasetId)?.timeZone ?? 'UTC',
        format: segmentFormat,
        removed: [name],
        added: [],
      }),
    );
    await keepForOpenQuestions(store, datasetId, [name]);
  }
}

/** The first local day that the retention keeps. */
export const toKeepFrom = (now: Date, timeZone: string, days: number) =>
  toLocalDay(new Date(now.getTime() - days * 86_400_000), timeZone);
