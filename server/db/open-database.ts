import type { Config } from '../config.ts';
import { attachEmbedded, startEmbedded } from './embedded/embedded.ts';

export interface OpenDatabase {
  url: string;
  /** The same database as the role that owns its tables: for migrations and other changes of the schema. */
  ownerUrl: string;
  isEmbedded: boolean;
  stop: () => Promise<void>;
}

type Where = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir' | 'workers'>;

/** What one process may open at most, with some to spare: its pools, its jobs, its ear for changes. */
const connectionsAProcess = 20;
const connectionsMin = 60;

/** The server's database: the one DATABASE_URL names, or the embedded one, started in DATA_DIR. */
export async function startDatabase(where: Where, log: (line: string) => void): Promise<OpenDatabase> {
  if (where.databaseUrl !== undefined) return external(where.databaseUrl, where.databaseOwnerUrl);
  const embedded = await startEmbedded({
    dataDir: where.dataDir,
    log,
    settings: {
      max_connections: String(Math.max(connectionsMin, connectionsAProcess * (where.workers + 1))),
    },
  });
  return { url: embedded.url, ownerUrl: embedded.url, isEmbedded: true, stop: () => embedded.stop() };
}

/**
 * The database for a command: beside a running server its database, otherwise one started for the while. Commands
 * come from the operator and work as the owner.
 */
export async function joinDatabase(where: Where, log: (line: string) => void): Promise<OpenDatabase> {
  if (where.databaseUrl !== undefined) return external(where.databaseOwnerUrl ?? where.databaseUrl);
  const running = await attachEmbedded({ dataDir: where.dataDir });
  if (!running) return startDatabase(where, log);
  return { url: running.url, ownerUrl: running.url, isEmbedded: true, stop: () => running.stop() };
}

function external(url: string, ownerUrl = url): OpenDatabase {
  return { url, ownerUrl, isEmbedded: false, stop: async () => {} };
}
