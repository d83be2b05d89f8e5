import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type pg from 'pg';
import { lockForSession, unlockForSession } from '../../locks.ts';
import { inSnapshot, withConnection } from '../connection.ts';
import { copyOut } from '../copy-out.ts';
import { findSchemaVersion } from '../schema-version.ts';
import { listBackupTables, listPartitions, listSequences, toCopyOut } from '../tables.ts';
import type { BackupHeader } from './backup-format.ts';
import { writeBackupFile } from './backup-writer.ts';
import { findStoreId, listOnlyCopies, type Segment } from './segment-files.ts';

/** Follows the name of a file that is not complete. */
export const draftSuffix = '.partial';

export interface BackupOptions {
  url: string;
  file: string;
  /** The segment store of this machine. */
  segmentsFolder: string;
  secretFingerprint: string;
  now: Date;
  print: (line: string) => void;
  /** Ends the work early; the incomplete file is deleted. */
  signal?: AbortSignal;
  /** Runs before the complete file gets its final name. If it throws, the file is deleted. */
  check?: (draft: string, written: Omit<BackupSummary, 'bytes'>) => Promise<void>;
}

export interface BackupSummary {
  rows: number;
  tables: number;
  /** The rows of each table. */
  rowsOf: ReadonlyMap<string, number>;
  /** Segments of days whose raw events were dropped. */
  segments: number;
  bytes: number;
}

/**
 * Writes a consistent snapshot of the whole database to one file, while servers may be running. The file gets its final
 * name only when it is complete.
 */
export async function backUpDatabase(options: BackupOptions): Promise<BackupSummary> {
  const { url, file, check, signal } = options;
  if (statSync(file, { throwIfNoEntry: false }))
    throw new Error(`The file ${file} already exists. Choose another name.`);
  const draft = `${file}${draftSuffix}`;
  rmSync(draft, { force: true });
  try {
    const counted = await withConnection(url, (client) =>
      // Segments are read in a separate transaction, after the tables.
      withConnection(url, (segmentsClient) => writeDraft(draft, { client, segmentsClient }, options)),
    );
    await check?.(draft, counted);
    signal?.throwIfAborted();
    renameSync(draft, file);
    flushFolder(dirname(file));
    return { ...counted, bytes: statSync(file).size };
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Without it a power cut could lose the name of a file whose content is on the disk. */
function flushFolder(folder: string): void {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

async function writeDraft(
  draft: string,
  { client, segmentsClient }: { client: pg.Client; segmentsClient: pg.Client },
  { segmentsFolder, secretFingerprint, now, print, signal }: BackupOptions,
): Promise<Omit<BackupSummary, 'bytes'>> {
  const tables = await listBackupTables(client);
  const lock = { tables: tables.map(({ name }) => name), mode: 'ACCESS SHARE' } as const;
  return inSnapshot(client, lock, async () => {
    const schemaVersion = await findSchemaVersion(client);
    if (schemaVersion === undefined)
      throw new Error('There is nothing to back up: the database has no tables.');
    const header: BackupHeader = {
      northlight: 'backup',
      format: 2,
      made_at: now.toISOString(),
      schema_version: schemaVersion,
      secret_mark: secretFingerprint,
      partitions: await listPartitions(client),
      sequences: await listSequences(client),
    };
    const rowsOf = new Map<string, number>();
    const counted = { rows: 0, tables: tables.length, segments: 0, rowsOf };
    async function* readTables() {
      for (const table of tables) {
        const data = copyOut(client, toCopyOut(table));
        yield { table, data };
        counted.rows += data.rows;
        rowsOf.set(table.name, data.rows);
        print(`${table.name}: ${data.rows.toLocaleString('en')} rows`);
      }
    }
    async function* readSegments() {
      for await (const segment of listLockedSegments(segmentsClient, segmentsFolder)) {
        yield segment;
        counted.segments += 1;
      }
      if (counted.segments > 0) print(`segments of days without raw events: ${counted.segments}`);
    }
    const segments = { folder: segmentsFolder, list: readSegments() };
    await writeBackupFile(draft, { header, tables: readTables(), segments }, signal);
    return counted;
  });
}

/**
 * Keeps the server from replacing segments while they are read. Events that were dropped before the tables were read
 * are in segments that are listed now, whatever was merged since.
 */
async function* listLockedSegments(client: pg.Client, folder: string): AsyncGenerator<Segment> {
  const storeId = findStoreId(folder);
  if (storeId === undefined) return;
  const lock = { lock: 'segments', storeId } as const;
  // A server that is building them ends with the current dataset.
  await client.query('SET lock_timeout = 0');
  await lockForSession(client, lock);
  try {
    yield* await listOnlyCopies(client, storeId);
  } finally {
    await unlockForSession(client, lock);
  }
}
