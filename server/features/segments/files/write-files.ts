import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hiddenHitColumns, hitColumns, sumColumns, toColumnList, visitColumns } from '../columns.ts';
import type { Connection } from '../duckdb/duckdb.ts';
import { toText } from '../duckdb/sql-text.ts';
import { sumByDay } from './daily-sums.ts';
import type { SegmentFiles } from './store.ts';

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
  /** The daily sums, where they are known; otherwise they are computed from the written files. */
  sums?: string;
}

// Rows of one visit lie together, so that its dimensions cost almost nothing. Larger groups compress little better and
// need more memory to write.
const toFormat = (rowGroupSize: number) =>
  `FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 3, ROW_GROUP_SIZE ${rowGroupSize}, PARQUET_VERSION 'v2'`;
const format = toFormat(122_880);
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
    await connection.run(
      `COPY (SELECT ${toColumnList(visitColumns)} FROM ${source.visits} ORDER BY day, visit_no) TO ${toText(temporary.visits)} (${format})`,
    );
    await connection.run(
      `COPY (SELECT ${toColumnList([...hitColumns, ...hiddenHitColumns])} FROM ${source.hits} ORDER BY ${source.hitsOrder}) TO ${toText(temporary.hits)} (${format})`,
    );
    const sums =
      source.sums ??
      (await sumByDay(connection, {
        visits: `read_parquet(${toText(temporary.visits)})`,
        hits: `read_parquet(${toText(temporary.hits)})`,
      }));
    await connection.run(
      `COPY (SELECT ${toColumnList(sumColumns)} FROM ${sums} ORDER BY dimension, day, value) TO ${toText(temporary.sums)} (${sumsFormat})`,
    );
    const [counts] = await connection.read<{ hits: string; visits: string }>(
      `SELECT (SELECT count(*) FROM read_parquet(${toText(temporary.hits)})) AS hits,
              (SELECT count(*) FROM read_parquet(${toText(temporary.visits)})) AS visits`,
    );
    const bytes =
      (await flush(temporary.visits)) + (await flush(temporary.hits)) + (await flush(temporary.sums));
    await rename(temporary.visits, files.visits);
    await rename(temporary.sums, files.sums);
    await rename(temporary.hits, files.hits);
    await flush(dirname(files.hits));
    return { name, hits: Number(counts?.hits), visits: Number(counts?.visits), bytes };
  } catch (error) {
    for (const file of [...Object.values(temporary), ...Object.values(files)])
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
