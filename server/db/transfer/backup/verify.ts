import { stat } from 'node:fs/promises';
import { countLines, readBackupFile } from './backup-reader.ts';
import { segmentParts } from './segment-files.ts';

export interface VerifiedBackup {
  madeAt: string;
  rows: number;
  tables: number;
  /** The rows of each table. */
  rowsOf: ReadonlyMap<string, number>;
  segments: number;
  bytes: number;
}

/**
 * Reads a backup from the first byte to the last: decompresses it, and compares the rows of every table and the bytes of
 * every segment file with their checksums and numbers. Throws if anything differs or is missing. Needs no database.
 */
export async function verifyBackup(file: string, signal?: AbortSignal): Promise<VerifiedBackup> {
  const rowsOf = new Map<string, number>();
  let files = 0;
  const header = await readBackupFile(
    file,
    {
      onTable: async ({ table, data }) => {
        let rows = 0;
        for await (const block of data) rows += countLines(block);
        rowsOf.set(table.name, rows);
      },
      onSegmentFile: async ({ data }) => {
        for await (const _ of data);
        files += 1;
      },
    },
    signal,
  );
  return {
    madeAt: header.made_at,
    rows: [...rowsOf.values()].reduce((sum, rows) => sum + rows, 0),
    tables: rowsOf.size,
    rowsOf,
    segments: files / segmentParts.length,
    bytes: (await stat(file)).size,
  };
}

/** Throws unless the file that was read has exactly what was written. */
export function requireSame(
  written: Pick<VerifiedBackup, 'rowsOf' | 'segments'>,
  read: Pick<VerifiedBackup, 'rowsOf' | 'segments'>,
): void {
  for (const [table, rows] of written.rowsOf) {
    const found = read.rowsOf.get(table);
    if (found !== rows)
      throw new Error(`the file has ${found ?? 'no'} rows of the table ${table}, and ${rows} were written`);
  }
  if (read.rowsOf.size !== written.rowsOf.size) throw new Error('the file has a table that was not written');
  if (read.segments !== written.segments)
    throw new Error(`the file has ${read.segments} segments, and ${written.segments} were written`);
}
