import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import {
  type BackupHeader,
  backupHeader,
  endOfRows,
  lastLine,
  tableEndLine,
  tableLine,
} from './backup-format.ts';
import type { Table } from './tables.ts';
import { LineReader } from './line-reader.ts';

export interface BackupTable {
  table: Table;
  /** Rows as COPY writes them. Throws at its end when they are not what was written. */
  data: AsyncIterable<Buffer>;
}

interface BackupConsumer {
  begin?: (header: BackupHeader) => Promise<void>;
  /** Has to read all of the data. */
  takeTable: (table: BackupTable) => Promise<void>;
}

/** Reads a backup from its first byte to its last. Throws when it is not whole; how far it got shows in what was taken. */
export async function readBackupFile(file: string, consumer: BackupConsumer): Promise<BackupHeader> {
  const input = createReadStream(file);
  const plain: Readable = pipeline(input, createGunzip(), new PassThrough(), () => {});
  const text = new LineReader(plain);
  const blaming = blameFile(file);
  try {
    const header = await blaming(async () => parseLine(backupHeader, await text.readLine()));
    await consumer.begin?.(header);
    for (let tables = 0; ; tables += 1) {
      const line = await blaming(async () => parseLine(tableLine.or(lastLine), await text.readLine()));
      if ('table' in line) {
        await consumer.takeTable({ table: line.table, data: readRows(text, blaming) });
        continue;
      }
      await blaming(async () => {
        if (line.tables !== tables) throw new Error('a table is missing');
        await text.requireEnd();
      });
      return header;
    }
  } finally {
    input.destroy();
    plain.destroy();
  }
}

type Blaming = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Tells a fault of the file from one of those who use what it holds. */
function blameFile(file: string): Blaming {
  return async (work) => {
    try {
      return await work();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
        throw new Error(`There is no file ${file}.`, { cause });
      throw new Error(`${file} is not a whole backup (${why}). Nothing was changed.`, { cause });
    }
  };
}

async function* readRows(text: LineReader, blaming: Blaming): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  const blocks = text.readLinesUntil(endOfRows);
  for (;;) {
    const block = await blaming(() => blocks.next());
    if (block.done) break;
    digest.update(block.value);
    yield block.value;
  }
  await blaming(async () => {
    const { sha256 } = parseLine(tableEndLine, await text.readLine());
    if (sha256 !== digest.digest('hex')) throw new Error('its digests do not agree');
  });
}

function parseLine<Shape extends z.ZodType>(shape: Shape, line: string): z.infer<Shape> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error('it holds something else');
  }
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw new Error('it holds something else');
  return parsed.data;
}
