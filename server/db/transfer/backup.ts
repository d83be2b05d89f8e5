import { renameSync, rmSync, statSync } from 'node:fs';
import type { BackupHeader } from './backup-format.ts';
import { writeBackupFile } from './backup-writer.ts';
import { inSnapshot, withConnection } from './connection.ts';
import { copyOut } from './copy-out.ts';
import { findSchemaVersion } from './schema-version.ts';
import { findStoreId, listOnlyCopies } from './segment-files.ts';
import { listBackupTables, listPartitions, listSequences, toCopyOut } from './tables.ts';

export interface BackupOptions {
  url: string;
  file: string;
  /** The segment store of this machine. */
  segmentsFolder: string;
  secretFingerprint: string;
  now: Date;
  print: (line: string) => void;
}

export interface BackupSummary {
  rows: number;
  tables: number;
  /** Segments of days whose raw events were dropped. */
  segments: number;
  bytes: number;
}

/**
 * Writes a consistent snapshot of the whole database to one file, while servers may be running. The file gets its final
 * name only when it is complete.
 */
export async function backUpDatabase(options: BackupOptions): Promise<BackupSummary> {
  const { url, file, segmentsFolder, secretFingerprint, now, print } = options;
  if (statSync(file, { throwIfNoEntry: false }))
    throw new Error(`The file ${file} already exists. Choose another name.`);
  const draft = `${file}.partial`;
  rmSync(draft, { force: true });
  try {
    const counted = await withConnection(url, async (client) => {
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
        let rows = 0;
        async function* readTables() {
          for (const table of tables) {
            const data = copyOut(client, toCopyOut(table));
            yield { table, data };
            rows += data.rows;
            print(`${table.name}: ${data.rows.toLocaleString('en')} rows`);
          }
        }
        const storeId = findStoreId(segmentsFolder);
        const list = storeId === undefined ? [] : await listOnlyCopies(client, storeId);
        await writeBackupFile(draft, {
          header,
          tables: readTables(),
          segments: { folder: segmentsFolder, list },
        });
        if (list.length > 0) print(`segments of days without raw events: ${list.length}`);
        return { rows, tables: tables.length, segments: list.length };
      });
    });
    renameSync(draft, file);
    return { ...counted, bytes: statSync(file).size };
  } finally {
    rmSync(draft, { force: true });
  }
}
