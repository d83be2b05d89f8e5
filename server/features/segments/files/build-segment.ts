import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentFormat } from '../columns.ts';
import type { DuckDb } from '../duckdb/duckdb.ts';
import { type DayRange, type ExportedDataset, toDaysExport } from '../export.queries.ts';
import { loadExportedRows } from '../raw-rows.ts';
import type { InSnapshot } from './in-snapshot.ts';
import { exportSlices, type SliceLimits } from './slices.ts';
import type { Store } from './store.ts';
import { toSegmentName, type WrittenSegment } from './write-files.ts';
import { writeSlices } from './write-slices.ts';

export interface BuiltDays extends DayRange {
  /** How many events the days have, about. */
  events: ReadonlyMap<string, number>;
}

/** An export is divided into this many files for each slice: more make slices of more equal size. */
const filesOfSlice = 25;
const filesMax = 1_000;

interface BuildSegmentDeps {
  duckDb: DuckDb;
  store: Store;
  limits: SliceLimits;
  checkpoint: () => Promise<void>;
  inSnapshot: InSnapshot;
}

/**
 * Writes the segment of whole local days from PostgreSQL. Only the export is in a snapshot. Undefined when the days have no
 * events.
 */
export async function buildSegment(
  { duckDb, store, limits, checkpoint, inSnapshot }: BuildSegmentDeps,
  dataset: ExportedDataset,
  { first, last, events }: BuiltDays,
): Promise<(WrittenSegment & DayRange) | undefined> {
  const days = { first, last };
  const name = toSegmentName(first, last);
  return duckDb.withTemporaryFolder(async (parent) => {
    const folder = join(parent, name);
    await mkdir(folder, { mode: 0o700 });
    try {
      const toGroup = (day: string) => ({
        group: day,
        files: Math.min(filesMax, Math.ceil(((events.get(day) ?? 0) / limits.sliceRows) * filesOfSlice)),
      });
      const exported = await inSnapshot((client) =>
        exportSlices(client, toDaysExport(dataset, days), { folder, name: 'events', toGroup, limits }),
      );
      if (exported.rows === 0) return undefined;
      return await duckDb.withConnection(async (connection) => {
        const slices = exported.slices.map((slice) => async () => {
          const loaded = await loadExportedRows(connection, slice.files, 'raw');
          if (loaded !== slice.rows)
            throw new Error(
              `${slice.rows} events were exported, but ${loaded} were read (format ${segmentFormat})`,
            );
          for (const file of slice.files) await rm(file, { force: true });
        });
        const rowBytes = exported.bytes / exported.rows;
        const rows = { slices, rowBytes, folder, checkpoint };
        const written = await writeSlices(connection, rows, name, store.filesOf(dataset.id, name));
        return { ...written, ...days };
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
