import type { CopyClient } from '../../../db/snapshot.ts';
import { segmentFormat } from '../columns.ts';
import type { DuckDb } from '../duckdb/duckdb.ts';
import { type DayRange, type ExportedDataset, toDaysExport } from '../export.queries.ts';
import { exportToFile, loadExportedRows, withTemporaryFile } from '../raw-rows.ts';
import { sessionize, toHitsQuery } from '../sessionize.ts';
import type { Store } from './store.ts';
import { toSegmentName, type WrittenSegment, writeSegmentFiles } from './write-files.ts';

/**
 * Writes the segment of whole local days from PostgreSQL. `client` is in a snapshot. Undefined when the days have no
 * events.
 */
export async function buildSegment(
  { duckDb, store }: { duckDb: DuckDb; store: Store },
  client: CopyClient,
  dataset: ExportedDataset,
  days: DayRange,
): Promise<(WrittenSegment & DayRange) | undefined> {
  return duckDb.withTemporaryFolder((folder) =>
    withTemporaryFile(folder, (file) =>
      duckDb.withConnection(async (connection) => {
        const exported = await exportToFile(client, toDaysExport(dataset, days), file);
        if (exported === 0) return undefined;
        const loaded = await loadExportedRows(connection, file, 'raw');
        if (loaded !== exported)
          throw new Error(
            `${exported} events were exported, but ${loaded} were read (format ${segmentFormat})`,
          );
        const tables = { raw: 'raw', marks: 'marks', visits: 'visits' };
        await sessionize(connection, tables);
        const name = toSegmentName(days.first, days.last);
        const source = {
          visits: 'visits',
          hits: `(${toHitsQuery(tables)})`,
          hitsOrder: 'day, visit_no NULLS FIRST, "at", place',
        };
        const written = await writeSegmentFiles(connection, source, name, store.filesOf(dataset.id, name));
        return { ...written, ...days };
      }),
    ),
  );
}
