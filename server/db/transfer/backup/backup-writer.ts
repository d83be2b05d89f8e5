import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { CopyOut } from '../copy-out.ts';
import type { Table } from '../tables.ts';
import { type BackupHeader, endOfRows } from './backup-format.ts';
import { type Segment, segmentParts, toSegmentPath } from './segment-files.ts';

// Higher levels take three times as long for a tenth less.
const compressionLevel = 3;

/** A line of 64 kB once it is base64. */
const segmentLineBytes = 48 * 1024;

interface BackupContents {
  header: BackupHeader;
  tables: AsyncIterable<{ table: Table; data: CopyOut }>;
  /** Where the files are, and which; asked for after the tables. */
  segments: { folder: string; list: AsyncIterable<Segment> };
}

/** Writes a new file that only its owner can read. Throws if the file exists. */
export async function writeBackupFile(
  file: string,
  { header, tables, segments }: BackupContents,
  signal?: AbortSignal,
): Promise<void> {
  async function* contents() {
    yield toLine(header);
    let count = 0;
    for await (const { table, data } of tables) {
      yield toLine({ table });
      const digest = createHash('sha256');
      for await (const chunk of data) {
        digest.update(chunk);
        yield chunk;
      }
      yield endOfRows;
      yield toLine({ rows: data.rows, sha256: digest.digest('hex') });
      count += 1;
    }
    let files = 0;
    for await (const segment of segments.list) {
      for (const part of segmentParts) {
        yield toLine({ segment, part });
        yield* encodeFile(toSegmentPath(segments.folder, segment, part));
        files += 1;
      }
    }
    yield toLine({ end: true, tables: count, files });
  }
  // Flushed to the disk, so that a power cut cannot lose a backup that was reported as complete.
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(contents(), createGzip({ level: compressionLevel }), output, signal ? { signal } : {});
}

async function* encodeFile(path: string): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: segmentLineBytes })) {
    if (!(chunk instanceof Buffer)) throw new Error(`${path} was read as text`);
    digest.update(chunk);
    bytes += chunk.length;
    yield Buffer.from(`${chunk.toString('base64')}\n`, 'latin1');
  }
  yield endOfRows;
  yield toLine({ bytes, sha256: digest.digest('hex') });
}

function toLine(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
