import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import type { Table } from '../tables.ts';
import {
  type BackupHeader,
  backupHeader,
  endOfRows,
  lastLine,
  segmentEndLine,
  segmentLine,
  tableEndLine,
  tableLine,
} from './backup-format.ts';
import { LineReader } from './line-reader.ts';
import type { Segment, SegmentPart } from './segment-files.ts';

export interface BackupTable {
  table: Table;
  /** Rows in the format of COPY. Throws at its end if their checksum or number does not match. */
  data: AsyncIterable<Buffer>;
}

export interface BackupSegmentFile {
  segment: Segment;
  part: SegmentPart;
  /** The bytes of the file. Throws at its end if their checksum or number does not match. */
  data: AsyncIterable<Buffer>;
}

interface BackupConsumer {
  onHeader?: (header: BackupHeader) => Promise<void>;
  /** Must read all of the data. */
  onTable: (table: BackupTable) => Promise<void>;
  /** Must read all of the data. Called after the tables. */
  onSegmentFile: (file: BackupSegmentFile) => Promise<void>;
}

/**
 * Reads a backup from start to end. Throws if it is not complete, possibly after some tables were passed to
 * `onTable`.
 */
export async function readBackupFile(
  file: string,
  consumer: BackupConsumer,
  signal?: AbortSignal,
): Promise<BackupHeader> {
  const input = createReadStream(file, signal ? { signal } : {});
  const plain: Readable = pipeline(input, createGunzip(), new PassThrough(), () => {});
  const text = new LineReader(plain);
  const asFileError = createFileErrorWrapper(file);
  try {
    const header = await asFileError(async () => parseLine(backupHeader, await text.readLine()));
    await consumer.onHeader?.(header);
    const read = { tables: 0, files: 0 };
    for (;;) {
      const line = await asFileError(async () =>
        parseLine(tableLine.or(segmentLine).or(lastLine), await text.readLine()),
      );
      if ('table' in line) {
        await consumer.onTable({ table: line.table, data: readRows(text, asFileError) });
        read.tables += 1;
        continue;
      }
      if ('segment' in line) {
        await consumer.onSegmentFile({ ...line, data: readBytes(text, asFileError) });
        read.files += 1;
        continue;
      }
      await asFileError(async () => {
        if (line.tables !== read.tables) throw new Error('a table is missing');
        if (line.files !== read.files) throw new Error('a segment is missing');
        await text.requireEnd();
      });
      return header;
    }
  } finally {
    input.destroy();
    plain.destroy();
  }
}

type FileErrorWrapper = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Marks errors of the file, as opposed to errors of the code that uses its content. */
function createFileErrorWrapper(file: string): FileErrorWrapper {
  return async (work) => {
    try {
      return await work();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
        throw new Error(`There is no file ${file}.`, { cause });
      throw new Error(`${file} is not a complete backup (${reason}). Nothing was changed.`, { cause });
    }
  };
}

async function* readRows(text: LineReader, asFileError: FileErrorWrapper): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  const blocks = text.readLinesUntil(endOfRows);
  let lines = 0;
  for (;;) {
    const block = await asFileError(() => blocks.next());
    if (block.done) break;
    digest.update(block.value);
    lines += countLines(block.value);
    yield block.value;
  }
  await asFileError(async () => {
    const { sha256, rows } = parseLine(tableEndLine, await text.readLine());
    if (sha256 !== digest.digest('hex')) throw new Error('a checksum does not match');
    if (rows !== lines) throw new Error('a number of rows does not match');
  });
}

const newline = 0x0a;

/** COPY writes a line break within a value as two characters, so that each row is one line. */
export function countLines(block: Buffer): number {
  let count = 0;
  for (let at = block.indexOf(newline); at !== -1; at = block.indexOf(newline, at + 1)) count += 1;
  return count;
}

/** Decodes the lines of base64. Each was encoded separately. */
async function* readBytes(text: LineReader, asFileError: FileErrorWrapper): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  const blocks = text.readLinesUntil(endOfRows);
  let count = 0;
  for (;;) {
    const block = await asFileError(() => blocks.next());
    if (block.done) break;
    for (const line of block.value.toString('latin1').split('\n')) {
      const bytes = Buffer.from(line, 'base64');
      digest.update(bytes);
      count += bytes.length;
      if (bytes.length > 0) yield bytes;
    }
  }
  await asFileError(async () => {
    const { sha256, bytes } = parseLine(segmentEndLine, await text.readLine());
    if (sha256 !== digest.digest('hex')) throw new Error('a checksum does not match');
    if (bytes !== count) throw new Error('a size does not match');
  });
}

function parseLine<Shape extends z.ZodType>(shape: Shape, line: string): z.infer<Shape> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error('it has unexpected content');
  }
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw new Error('it has unexpected content');
  return parsed.data;
}
