import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '../duckdb/duckdb.ts';
import { toTextList } from '../duckdb/sql-text.ts';
import { divideIntoVisits, toHitsQuery, type VisitTables } from '../visits.ts';
import { addSums, sumsTable } from './daily-sums.ts';
import type { SegmentFiles } from './store.ts';
import { readHitColumns } from './stored-hits.ts';
import {
  type SegmentSource,
  visitOrder,
  type WrittenSegment,
  writeRelations,
  writeSegmentFiles,
} from './write-files.ts';

const tables: VisitTables = { raw: 'raw', visits: 'visits', places: 'places' };

interface SlicedRows {
  /** Each creates the table `raw` with the rows of one slice, in the order of their days. */
  slices: readonly (() => Promise<void>)[];
  /** The average size of a row as CSV. */
  rowBytes: number;
  /** For the files of slices. */
  folder: string;
  /** Called between two slices, with no table left: lets other datasets continue. Throws to stop. */
  checkpoint: () => Promise<void>;
}

/**
 * Divides rows into visits and writes their segment, one slice after the other, so that memory depends on the size of a
 * slice alone. Visits never cross slices: the files of the slices only have to be put together.
 */
export async function writeSlices(
  connection: Connection,
  { slices, rowBytes, folder, checkpoint }: SlicedRows,
  name: string,
  files: SegmentFiles,
): Promise<WrittenSegment> {
  const [only] = slices;
  if (only && slices.length === 1) {
    await only();
    await divideIntoVisits(connection, tables);
    return writeSegmentFiles(connection, toDividedSource(rowBytes), name, files);
  }
  const parts: SegmentFiles[] = [];
  try {
    let visits = 0;
    for (const [index, load] of slices.entries()) {
      await checkpoint();
      await load();
      // Numbers of visits are unique within a day, and a day can be in several slices.
      await divideIntoVisits(connection, tables, { firstNumber: visits });
      const part = toPartFiles(folder, name, index);
      parts.push(part);
      visits += (await writeRelations(connection, toDividedSource(rowBytes), part)).visits;
      await drop(connection, ...Object.values(tables), sumsTable);
    }
    return await writeSegmentFiles(connection, toPartsSource(parts, rowBytes), name, files);
  } finally {
    for (const file of parts.flatMap((part) => Object.values(part))) await rm(file, { force: true });
  }
}

const toDividedSource = (rowBytes: number): SegmentSource => ({
  visits: tables.visits,
  hits: `(${toHitsQuery(tables)})`,
  order: visitOrder,
  rowBytes,
});

const toPartFiles = (folder: string, name: string, index: number): SegmentFiles => ({
  hits: join(folder, `${name}-${index}.hits.parquet`),
  visits: join(folder, `${name}-${index}.visits.parquet`),
  sums: join(folder, `${name}-${index}.sums.parquet`),
});

/**
 * The slices are in the order of their days, and visits are numbered through them, so that nothing has to be sorted. No
 * visitor is in two of them, so that visitors can be added up.
 */
function toPartsSource(parts: readonly SegmentFiles[], rowBytes: number): SegmentSource {
  const read = (part: 'visits' | 'sums') => `read_parquet(${toTextList(parts.map((files) => files[part]))})`;
  return {
    visits: read('visits'),
    hits: readHitColumns(parts.map((files) => files.hits)),
    order: undefined,
    sums: addSums(read('sums')),
    rowBytes,
  };
}

async function drop(connection: Connection, ...names: string[]): Promise<void> {
  for (const name of names) await connection.run(`DROP TABLE IF EXISTS ${name}`);
}
