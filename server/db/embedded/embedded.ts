import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Binaries, requireBinaries } from './binaries.ts';
import { appRole, databaseName, ensureCluster, readPassword, superuser } from './cluster.ts';
import {
  type ClusterLocation,
  copiesFolder,
  locateCluster,
  postgresFolder,
  prepareLocation,
} from './cluster-location.ts';
import { isFolderLocked, lockFolder } from './folder-lock.ts';
import {
  chooseAddress,
  launchServer,
  type PostgresServer,
  readPostmaster,
  type ServerAddress,
  stopOrphanedServer,
  stopServer,
} from './postgres-server.ts';
import { isServerRunning } from './process.ts';
import { defaultSettings } from './settings.ts';

export interface EmbeddedDatabase {
  /** Connects as the role that owns the product's database. */
  url: string;
  /** Connects as PostgreSQL's superuser. Only for tests and operators. */
  adminUrl: string;
  /** Whether PostgreSQL was already running: started by another process, or left behind by a killed one. */
  wasRunning: boolean;
  stop(): Promise<void>;
}

interface StartOptions {
  dataDir: string;
  log: (line: string) => void;
  settings?: Record<string, string>;
}

/**
 * Starts PostgreSQL on a data folder and keeps it running until `stop`. Creates the database if it does not exist.
 * Throws if another process uses the folder.
 */
export async function startEmbedded(options: StartOptions): Promise<EmbeddedDatabase> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(options.dataDir);
  const lock = lockFolder(postgresFolder(dataDir));
  try {
    const { log } = options;
    const location = prepareLocation(dataDir, log);
    const binaries = requireBinaries({
      account: location.account,
      copiesFolder: copiesFolder(location),
      log,
    });
    await ensureCluster(location, binaries, log);
    const wasRunning = await stopOrphanedServer(location.cluster, log);
    const address = await chooseAddress(location);
    const settings = { ...defaultSettings, ...options.settings };
    const server = await keepRunning({ location, binaries, address, settings, log });
    const stop = async () => {
      await server.stop();
      if (address.socketFolder !== '') rmSync(address.socketFolder, { recursive: true, force: true });
      lock.release();
    };
    let stopping: Promise<void> | undefined;
    return {
      ...toUrls(location.home, address),
      wasRunning,
      stop: () => {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const attachMaxMs = 30_000;

/**
 * Attaches to the database that another process has started, or is starting, on a folder. Undefined if no process has
 * done so. `stop` leaves PostgreSQL running.
 */
export async function attachEmbedded(options: { dataDir: string }): Promise<EmbeddedDatabase | undefined> {
  let dataDir: string;
  try {
    dataDir = realpathSync(options.dataDir);
  } catch {
    return undefined;
  }
  const deadline = Date.now() + attachMaxMs;
  while (isFolderLocked(postgresFolder(dataDir))) {
    const { home, cluster } = locateCluster(dataDir);
    const postmaster = readPostmaster(cluster);
    if (postmaster?.isReady && isServerRunning(cluster, postmaster.pid)) {
      return { ...toUrls(home, postmaster), wasRunning: true, stop: async () => {} };
    }
    if (Date.now() > deadline)
      throw new Error(
        `Another process is starting the database in ${dataDir}, but it is not ready yet. Try again later.`,
      );
    await delay(50);
  }
  return undefined;
}

interface ServerOptions {
  location: ClusterLocation;
  binaries: Binaries;
  address: ServerAddress;
  settings: Record<string, string>;
  log: (line: string) => void;
}

/** Starts PostgreSQL, and restarts it whenever it ends unexpectedly. */
async function keepRunning(options: ServerOptions): Promise<{ stop: () => Promise<void> }> {
  const stopped = new AbortController();
  let server = await launchServer(options);

  const watch = async () => {
    for (;;) {
      await server.ended;
      if (stopped.signal.aborted) return;
      options.log('PostgreSQL ended unexpectedly; restarting it.');
      server = await relaunch();
      if (stopped.signal.aborted) return;
    }
  };
  const relaunch = async (): Promise<PostgresServer> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await launchServer(options);
      } catch (error) {
        if (stopped.signal.aborted) return server;
        options.log(error instanceof Error ? error.message : String(error));
        await delay(Math.min(500 * attempt, 10_000), undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      stopped.abort();
      await stopServer(server, options.location.cluster, options.binaries);
      await watching;
      // A server that was being restarted when `stop` was called.
      await stopServer(server, options.location.cluster, options.binaries);
    },
  };
}

function toUrls(home: string, address: ServerAddress): { url: string; adminUrl: string } {
  const as = (role: string) => {
    const login = `${role}:${readPassword(home, role)}`;
    if (address.socketFolder === '') return `postgres://${login}@127.0.0.1:${address.port}/${databaseName}`;
    return `postgres://${login}@/${databaseName}?host=${encodeURIComponent(address.socketFolder)}&port=${address.port}`;
  };
  return { url: as(appRole), adminUrl: as(superuser) };
}
