import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { type ClusterLocation, chownTo, prepareSocketFolder } from './cluster-location.ts';
import { isServerRunning, toSpawnOptions, withParentDeathSignal } from './process.ts';
import { toArguments } from './settings.ts';

const pollMs = 15;
const startMaxMs = 60_000;
const fastShutdownMs = 15_000;
const immediateShutdownMs = 15_000;

/** Where a server can be reached: a socket folder, or a port on this machine. */
export interface ServerAddress {
  socketFolder: string;
  port: number;
}

interface Postmaster extends ServerAddress {
  pid: number;
  isReady: boolean;
}

/** Reads the file in which PostgreSQL describes the running server of a folder. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let text: string;
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
  const [pid, , , port, socketFolder, , , status] = text.split('\n');
  return {
    pid: Number(pid),
    port: Number(port),
    socketFolder: socketFolder ?? '',
    isReady: status?.trim() === 'ready',
  };
}

export interface PostgresServer {
  child: ChildProcess;
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<void>;
}

export async function chooseAddress(location: ClusterLocation): Promise<ServerAddress> {
  if (process.platform !== 'win32') return { socketFolder: prepareSocketFolder(location), port: 5432 };
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return { socketFolder: '', port: typeof address === 'object' && address ? address.port : 0 };
}

interface LaunchOptions {
  location: ClusterLocation;
  binaries: Binaries;
  address: ServerAddress;
  settings: Record<string, string>;
}

/** Starts the server and waits until it accepts connections. There is no time limit for its recovery. */
export async function launchServer(options: LaunchOptions): Promise<PostgresServer> {
  const deadline = Date.now() + startMaxMs;
  for (;;) {
    const server = spawnServer(options);
    const outcome = await waitUntilReady(server, options.location.cluster);
    if (outcome === 'ready') return server;
    const startLog = readStartLog(options.location.home);
    // The remains of a killed server (a zombie with its pid, its last backends) disappear within seconds.
    const isTemporary = /lock file .* already exists|pre-existing shared memory block/i.test(startLog);
    if (!isTemporary || Date.now() > deadline) {
      throw new Error(
        `PostgreSQL did not start. ${startLog.trim()}\nThe full log is in ${join(options.location.home, 'log')}.`,
      );
    }
    await delay(200);
  }
}

function spawnServer({ location, binaries, address, settings }: LaunchOptions): PostgresServer {
  const logFolder = join(location.home, 'log');
  mkdirSync(logFolder, { recursive: true, mode: 0o700 });
  chownTo(location.account, logFolder);
  const listenSettings =
    address.socketFolder === ''
      ? { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
      : {
          listen_addresses: '',
          unix_socket_directories: address.socketFolder,
          unix_socket_permissions: '0700',
        };
  const [command, args] = withParentDeathSignal('INT', binaries.postgres, [
    '-D',
    location.cluster,
    ...toArguments({ ...settings, ...listenSettings, port: String(address.port) }),
  ]);
  const output = openSync(toStartLogFile(location.home), 'w', 0o600);
  try {
    const child = spawn(command, args, {
      ...toSpawnOptions(location.account),
      cwd: location.cluster,
      stdio: ['ignore', output, output],
      // In its own process group: Ctrl-C must not stop it before we have stored the events we accepted.
      detached: true,
    });
    child.unref();
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    return { child, ended };
  } finally {
    closeSync(output);
  }
}

async function waitUntilReady(server: PostgresServer, cluster: string): Promise<'ready' | 'ended'> {
  let hasEnded = false;
  void server.ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.pid === server.child.pid && postmaster?.isReady) return 'ready';
    await Promise.race([server.ended, delay(pollMs)]);
  }
  return 'ended';
}

export async function stopServer(server: PostgresServer, cluster: string, binaries: Binaries): Promise<void> {
  const { pid } = server.child;
  if (pid === undefined || server.child.exitCode !== null || server.child.signalCode !== null) return;
  if (process.platform === 'win32') {
    // Windows has no signals; pg_ctl uses a named pipe.
    spawnSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w']);
    return server.ended;
  }
  await stopPid(pid, async (timeoutMs) => {
    // Aborted when the server ends first, because a pending timer would keep this process running.
    const timer = new AbortController();
    const timeUp = delay(timeoutMs, false, { signal: timer.signal }).catch(() => false);
    const hasEnded = await Promise.race([server.ended.then(() => true), timeUp]);
    timer.abort();
    return hasEnded;
  });
}

/**
 * Stops a server that a killed process left behind. Returns whether there was one. Throws if a server that we cannot
 * see, for example in another container, runs on the same folder.
 */
export async function stopOrphanedServer(cluster: string, log: (line: string) => void): Promise<boolean> {
  const postmaster = readPostmaster(cluster);
  if (!postmaster) return false;
  const { pid } = postmaster;
  if (!isServerRunning(cluster, pid)) {
    if (await acceptsConnections(postmaster)) {
      throw new Error(`Another machine or container is running the database in ${cluster}. Stop it first.`);
    }
    return false;
  }
  log(`Stopping the PostgreSQL server (process ${pid}) that an earlier start left running.`);
  await stopPid(pid, async (timeoutMs) => {
    const deadline = Date.now() + timeoutMs;
    while (isServerRunning(cluster, pid)) {
      if (Date.now() > deadline) return false;
      await delay(pollMs);
    }
    return true;
  });
  return true;
}

async function stopPid(pid: number, waitForEnd: (timeoutMs: number) => Promise<boolean>): Promise<void> {
  signal(pid, 'SIGINT');
  if (await waitForEnd(fastShutdownMs)) return;
  signal(pid, 'SIGQUIT');
  if (await waitForEnd(immediateShutdownMs)) return;
  throw new Error(`PostgreSQL (process ${pid}) does not stop.`);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // ESRCH: the process has already ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function acceptsConnections({ socketFolder, port }: ServerAddress): Promise<boolean> {
  const socket =
    socketFolder === ''
      ? connect({ host: '127.0.0.1', port, timeout: 1000 })
      : connect({ path: `${socketFolder}/.s.PGSQL.${port}`, timeout: 1000 });
  return new Promise((resolve) => {
    const settle = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', settle(true));
    socket.once('timeout', settle(false));
    socket.once('error', settle(false));
  });
}

const toStartLogFile = (home: string) => join(home, 'start.log');

function readStartLog(home: string): string {
  return readFileSync(toStartLogFile(home), 'utf8').slice(-2000);
}
