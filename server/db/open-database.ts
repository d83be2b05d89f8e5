import type { Config } from '../config.ts';
import { attachEmbedded, startEmbedded } from './embedded/embedded.ts';

export interface OpenDatabase {
  url: string;
  /** Connects with the role that owns the tables, for schema changes. */
  ownerUrl: string;
  isEmbedded: boolean;
  stop: () => Promise<void>;
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir' | 'workers'>;

/** Upper bound for the pools, jobs and notifications of one process, with some spare. */
const connectionsPerProcess = 20;
const connectionsMin = 60;

/** Opens the database of DATABASE_URL, or starts the embedded one in DATA_DIR. */
export async function startDatabase(
  settings: DatabaseSettings,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  if (settings.databaseUrl !== undefined)
    return openExternal(settings.databaseUrl, settings.databaseOwnerUrl);
  const embedded = await startEmbedded({
    dataDir: settings.dataDir,
    log,
    settings: {
      max_connections: String(Math.max(connectionsMin, connectionsPerProcess * (settings.workers + 1))),
    },
  });
  return { url: embedded.url, ownerUrl: embedded.url, isEmbedded: true, stop: () => embedded.stop() };
}

/**
 * For commands: opens the database of DATABASE_URL, or the embedded one, which is started unless a server runs it.
 * Commands connect with the role that owns the tables.
 */
export async function attachOrStartDatabase(
  settings: DatabaseSettings,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  if (settings.databaseUrl !== undefined)
    return openExternal(settings.databaseOwnerUrl ?? settings.databaseUrl);
  const running = await attachEmbedded({ dataDir: settings.dataDir });
  if (!running) return startDatabase(settings, log);
  return { url: running.url, ownerUrl: running.url, isEmbedded: true, stop: () => running.stop() };
}

function openExternal(url: string, ownerUrl = url): OpenDatabase {
  return { url, ownerUrl, isEmbedded: false, stop: async () => {} };
}
