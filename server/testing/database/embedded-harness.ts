import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '../../db/embedded/embedded.ts';
import { findProcessStart } from '../../db/embedded/process.ts';
import { type DatabaseProcess, installDatabaseProgram, spawnDatabaseProcess } from './database-process.ts';
import { withClient } from './with-client.ts';

export const isRoot = process.getuid?.() === 0;
/** An unprivileged account that every Unix system has. */
export const unprivilegedAccount = { uid: 65_534, gid: 65_534 };

/** Folders and databases for the tests of a file. Everything a test starts is stopped after it. */
export function openEmbeddedHarness() {
  // Not tmpdir(), which on macOS is too long for the path of a socket.
  const base = realpathSync(mkdtempSync('/tmp/northlight-test-'));
  chmodSync(base, 0o755);
  let folders = 0;
  let installedProgram = '';
  const databases: EmbeddedDatabase[] = [];
  const processes: DatabaseProcess[] = [];

  beforeAll(async () => {
    installedProgram = (await installDatabaseProgram(newFolder())).program;
  });

  afterEach(async () => {
    await Promise.all(databases.splice(0).map((database) => database.stop()));
    for (const { child, ended } of processes.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await ended;
    }
  });

  afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));

  function newFolder(name = `d${folders++}`): string {
    const folder = join(base, name);
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    return folder;
  }

  /** Starts a database from this process. */
  async function start(dataDir: string, log: (line: string) => void = () => {}): Promise<EmbeddedDatabase> {
    const database = await startEmbedded({ dataDir, log });
    databases.push(database);
    return database;
  }

  /** Starts a database from a separate process, which can be killed. */
  function startProcess(
    dataDir: string,
    account?: typeof unprivilegedAccount,
    program = installedProgram,
  ): DatabaseProcess {
    const started = spawnDatabaseProcess(program, dataDir, account);
    processes.push(started);
    return started;
  }

  return { newFolder, start, startProcess };
}

export async function requireReady(database: DatabaseProcess): Promise<{ url: string; wasRunning: boolean }> {
  const outcome = await database.outcome;
  if (outcome.is !== 'ready') throw new Error(outcome.why);
  return outcome;
}

/** The values of an SQL statement's result, row by row in one array. */
export function queryValues(url: string, sql: string): Promise<unknown[]> {
  return withClient(url, async (client) =>
    (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat(),
  );
}

export const clusterFolder = (dataDir: string) => join(dataDir, 'postgres', 'cluster');

export function serverPid(cluster: string): number {
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** False for a zombie process. */
export const isAlive = (pid: number) => findProcessStart(pid) !== undefined;

/** Whether PostgreSQL's control file states that it was shut down cleanly. */
export function wasShutDownCleanly(cluster: string): boolean {
  const shutDown = 1;
  return readFileSync(join(cluster, 'global', 'pg_control')).readUInt32LE(16) === shutDown;
}

export async function waitUntil(condition: () => boolean): Promise<void> {
  await vi.waitUntil(condition, { timeout: 30_000, interval: 5 });
}
