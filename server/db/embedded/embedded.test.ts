import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  clusterFolder,
  isAlive,
  isRoot,
  openEmbeddedHarness,
  queryValues,
  serverPid,
  wasShutDownCleanly,
} from '../../testing/database/embedded-harness.ts';
import { attachEmbedded, startEmbedded } from './embedded.ts';

const { newFolder, start, startProcess } = openEmbeddedHarness();

describe('a database in a folder', () => {
  test('keeps its data over a restart, and a stop leaves no process running', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await queryValues(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    const pid = serverPid(clusterFolder(dataDir));
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(wasShutDownCleanly(clusterFolder(dataDir))).toBe(true);
    expect(existsSync(join(clusterFolder(dataDir), 'postmaster.pid'))).toBe(false);
    expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual([
      'cluster',
      'log',
      'northlight.password',
      'postgres.password',
      'start.log',
    ]);

    const second = await start(dataDir);
    expect(second.wasRunning).toBe(false);
    expect(await queryValues(second.url, 'SELECT n FROM kept')).toEqual([42]);
  });

  test('is durable, has checksums, and is reachable only through a private socket with a password', async () => {
    const dataDir = newFolder();
    const { url, adminUrl } = await start(dataDir);
    const settings = [
      'fsync',
      'full_page_writes',
      'synchronous_commit',
      'data_checksums',
      'listen_addresses',
    ];
    const asked = settings.map((name) => `current_setting('${name}')`).join(', ');
    expect(await queryValues(url, `SELECT ${asked}`)).toEqual(['on', 'on', 'on', 'on', '']);
    expect(await queryValues(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
      false,
    ]);
    expect(await queryValues(adminUrl, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual(
      [true],
    );
    await expect(queryValues(url.replace(/:\w+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/);
    await expect(queryValues(adminUrl.replace(/:\w+@/, ':@'), 'SELECT 1')).rejects.toThrow(/password/);

    const mode = (name: string) => statSync(join(dataDir, 'postgres', name)).mode & 0o777;
    expect([mode('northlight.password'), mode('postgres.password')]).toEqual([0o600, 0o600]);
    expect([mode('cluster'), mode('run'), mode('log')]).toEqual([0o700, 0o700, 0o700]);
  });

  test('runs as an unprivileged account, even when root starts it', async () => {
    const dataDir = newFolder();
    await start(dataDir);
    const owner = statSync(join(clusterFolder(dataDir), 'postmaster.pid')).uid;
    if (isRoot) expect(owner).not.toBe(0);
    else expect(owner).toBe(process.getuid?.());
  });

  test('uses another folder for the socket if the path is too long, and removes it at the stop', async () => {
    const dataDir = newFolder('long-'.repeat(24));
    const database = await start(dataDir);
    const socketFolder = new URL(database.url.replace('@/', '@socket/')).searchParams.get('host') ?? '';
    expect(socketFolder).toMatch(/^\/tmp\/northlight-/);
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
    expect(await queryValues(database.url, 'SELECT 1')).toEqual([1]);
    await database.stop();
    expect(existsSync(socketFolder)).toBe(false);
  });

  test('of another PostgreSQL release is rejected by name', async () => {
    const dataDir = newFolder();
    mkdirSync(clusterFolder(dataDir), { recursive: true });
    writeFileSync(join(clusterFolder(dataDir), 'PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toThrow(/created by PostgreSQL 15/);
  });
});

describe('simultaneous starts on one folder', () => {
  test('the second start names the first, which keeps running', async () => {
    const dataDir = newFolder();
    const { url } = await start(dataDir);
    await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow(
      `Another process (${process.pid}) is using the database`,
    );
    const other = await startProcess(dataDir).outcome;
    expect(other).toMatchObject({ is: 'failed', why: expect.stringContaining('Another process') });
    expect(await queryValues(url, 'SELECT 1')).toEqual([1]);
  });

  test('of four simultaneous starts on an empty folder one creates the database', async () => {
    const dataDir = newFolder();
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => startProcess(dataDir).outcome));
    expect(outcomes.map(({ is }) => is).sort()).toEqual(['failed', 'failed', 'failed', 'ready']);
  });

  test('a stale lock of a dead owner, or of one whose pid was reused, blocks nothing', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(
      join(dataDir, 'postgres', 'owner.lock'),
      JSON.stringify({ pid: process.ppid, started: 'before the last boot' }),
    );
    const { url } = await start(dataDir);
    expect(await queryValues(url, 'SELECT 1')).toEqual([1]);
  });

  test('a command attaches to a running database and leaves it running', async () => {
    const dataDir = newFolder();
    expect(await attachEmbedded({ dataDir })).toBeUndefined();
    expect(await attachEmbedded({ dataDir: join(dataDir, 'never') })).toBeUndefined();
    const server = await start(dataDir);
    const attached = await attachEmbedded({ dataDir });
    if (!attached) throw new Error('not attached');
    expect(attached.wasRunning).toBe(true);
    expect(attached.url).toBe(server.url);
    await attached.stop();
    expect(await queryValues(server.url, 'SELECT 1')).toEqual([1]);
    await server.stop();
    expect(await attachEmbedded({ dataDir })).toBeUndefined();
  });

  test('a command during the first start waits for it', async () => {
    const dataDir = newFolder();
    const holder = startProcess(dataDir);
    await holder.logged('Creating a new database');
    const attached = await attachEmbedded({ dataDir });
    expect(await queryValues(attached?.url ?? '', 'SELECT 1')).toEqual([1]);
  });
});
