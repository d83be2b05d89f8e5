import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hiddenHitColumns, hitColumns, toColumnList, visitColumns } from '../columns.ts';
import type { Connection } from '../duckdb/duckdb.ts';
import { toText } from '../duckdb/sql-text.ts';

export interface SegmentFiles {
  hits: string;
  visits: string;
}

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
  /** How the rows of one visit are ordered. */
  hitsOrder: string;
}

// Rows of one visit lie together, so that its dimensions cost almost nothing. Larger groups compress little better and
// need more memory to write.
const format =
  "FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 3, ROW_GROUP_SIZE 122880, PARQUET_VERSION 'v2'";

/** `<first day>_<last day>.<random>`; the days are for people. */
export function toSegmentName(firstDay: string, lastDay: string): string {
  return `${firstDay}_${lastDay}.${randomBytes(6).toString('hex')}`;
}

/**
 * Writes the two files of a segment. Afterwards they are complete on the disk under their final names; after a failure
 * neither exists, except when the process is killed (`sweepFiles`).
 */
export async function writeSegmentFiles(
  connection: Connection,
  source: SegmentSource,
  name: string,
  files: SegmentFiles,
): Promise<WrittenSegment> {
  await mkdir(dirname(files.hits), { recursive: true, mode: 0o700 });
  const temporary = { hits: `${files.hits}.tmp`, visits: `${files.visits}.tmp` };
  try {
    await connection.run(
      `COPY (SELECT ${toColumnList(visitColumns)} FROM ${source.visits} ORDER BY day, visit_no) TO ${toText(temporary.visits)} (${format})`,
    );
    await connection.run(
      `COPY (SELECT ${toColumnList([...hitColumns, ...hiddenHitColumns])} FROM ${source.hits} ORDER BY ${source.hitsOrder}) TO ${toText(temporary.hits)} (${format})`,
    );
    const [counts] = await connection.read<{ hits: string; visits: string }>(
      `SELECT (SELECT count(*) FROM read_parquet(${toText(temporary.hits)})) AS hits,
              (SELECT count(*) FROM read_parquet(${toText(temporary.visits)})) AS visits`,
    );
    const bytes = (await flush(temporary.visits)) + (await flush(temporary.hits));
    await rename(temporary.visits, files.visits);
    await rename(temporary.hits, files.hits);
    await flush(dirname(files.hits));
    return { name, hits: Number(counts?.hits), visits: Number(counts?.visits), bytes };
  } catch (error) {
    for (const file of [temporary.hits, temporary.visits, files.hits, files.visits])
      await rm(file, { force: true }).catch(() => {});
    throw error;
  }
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
