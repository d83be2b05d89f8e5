import { addDays } from '../../../../contract/rules/dates/calendar-days.ts';
import type { Db } from '../../../db/client.ts';
import { inSnapshot } from '../../../db/snapshot.ts';
import type { DayRange, ExportedDataset } from '../export.queries.ts';
import type { Store } from '../files/store.ts';
import { type DatasetState, readDatasetState, summarizeChanges } from '../segments.queries.ts';
import { findUsableSegments, type UsableSegments } from './usable-segments.ts';

/** Events that a view does not have yet because the builder has to write them first. */
export type Pending =
  /** Everything up to a moment is there. `events`: how many are known to follow. */
  | { kind: 'newest'; countedUpTo: Date; events: number }
  /** Only these days are there, ascending. */
  | { kind: 'preparing'; counted: DayRange[] };

export interface FilesAlone {
  state: DatasetState;
  usable: UsableSegments;
  /** Null if nothing is lacking: the builder may have finished in the meantime. */
  pending: Pending | null;
}

/** The listed segments of a dataset that can be read, and what they lack. */
export function readFilesAlone(
  db: Db,
  dataset: ExportedDataset,
  store: Store,
  knownFiles: Set<string>,
): Promise<FilesAlone> {
  return inSnapshot(db, async ({ tx }) => {
    const state = await readDatasetState(tx, dataset.id, store.id);
    // Until the first build is complete, its segments are listed one after the other.
    const built = { revision: state.built?.revision ?? 0, time_zone: dataset.timeZone };
    const usable = await findUsableSegments(store, dataset, { ...state, built }, knownFiles);
    const after = state.built?.revision ?? 0;
    const { changes, events, oldestAt } = await summarizeChanges(tx, dataset, {
      after,
      upTo: state.revision,
    });
    const isComplete =
      state.built?.time_zone === dataset.timeZone &&
      usable.missing.length === 0 &&
      changes === state.revision - after;
    if (!isComplete)
      return { state, usable, pending: { kind: 'preparing', counted: joinDays(usable.segments) } };
    return { state, usable, pending: oldestAt && { kind: 'newest', countedUpTo: oldestAt, events } };
  });
}

/** Segments of consecutive days as one range. */
function joinDays(segments: UsableSegments['segments']): DayRange[] {
  const joined: DayRange[] = [];
  for (const { firstDay, lastDay } of segments) {
    const range = joined.at(-1);
    if (range && addDays(range.last, 1) === firstDay) range.last = lastDay;
    else joined.push({ first: firstDay, last: lastDay });
  }
  return joined;
}
