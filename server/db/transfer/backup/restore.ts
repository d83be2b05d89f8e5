import type pg from 'pg';
import type { Tx } from '../../client.ts';
import { migrateDatabase } from '../../migrate.ts';
import { inTransaction, withConnection } from '../connection.ts';
import { copyIn } from '../copy-in.ts';
import { requireEmpty, requireNoServer } from '../guards.ts';
import { findSchemaVersion, listSchemaVersions, withMigrationsUpTo } from '../schema-version.ts';
import { createPartitions, listBackupTables, setSequences, toCopyIn, vacuumTables } from '../tables.ts';
import type { BackupHeader } from './backup-format.ts';
import { readBackupFile } from './backup-reader.ts';
import {
  type EndedSessions,
  endRestoredSessions,
  listRestoredAccess,
  type RestoredAccess,
} from './restored-access.ts';
import { requireEmptyStore, SegmentRestore } from './segment-restore.ts';

export interface RestoreOptions {
  url: string;
  file: string;
  /** The segment store of this machine. Must be empty. */
  segmentsFolder: string;
  migrationsFolder: string;
  /** The fingerprint of this installation's app secret. Undefined: accepts a backup with any app secret. */
  secretFingerprint: string | undefined;
  /** Runs after the last migration, under its lock. */
  afterwards: (owner: Tx) => Promise<void>;
  print: (line: string) => void;
}

export interface RestoreSummary {
  rows: number;
  tables: number;
  segments: number;
  madeAt: string;
  ended: EndedSessions;
  restoredAccess: RestoredAccess;
}

/**
 * Loads a backup into an empty database: migrates the database to the backup's schema version, loads all rows in one
 * transaction, and then runs the later migrations, so that they also change the loaded rows. Segments of days without raw
 * events are written into the segment store of this machine. The whole file is checked before anything is changed. The transaction that loads the backup also ends its sessions, links, viewer cookies and
 * known browsers.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<RestoreSummary> {
  const { url, file, segmentsFolder, migrationsFolder, print, afterwards } = options;
  print('Checking the file.');
  const header = await readBackupFile(file, { onTable: skipData, onSegmentFile: skipData });
  requireCompatible(header, options);
  requireEmptyStore(segmentsFolder);
  await withConnection(url, (client) => requireReady(client, header));
  const doNothing = async () => {};
  await withMigrationsUpTo(migrationsFolder, header.schema_version, (folder) =>
    migrateDatabase({ url, migrationsFolder: folder, log: print, afterwards: doNothing }),
  );
  const restored = await withConnection(url, async (client) => {
    await requireReady(client, header);
    const segments = new SegmentRestore(segmentsFolder);
    try {
      return await inTransaction(client, () => loadEverything(client, options, segments));
    } catch (error) {
      segments.undo();
      throw error;
    }
  });
  await migrateDatabase({ url, migrationsFolder, log: print, afterwards });
  const restoredAccess = await withConnection(url, async (client) => {
    await vacuumTables(client, await listBackupTables(client), print);
    return listRestoredAccess(client, new Date());
  });
  return { ...restored, restoredAccess };
}

async function skipData({ data }: { data: AsyncIterable<Buffer> }): Promise<void> {
  for await (const _ of data);
}

function requireCompatible(
  header: BackupHeader,
  { migrationsFolder, secretFingerprint }: RestoreOptions,
): void {
  if (!listSchemaVersions(migrationsFolder).includes(header.schema_version)) {
    throw new Error(
      'The backup was made by a newer release. Restore it with that release. Nothing was changed.',
    );
  }
  if (secretFingerprint !== undefined && secretFingerprint !== header.secret_mark) {
    throw new Error(
      'The backup was made with another APP_SECRET. With the current one its access keys do not work. Restore that secret first, or run db restore with --secret lost and replace the key of every company. Nothing was changed.',
    );
  }
}

async function requireReady(client: pg.Client, header: BackupHeader): Promise<void> {
  await requireNoServer(client, 'this database');
  await requireEmpty(client, 'This database');
  const version = await findSchemaVersion(client);
  if (version !== undefined && version > header.schema_version) {
    throw new Error(
      'This database has a newer schema than the backup. Restore the backup into a new, empty database. Nothing was changed.',
    );
  }
}

async function loadEverything(client: pg.Client, { file, print }: RestoreOptions, segments: SegmentRestore) {
  const restored = { rows: 0, tables: 0 };
  const tableNames: ReadonlySet<string> = new Set((await listBackupTables(client)).map(({ name }) => name));
  const header = await readBackupFile(file, {
    onHeader: ({ partitions }) => createPartitions(client, partitions),
    onTable: async ({ table, data }) => {
      // Our role owns the embedded database, so a forged file could otherwise write to system tables.
      if (!tableNames.has(table.name))
        throw new Error(`There is no table ${table.name} in the product. Nothing was changed.`);
      const rows = await copyIn(client, toCopyIn(table), data);
      restored.rows += rows;
      restored.tables += 1;
      print(`${table.name}: ${rows.toLocaleString('en')} rows`);
    },
    onSegmentFile: (segmentFile) => segments.write(segmentFile),
  });
  await setSequences(client, header.sequences);
  return {
    ...restored,
    segments: await segments.list(client),
    madeAt: header.made_at,
    ended: await endRestoredSessions(client, tableNames, new Date()),
  };
}
