import { type Db, openDb } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { attachOrStartDatabase } from '../db/open-database.ts';
import { ensurePartitions } from '../features/tracking/partitions/partitions.ts';
import { resolveFolders } from '../paths.ts';
import { loadSecrets } from '../secrets.ts';
import type { CommandEnvironment } from './command.ts';

/** Commands raise the statement timeout for searches of all events, to 30 minutes at most: wait longer than that. */
const answerMaxMs = 31 * 60_000;

export interface CommandContext {
  db: Db;
  /** Connects with the role that owns the tables. */
  ownerUrl: string;
  databaseUrl: string;
  appSecret: string;
}

/**
 * Runs `work` on the migrated database and closes the connection afterwards. Uses the embedded database of a running
 * server, or starts one.
 */
export async function withCommandContext(
  { config, log }: CommandEnvironment,
  work: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const { appSecret } = loadSecrets(config);
  const database = await attachOrStartDatabase(config, log);
  try {
    await migrateDatabase({
      url: database.url,
      migrationsFolder: resolveFolders().migrations,
      log,
      afterwards: (owner) => ensurePartitions(owner, new Date()),
    });
    const onError = (error: Error) => log(error.message);
    const db = openDb({ url: database.url, onError, connectionsMax: 4, answerMaxMs });
    try {
      await work({ db, ownerUrl: database.ownerUrl, databaseUrl: database.url, appSecret });
    } finally {
      await db.close();
    }
  } finally {
    await database.stop();
  }
}
