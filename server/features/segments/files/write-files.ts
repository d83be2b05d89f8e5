import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sumColumns, toColumnList, visitColumns } from '../columns.ts';
import type { Connection } from '../duckdb/duckdb.ts';
import { toText } from '../duckdb/sql-text.ts';
import { sumByDay } from './daily-sums.ts';
import type { SegmentFiles } from './store.ts';
import { readHitColumns, storedHitList, storedHitNames } from './stored-hits.ts';

export interface WrittenSegment {
  /** Unique: a name is never used again for other content. */
  name: string;
  hits: number;
  visits: number;
  bytes: number;
}

/** The relations that are written, as SQL for FROM. */
export interface SegmentSource {
  visits: string;
  hits: string;
  /** The sort order of the rows. Undefined for relations that are sorted: sorting a large one needs much memory. */
  order: { visits: string; hits: string } | undefined;
  /** The daily sums, where they are known; otherwise they are computed. */
  sums?: string;
  /** The average size of a hit as CSV. */
  rowBytes: number;
}

/** `day`, then visits; rows of one visit lie together, so that its dimensions cost almost nothing. */
export const visitOrder = { visits: 'day, visit_no', hits: 'day, visit_no NULLS FIRST, "at", place' };

/** DuckDB holds whole row groups while it writes, one for each thread. */
const rowGroupBytes = 64 * 1024 * 1024;
/** The size of a row in the memory of DuckDB, besides its texts. */
const rowOverheadBytes = storedHitNames.length * 16;
/** A long address is in a row up to three times: its page, and those on which its visit began and ended. */
const textCopies = 3;
const vectorSize = 2_048;

/** Larger groups compress little better and need more memory to write. */
function toRowGroupSize(rowBytes: number): number {
  const rows = rowGroupBytes / (rowOverheadBytes + textCopies * rowBytes);
  return Math.min(60, Math.max(1, Math.floor(rows / vectorSize))) * vectorSize;
}

const toFormat = (rowGroupSize: number) =>
  `FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 3, ROW_GROUP_SIZE ${rowGroupSize}, PARQUET_VERSION 'v2'`;
// A question reads one dimension: only the groups that have it.
const sumsFormat = toFormat(8_192);

/** `<first day>_<last day>.<random>`; the days are for people. */
export function toSegmentName(firstDay: string, lastDay: string): string {
  return `${firstDay}_${lastDay}.${randomBytes(6).toString('hex')}`;
}

/**
 * Writes the files of a segment. Afterwards they are complete on the disk under their final names; after a failure
 * none exists, except when the process is killed (`sweepFiles`).
 */
export async function writeSegmentFiles(
  connection: Connection,
  source: SegmentSource,
  name: string,
  files: SegmentFiles,
): Promise<WrittenSegment> {
  await mkdir(dirname(files.hits), { recursive: true, mode: 0o700 });
  const temporary = {
    hits: `${files.hits}.tmp`,
    visits: `${files.visits}.tmp`,
    sums: `${files.sums}.tmp`,
  };
  try {
    const { hits, visits } = await writeRelations(connection, source, temporary);
    const bytes =
      (await flush(temporary.visits)) + (await flush(temporary.hits)) + (await flush(temporary.sums));
    await rename(temporary.visits, files.visits);
    await rename(temporary.sums, files.sums);
    await rename(temporary.hits, files.hits);
    await flush(dirname(files.hits));
    return { name, hits, visits, bytes };
  } catch (error) {
    for (const file of [...Object.values(temporary), ...Object.values(files)])
      await rm(file, { force: true }).catch(() => {});
    throw error;
  }
}

/** Writes the relations and their daily sums to files, and returns how many rows they have. */
export async function writeRelations(
  connection: Connection,
  source: SegmentSource,
  files: SegmentFiles,
): Promise<{ hits: number; visits: number }> {
  const format = toFormat(toRowGroupSize(source.rowBytes));
  const orderBy = (order: string | undefined) => (order === undefined ? '' : ` ORDER BY ${order}`);
  await connection.run(
    `COPY (SELECT ${toColumnList(visitColumns)} FROM ${source.visits}${orderBy(source.order?.visits)}) TO ${toText(files.visits)} (${format})`,
  );
  await connection.run(
    `COPY (SELECT ${storedHitList} FROM ${source.hits}${orderBy(source.order?.hits)}) TO ${toText(files.hits)} (${format})`,
  );
  const written = {
    visits: `read_parquet(${toText(files.visits)})`,
    hits: readHitColumns([files.hits]),
  };
  const sums = source.sums ?? (await sumByDay(connection, { visits: source.visits, hits: written.hits }));
  await connection.run(
    `COPY (SELECT ${toColumnList(sumColumns)} FROM ${sums} ORDER BY dimension, day, value) TO ${toText(files.sums)} (${sumsFormat})`,
  );
  const [counts] = await connection.read<{ hits: string; visits: string }>(
    `SELECT (SELECT count(*) FROM ${written.hits}) AS hits, (SELECT count(*) FROM ${written.visits}) AS visits`,
  );
  return { hits: Number(counts?.hits), visits: Number(counts?.visits) };
}

/** Flushes a file or folder to the disk and returns its size. */
async function flush(path: string): Promise<number> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return (await stat(path)).size;
}
