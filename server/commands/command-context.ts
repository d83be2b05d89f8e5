import { type Db, openDb } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { joinDatabase } from '../db/open-database.ts';
import { ensurePartitions } from '../features/tracking/partitions/partitions.ts';
import { findFolders } from '../paths.ts';
import { loadSecrets } from '../secrets.ts';
import type { Terminal } from './command.ts';

export interface CommandContext {
  db: Db;
  appSecret: string;
}

/** Runs `work` with the migrated database: the running server's, or one started for the command. */
export async function withCommandContext(
  { config, log }: Terminal,
  work: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const { appSecret } = loadSecrets(config);
  const database = await joinDatabase(config, log);
  try {
    await migrateDatabase({
      url: database.url,
      migrationsFolder: findFolders().migrations,
      log,
      afterwards: (owner) => ensurePartitions(owner, new Date()),
    });
    const db = openDb({ url: database.url, onError: (error) => log(error.message), connectionsMax: 4 });
    try {
      await work({ db, appSecret });
    } finally {
      await db.close();
    }
  } finally {
    await database.stop();
  }
}
