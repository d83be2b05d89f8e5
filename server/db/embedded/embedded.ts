import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Binaries, findBinaries } from './binaries.ts';
import { appRole, databaseName, ensureCluster, readPassword, superuser } from './cluster.ts';
import { isFolderLocked, lockFolder } from './folder-lock.ts';
import { copiesFolder, postgresFolder, locateCluster, type ClusterLocation, prepareLocation } from './cluster-location.ts';
import { isServerRunning } from './process.ts';
import {
  type ServerAddress,
  chooseAddress,
  launchServer,
  readPostmaster,
  type PostgresServer,
  stopOrphanedServer,
  stopServer,
} from './postgres-server.ts';
import { defaultSettings } from './settings.ts';

export interface EmbeddedDatabase {
  /** For `pg`, as the role that owns the product's database. */
  url: string;
  /** For `pg`, as PostgreSQL's superuser: tests and operators only. */
  adminUrl: string;
  /** Whether a server was already there: one we attached to, or one that a killed owner had left behind. */
  wasRunning: boolean;
  stop(): Promise<void>;
}

interface StartOptions {
  dataDir: string;
  log: (line: string) => void;
  settings?: Record<string, string>;
}

/**
 * Starts PostgreSQL on a data folder, making the database if there is none, and keeps it running
 * until `stop`. Throws when another start is using the folder.
 */
export async function startEmbedded(options: StartOptions): Promise<EmbeddedDatabase> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(options.dataDir);
  const owner = lockFolder(postgresFolder(dataDir));
  try {
    const { log } = options;
    const place = prepareLocation(dataDir, log);
    const binaries = findBinaries({ account: place.account, copiesFolder: copiesFolder(place), log });
    await ensureCluster(place, binaries, log);
    const wasRunning = await stopOrphanedServer(place.cluster, log);
    const address = await chooseAddress(place);
    const settings = { ...defaultSettings, ...options.settings };
    const server = await keepRunning({ place, binaries, address, settings, log });
    const stop = async () => {
      await server.stop();
      if (address.socketFolder !== '') rmSync(address.socketFolder, { recursive: true, force: true });
      owner.release();
    };
    let stopping: Promise<void> | undefined;
    return {
      ...urls(place.home, address),
      wasRunning,
      stop: () => {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    owner.release();
    throw error;
  }
}

const attachMaxMs = 30_000;

/**
 * The database of a folder that another living process has started, or is just starting; undefined
 * when nobody has. Stopping it leaves the server running.
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
      return { ...urls(home, postmaster), wasRunning: true, stop: async () => {} };
    }
    if (Date.now() > deadline)
      throw new Error(`The database in ${dataDir} is being started, but is not ready yet.`);
    await delay(50);
  }
  return undefined;
}

interface Kept {
  place: ClusterLocation;
  binaries: Binaries;
  address: ServerAddress;
  settings: Record<string, string>;
  log: (line: string) => void;
}

/** Launches the server, and again whenever it ends without having been told to. */
async function keepRunning(kept: Kept): Promise<{ stop: () => Promise<void> }> {
  const stopped = new AbortController();
  let server = await launchServer(kept);

  const watch = async () => {
    for (;;) {
      await server.ended;
      if (stopped.signal.aborted) return;
      kept.log('PostgreSQL ended unexpectedly; starting it again.');
      server = await relaunch();
      if (stopped.signal.aborted) return;
    }
  };
  const relaunch = async (): Promise<PostgresServer> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await launchServer(kept);
      } catch (error) {
        if (stopped.signal.aborted) return server;
        kept.log(error instanceof Error ? error.message : String(error));
        await delay(Math.min(500 * attempt, 10_000), undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      stopped.abort();
      await stopServer(server, kept.place.cluster, kept.binaries);
      await watching;
      // One that was being launched while the stop came in.
      await stopServer(server, kept.place.cluster, kept.binaries);
    },
  };
}

function urls(home: string, address: ServerAddress): { url: string; adminUrl: string } {
  const as = (role: string) => {
    const login = `${role}:${readPassword(home, role)}`;
    if (address.socketFolder === '') return `postgres://${login}@127.0.0.1:${address.port}/${databaseName}`;
    return `postgres://${login}@/${databaseName}?host=${encodeURIComponent(address.socketFolder)}&port=${address.port}`;
  };
  return { url: as(appRole), adminUrl: as(superuser) };
}
