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

const { newFolder, start, holdIn } = openEmbeddedHarness();

describe('a database in a folder', () => {
  test('what was stored is there after a stop and a new start, and a stop leaves nothing running', async () => {
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

  test('it is durable, checks its pages, and is reached only through a closed socket with a password', async () => {
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

  test('its server runs as an ordinary account, whoever started it', async () => {
    const dataDir = newFolder();
    await start(dataDir);
    const owner = statSync(join(clusterFolder(dataDir), 'postmaster.pid')).uid;
    if (isRoot) expect(owner).not.toBe(0);
    else expect(owner).toBe(process.getuid?.());
  });

  test('a path too long for a socket gets its socket elsewhere, and a stop removes that', async () => {
    const dataDir = newFolder('long-'.repeat(24));
    const database = await start(dataDir);
    const socketFolder = new URL(database.url.replace('@/', '@socket/')).searchParams.get('host') ?? '';
    expect(socketFolder).toMatch(/^\/tmp\/northlight-/);
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
    expect(await queryValues(database.url, 'SELECT 1')).toEqual([1]);
    await database.stop();
    expect(existsSync(socketFolder)).toBe(false);
  });

  test('a database of another PostgreSQL release is refused by name', async () => {
    const dataDir = newFolder();
    mkdirSync(clusterFolder(dataDir), { recursive: true });
    writeFileSync(join(clusterFolder(dataDir), 'PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toThrow(/created by PostgreSQL 15/);
  });
});

describe('one folder, several starts', () => {
  test('the second start says that the first has the folder, and the first goes on', async () => {
    const dataDir = newFolder();
    const { url } = await start(dataDir);
    await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow(
      `Another process (${process.pid}) is using the database`,
    );
    const other = await holdIn(dataDir).outcome;
    expect(other).toMatchObject({ is: 'refused', why: expect.stringContaining('Another start') });
    expect(await queryValues(url, 'SELECT 1')).toEqual([1]);
  });

  test('of four starts at once on an empty folder one makes the database', async () => {
    const dataDir = newFolder();
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => holdIn(dataDir).outcome));
    expect(outcomes.map(({ is }) => is).sort()).toEqual(['ready', 'refused', 'refused', 'refused']);
  });

  test('a mark left by a dead owner, or by one whose pid a stranger has now, holds nobody up', async () => {
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

  test('a command that comes during the first start waits for it', async () => {
    const dataDir = newFolder();
    const holder = holdIn(dataDir);
    await holder.logged('Creating a new database');
    const attached = await attachEmbedded({ dataDir });
    expect(await queryValues(attached?.url ?? '', 'SELECT 1')).toEqual([1]);
  });
});
