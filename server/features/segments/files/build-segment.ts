import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentFormat } from '../columns.ts';
import type { DuckDb } from '../duckdb/duckdb.ts';
import { type DayRange, type ExportedDataset, toDaysExport } from '../export.queries.ts';
import { loadExportedRows } from '../raw-rows.ts';
import type { InSnapshot } from './in-snapshot.ts';
import { type Exported, exportSlices, type SliceLimits } from './slices.ts';
import type { Store } from './store.ts';
import { toSegmentName, type WrittenSegment } from './write-files.ts';
import { writeSlices } from './write-slices.ts';

interface BuiltDays extends DayRange {
  /** How many events the days have, about. */
  events: ReadonlyMap<string, number>;
}

/** An export is divided into this many files for each slice: more make slices of more equal size. */
const filesOfSlice = 10;
const filesMax = 1_000;

/** Rows of whole days in files. To be deleted with `discard`, also when the days are not written. */
export interface ExportedDays extends DayRange {
  /** The name of the segment to write. */
  name: string;
  folder: string;
  exported: Exported;
  discard: () => Promise<void>;
}

interface ExportDeps {
  duckDb: DuckDb;
  limits: SliceLimits;
  inSnapshot: InSnapshot;
}

/** Exports whole local days from PostgreSQL. Only this is in a snapshot. */
export async function exportDays(
  { duckDb, limits, inSnapshot }: ExportDeps,
  dataset: ExportedDataset,
  { first, last, events }: BuiltDays,
): Promise<ExportedDays> {
  const days = { first, last };
  const name = toSegmentName(first, last);
  return duckDb.withTemporaryFolder(async (parent) => {
    const folder = join(parent, name);
    const discard = () => rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    const toGroup = (day: string) => ({
      group: day,
      files: Math.min(filesMax, Math.ceil(((events.get(day) ?? 0) / limits.sliceRows) * filesOfSlice)),
    });
    try {
      const exported = await inSnapshot((client) =>
        exportSlices(client, toDaysExport(dataset, days), { folder, name: 'events', toGroup, limits }),
      );
      return { ...days, name, folder, exported, discard };
    } catch (error) {
      await discard();
      throw error;
    }
  });
}

interface WriteDeps {
  duckDb: DuckDb;
  store: Store;
  checkpoint: () => Promise<void>;
}

/** Writes the segment of exported days. Undefined when they have no events. */
export async function writeExportedDays(
  { duckDb, store, checkpoint }: WriteDeps,
  dataset: ExportedDataset,
  { first, last, name, folder, exported }: ExportedDays,
): Promise<(WrittenSegment & DayRange) | undefined> {
  if (exported.rows === 0) return undefined;
  return duckDb.withConnection(async (connection) => {
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
    return { ...written, first, last };
  });
}
