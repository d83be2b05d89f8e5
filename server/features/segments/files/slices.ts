import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopyClient } from '../../../db/snapshot.ts';
import { copyRowsOut } from '../../../db/transfer/copy-out.ts';
import type { SegmentLimits } from '../segment-limits.ts';

/**
 * Rows that are loaded and divided into visits together. All rows of a visitor on a day are in one slice, so that the
 * memory for a day depends on the size of a slice and not on the day.
 */
export interface Slice {
  /** CSV files in the order of the export's columns. */
  files: string[];
  rows: number;
  bytes: number;
}

/** The size of rows in memory before they are appended to the files. */
const bufferedBytesMax = 16 * 1024 * 1024;

export type SliceLimits = Pick<SegmentLimits, 'sliceRows' | 'sliceBytes'>;

interface Bucket extends Slice {
  key: string;
  file: string;
  buffered: Buffer[];
  bufferedBytes: number;
}

/** Where the rows of a local day go: days of the same group are divided together into a number of files. */
export type ToGroup = (day: string) => { group: string; files: number };

export interface Exported {
  rows: number;
  bytes: number;
  /** In the order of their groups. */
  slices: Slice[];
}

interface ExportOptions {
  folder: string;
  /** The names of the files begin with it. */
  name: string;
  toGroup: ToGroup;
  limits: SliceLimits;
  /** Called with the bytes so far; throws to stop. */
  onProgress?: (bytes: number) => void;
}

/** Writes the output of a COPY statement of `export.queries.ts` into files of a folder, and returns them in slices. */
export async function exportSlices(
  client: CopyClient,
  statement: string,
  { folder, name, toGroup, limits, onProgress }: ExportOptions,
): Promise<Exported> {
  const buckets = new Map<string, Bucket>();
  let bufferedBytes = 0;
  let rows = 0;
  let bytes = 0;
  const flush = async () => {
    for (const bucket of buckets.values()) {
      if (bucket.bufferedBytes === 0) continue;
      await appendFile(bucket.file, Buffer.concat(bucket.buffered, bucket.bufferedBytes), { mode: 0o600 });
      bucket.buffered = [];
      bucket.bufferedBytes = 0;
    }
    bufferedBytes = 0;
  };
  for await (const block of copyRowsOut(client, statement)) {
    for (const row of block) {
      const key = toBucketKey(row, rows, toGroup);
      let bucket = buckets.get(key);
      if (!bucket) {
        const file = join(folder, `${name}-${buckets.size}.csv`);
        bucket = { key, file, files: [file], rows: 0, bytes: 0, buffered: [], bufferedBytes: 0 };
        buckets.set(key, bucket);
      }
      bucket.buffered.push(row);
      bucket.bufferedBytes += row.length;
      bucket.bytes += row.length;
      bucket.rows += 1;
      bufferedBytes += row.length;
      bytes += row.length;
      rows += 1;
    }
    onProgress?.(bytes);
    if (bufferedBytes >= bufferedBytesMax) await flush();
  }
  const ordered = [...buckets.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  // Nearly always: one small file is read faster than several.
  if (bufferedBytes === bytes && rows > 0 && rows <= limits.sliceRows && bytes <= limits.sliceBytes) {
    const file = join(folder, `${name}.csv`);
    await writeFile(file, Buffer.concat(ordered.flatMap(({ buffered }) => buffered)), { mode: 0o600 });
    return { rows, bytes, slices: [{ files: [file], rows, bytes }] };
  }
  await flush();
  return { rows, bytes, slices: toSlices(ordered, limits) };
}

const comma = 44;

/** The keys of the buckets sort by group. A row without a visitor may be in any bucket of its group. */
function toBucketKey(row: Buffer, index: number, toGroup: ToGroup): string {
  const dayEnd = row.indexOf(comma);
  const visitorEnd = row.indexOf(comma, dayEnd + 1);
  const { group, files } = toGroup(row.toString('latin1', 0, dayEnd));
  if (files <= 1) return group;
  // A visitor is a random number of 64 bits, whose last digits are as random as all of it.
  const hasVisitor = visitorEnd > dayEnd + 1;
  const digits = hasVisitor
    ? Number(row.toString('latin1', Math.max(dayEnd + 1, visitorEnd - 6), visitorEnd))
    : index;
  return `${group} ${String(Math.abs(digits) % files).padStart(4, '0')}`;
}

function toSlices(buckets: readonly Slice[], limits: SliceLimits): Slice[] {
  const slices: Slice[] = [];
  for (const { files, rows, bytes } of buckets) {
    const slice = slices.at(-1);
    const fits = slice && slice.rows + rows <= limits.sliceRows && slice.bytes + bytes <= limits.sliceBytes;
    if (fits) {
      slice.files.push(...files);
      slice.rows += rows;
      slice.bytes += bytes;
    } else slices.push({ files: [...files], rows, bytes });
  }
  return slices;
}
