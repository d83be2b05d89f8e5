import type { Tx } from '../../../db/client.ts';
import { toTimes } from '../../../db/raw-events.ts';
import {
  findSavedDays,
  hasChangesAfter,
  hasEvents,
  hasPurgedChangesAfter,
  listDatasetsWithEvents,
  listStoresInUse,
  type TimeRange,
} from './retention.queries.ts';

const dayMs = 86_400_000;
/** A store without updates for longer belongs to a machine that is no longer used. */
const storeInUseDays = 7;

/**
 * Datasets with raw events in a range of time that are not in the segments of every machine in use. Dropping these
 * events would remove them from reports.
 */
async function listUnsavedDatasets(tx: Tx, range: TimeRange, now: Date): Promise<string[]> {
  const datasets = await listDatasetsWithEvents(tx, range);
  if (datasets.length === 0) return [];
  const stores = await listStoresInUse(tx, new Date(now.getTime() - storeInUseDays * dayMs));
  if (stores.length === 0) return datasets;
  const unsaved: string[] = [];
  for (const dataset of datasets) {
    for (const store of stores) {
      if (await isSaved(tx, dataset, store, range)) continue;
      unsaved.push(dataset);
      break;
    }
  }
  return unsaved;
}

/**
 * Whether the raw events of a month may be dropped: reports no longer need them, because segments have them, or because
 * reports do not reach back that far.
 */
export async function mayDropMonth(
  tx: Tx,
  month: { from: string; to: string },
  { now, segmentRetentionDays }: { now: Date; segmentRetentionDays: number | undefined },
): Promise<boolean> {
  const range = { from: new Date(month.from), to: new Date(month.to) };
  if (segmentRetentionDays !== undefined) {
    const reportsFrom = now.getTime() - (segmentRetentionDays + 2) * dayMs;
    if (range.to.getTime() <= reportsFrom) return true;
  }
  return (await listUnsavedDatasets(tx, range, now)).length === 0;
}

async function isSaved(tx: Tx, dataset: string, store: string, range: TimeRange): Promise<boolean> {
  const saved = await findSavedDays(tx, dataset, store);
  if (!saved || (await hasPurgedChangesAfter(tx, dataset, saved.revision))) return false;
  if (await hasChangesAfter(tx, dataset, saved.revision, range)) return false;
  for (const gap of listGaps(range, saved.days.map(toTimes))) {
    if (await hasEvents(tx, dataset, gap)) return false;
  }
  return true;
}

/** The parts of a range that none of the covered times include. */
function listGaps(range: TimeRange, covered: { from: number; to: number }[]): TimeRange[] {
  const gaps: TimeRange[] = [];
  let reached = range.from.getTime();
  const end = range.to.getTime();
  for (const { from, to } of covered.toSorted((one, other) => one.from - other.from)) {
    if (from >= end) break;
    if (from > reached) gaps.push({ from: new Date(reached), to: new Date(from) });
    reached = Math.max(reached, to);
  }
  if (reached < end) gaps.push({ from: new Date(reached), to: range.to });
  return gaps;
}
