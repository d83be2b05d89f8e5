import type { Tx } from '../../../db/client.ts';
import { listRawTimes, toTimes } from '../../../db/raw-events.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import {
  findSavedDays,
  hasChangesAfter,
  hasEvents,
  listDatasetsWithEvents,
  listSegmentsBefore,
  listStoresInUse,
  type TimeRange,
  unlistSegment,
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
  if (!saved || (await hasChangesAfter(tx, dataset, saved.revision, range))) return false;
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

/**
 * Removes segments older than `retentionDays` from the list, once their raw events are gone: otherwise they would be
 * built again. Returns how many.
 */
export async function expireSegments(tx: Tx, now: Date, retentionDays: number): Promise<number> {
  // A day earlier, because days of some time zones end up to 14 hours before those of UTC.
  const before = new Date(now.getTime() - (retentionDays + 1) * dayMs).toISOString().slice(0, 10);
  const [oldestRaw] = await listRawTimes(tx);
  const expired = (await listSegmentsBefore(tx, before)).filter(
    (segment) => oldestRaw !== undefined && toTimes(segment).to <= oldestRaw.from,
  );
  for (const segment of expired) await unlistSegment(tx, segment);
  return expired.length;
}

/** Schedules the removal of segments past their retention. It runs on one instance for all machines. */
export async function scheduleSegmentRetention(
  jobs: Jobs,
  { db, retentionDays, log }: SegmentRetentionDeps,
): Promise<void> {
  await jobs.schedule('expire-segments', '51 3 * * *', async () => {
    if (retentionDays === undefined) return;
    const expired = await expireSegments(db, new Date(), retentionDays);
    if (expired > 0) log.info({ expired }, 'removed segments past their retention');
  });
}

interface SegmentRetentionDeps {
  db: Tx;
  /** Undefined: for ever. */
  retentionDays: number | undefined;
  log: { info: (details: object, message: string) => void };
}
