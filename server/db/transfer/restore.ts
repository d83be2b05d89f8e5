import type pg from 'pg';
import type { Tx } from '../client.ts';
import { migrateDatabase } from '../migrate.ts';
import type { BackupHeader } from './backup-format.ts';
import { readBackupFile } from './backup-reader.ts';
import { copyIn } from './copy-in.ts';
import { type EndedAccess, endAccess, listReturned, type ReturnedAccess } from './end-access.ts';
import { requireEmpty, requireUnserved } from './guards.ts';
import { findSchemaVersion, listSchemaVersions, withMigrationsUpTo } from './schema-version.ts';
import { inSession, inTransaction } from './session.ts';
import { listTables, makePartitions, setSequences, toCopyIn, vacuumTables } from './tables.ts';

export interface RestoreOptions {
  url: string;
  file: string;
  migrationsFolder: string;
  /** Of the app secret this installation has; undefined: whichever the backup was made under. */
  secretMark: string | undefined;
  /** Runs after the last migration, under its lock. */
  afterwards: (owner: Tx) => Promise<void>;
  say: (line: string) => void;
}

export interface Restored {
  rows: number;
  tables: number;
  madeAt: string;
  ended: EndedAccess;
  returned: ReturnedAccess;
}

/**
 * Loads a backup into an empty database: migrates the database to the backup's schema version, loads all rows in one
 * transaction, and then runs the later migrations, so that they also change the loaded rows. The whole file is checked
 * before anything is changed. The transaction that loads the backup also ends its sessions, links, viewer cookies and
 * known browsers.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<Restored> {
  const { url, file, migrationsFolder, say, afterwards } = options;
  say('Checking the file.');
  const header = await readBackupFile(file, { takeTable: drain });
  requireKnown(header, options);
  await inSession(url, (client) => requireReady(client, header));
  const nothingMore = async () => {};
  await withMigrationsUpTo(migrationsFolder, header.schema_version, (folder) =>
    migrateDatabase({ url, migrationsFolder: folder, log: say, afterwards: nothingMore }),
  );
  const restored = await inSession(url, async (client) => {
    await requireReady(client, header);
    return inTransaction(client, () => loadEverything(client, options));
  });
  await migrateDatabase({ url, migrationsFolder, log: say, afterwards });
  const returned = await inSession(url, async (client) => {
    await vacuumTables(client, await listTables(client), say);
    return listReturned(client);
  });
  return { ...restored, returned };
}

async function drain({ data }: { data: AsyncIterable<Buffer> }): Promise<void> {
  for await (const _ of data);
}

function requireKnown(header: BackupHeader, { migrationsFolder, secretMark }: RestoreOptions): void {
  if (!listSchemaVersions(migrationsFolder).includes(header.schema_version)) {
    throw new Error('The backup was made by a newer release. Restore it with that one. Nothing was changed.');
  }
  if (secretMark !== undefined && secretMark !== header.secret_mark) {
    throw new Error(
      'The backup was made under another APP_SECRET: under the present one its access keys open nothing. Put that secret in place first, or restore with --secret lost and give every company a new key. Nothing was changed.',
    );
  }
}

async function requireReady(client: pg.Client, header: BackupHeader): Promise<void> {
  await requireUnserved(client, 'this database');
  await requireEmpty(client, 'This database');
  const version = await findSchemaVersion(client);
  if (version !== undefined && version > header.schema_version) {
    throw new Error(
      'This database has a newer schema than the backup, which therefore does not fit. Restore into a new, empty database. Nothing was changed.',
    );
  }
}

async function loadEverything(client: pg.Client, { file, say }: RestoreOptions) {
  const restored = { rows: 0, tables: 0 };
  const ours: ReadonlySet<string> = new Set((await listTables(client)).map(({ name }) => name));
  const header = await readBackupFile(file, {
    begin: ({ partitions }) => makePartitions(client, partitions),
    takeTable: async ({ table, data }) => {
      // The embedded database is ours as its owner: a file made by somebody else must not write into the system's tables.
      if (!ours.has(table.name))
        throw new Error(`There is no table ${table.name} in the product. Nothing was changed.`);
      const rows = await copyIn(client, toCopyIn(table), data);
      restored.rows += rows;
      restored.tables += 1;
      say(`${table.name}: ${rows.toLocaleString('en')} rows`);
    },
  });
  await setSequences(client, header.sequences);
  return { ...restored, madeAt: header.made_at, ended: await endAccess(client, ours, new Date()) };
}
