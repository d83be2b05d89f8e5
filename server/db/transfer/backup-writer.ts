import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type BackupHeader, endOfRows } from './backup-format.ts';
import type { CopyOut } from './copy-out.ts';
import type { Table } from './tables.ts';

// Higher levels take three times as long for a tenth less.
const compressionLevel = 3;

/** Writes a new file that only its owner can read. Throws if the file exists. */
export async function writeBackupFile(
  file: string,
  header: BackupHeader,
  tables: AsyncIterable<{ table: Table; data: CopyOut }>,
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
    yield toLine({ end: true, tables: count });
  }
  // Flushed to the disk, so that a power cut cannot lose a backup that was reported as complete.
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(contents(), createGzip({ level: compressionLevel }), output);
}

function toLine(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
