import type { Db } from '../../../db/client.ts';
import { inSnapshot, type Snapshot } from '../../../db/snapshot.ts';
import { segmentFormat } from '../columns.ts';
import {
  type DayRange,
  type ExportedDataset,
  toChangesExport,
  toDaysExport,
  toInstantsExport,
} from '../export.queries.ts';
import { exportSlices, type Slice } from '../files/slices.ts';
import type { Store } from '../files/store.ts';
import type { SegmentLimits } from '../segment-limits.ts';
import {
  countEventsUpTo,
  type DatasetState,
  readDatasetState,
  summarizeChanges,
} from '../segments.queries.ts';
import { mergeDays } from './merge-days.ts';
import { type Instant, TailTooLarge } from './replaced-rows.ts';
import type { TailRows } from './tail-input.ts';
import { hasArchivedDays, hasRawEvents, listRangesToRead, requireFewEvents } from './tail-parts.ts';
import { findUsableSegments, type UsableSegments } from './usable-segments.ts';

/** A large export is divided by visitor into this many files. */
const filesMax = 16;

/** Facts that a first attempt could not know. */
export interface Needed {
  days: ReadonlySet<string>;
  instants: readonly Instant[];
}

/** Rows that were read from PostgreSQL in one snapshot. */
export interface ReadTail {
  state: DatasetState;
  usable: UsableSegments;
  wholeDays: DayRange[];
  rows: TailRows;
  isEmpty: boolean;
}

interface ReadInput {
  db: Db;
  dataset: ExportedDataset;
  store: Store;
  knownFiles: Set<string>;
  needed: Needed;
  limits: SegmentLimits;
  /** For the exported rows. */
  folder: string;
  /** Called when segments are missing. */
  onIncomplete: () => void;
}

/** Reads the state of a dataset and exports its tail to files. Throws `TailTooLarge`. */
export function readTail(input: ReadInput): Promise<ReadTail> {
  return inSnapshot(input.db, (snapshot) => read(snapshot, input));
}

async function read({ tx, client }: Snapshot, input: ReadInput): Promise<ReadTail> {
  const { dataset, store, needed, limits, knownFiles, folder, onIncomplete } = input;
  const state = await readDatasetState(tx, dataset.id, store.id);
  const usable = await findUsableSegments(store, dataset, state, knownFiles);
  const outdated = state.segments.filter(({ format }) => format !== segmentFormat);
  // PostgreSQL would answer without the days whose raw events are gone, and their files cannot be read yet.
  if (await hasArchivedDays(tx, { segments: outdated })) {
    onIncomplete();
    throw new TailTooLarge('segments of an earlier version have to be converted first');
  }
  const none: Slice[] = [];
  let exportedBytes = 0;
  const exportRows = async (name: string, statement: string): Promise<readonly Slice[]> => {
    const before = exportedBytes;
    const { slices, bytes } = await exportSlices(client, statement, {
      folder,
      name,
      limits,
      toGroup: () => ({ group: 'tail', files: filesMax }),
      onProgress: (soFar) => {
        if (before + soFar > limits.tailBytes) throw new TailTooLarge('the newest events are too many bytes');
      },
    });
    exportedBytes = before + bytes;
    return slices;
  };
  if (usable.revision === undefined) {
    onIncomplete();
    // As after a restore: PostgreSQL alone would answer without the days whose raw events are gone.
    const isTooMuch =
      (await hasArchivedDays(tx, state)) ||
      (await countEventsUpTo(tx, dataset, limits.tailRows + 1)) > limits.tailRows;
    if (isTooMuch) throw new TailTooLarge('the segments have to be built first');
    const days = await exportRows('days', toDaysExport(dataset, allDays));
    const rows = { changes: none, days, instants: none };
    return { state, usable, wholeDays: [allDays], rows, isEmpty: days.length === 0 };
  }
  const revisions = { after: usable.revision, upTo: state.revision };
  const summary = await summarizeChanges(tx, dataset, revisions);
  const areChangesComplete = summary.changes === revisions.upTo - revisions.after;
  if (usable.missing.length > 0 || !areChangesComplete) onIncomplete();
  if (!areChangesComplete) throw new TailTooLarge('the journal of changes is not complete');
  if (summary.events > limits.tailRows) throw new TailTooLarge('too many events are not in segments yet');
  const wholeDays = mergeDays([
    ...usable.missing,
    ...[...needed.days].map((day) => ({ first: day, last: day })),
    ...listRangesToRead(summary.ranges, usable),
  ]);
  const readDays = [...wholeDays, ...needed.instants.map(({ day }) => ({ first: day, last: day }))];
  if (!(await hasRawEvents(tx, dataset, mergeDays(readDays), usable))) {
    onIncomplete();
    throw new TailTooLarge('raw events of changed days are gone');
  }
  await requireFewEvents(tx, dataset, wholeDays, limits.tailRows - summary.events);
  const days: Slice[] = [];
  for (const [index, range] of wholeDays.entries())
    days.push(...(await exportRows(`days-${index}`, toDaysExport(dataset, range))));
  const changes = await exportRows('changes', toChangesExport(dataset, revisions, limits.tailRows));
  const instants =
    needed.instants.length > 0
      ? await exportRows(
          'instants',
          toInstantsExport(
            dataset,
            needed.instants.map(({ at }) => at),
          ),
        )
      : none;
  const isEmpty = changes.length + days.length === 0 && wholeDays.length === 0;
  return { state, usable, wholeDays, rows: { changes, days, instants }, isEmpty };
}

const allDays: DayRange = { first: '0001-01-01', last: '9999-12-31' };
