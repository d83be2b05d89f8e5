import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { installDatabaseProgram } from '../../testing/database/database-process.ts';
import {
  clusterFolder,
  isAlive,
  isRoot,
  nobody,
  openEmbeddedHarness,
  queryValues,
  requireReady,
  serverPid,
  waitUntil,
  wasShutDownCleanly,
} from '../../testing/database/embedded-harness.ts';
import { attachEmbedded } from './embedded.ts';

const { newFolder, start, startProcess } = openEmbeddedHarness();

describe('after a kill -9', () => {
  test.each([
    ['has begun', 'password'],
    ['is nearly done', 'cluster/global/pg_control'],
  ])('of a first start that %s, the next one makes a whole database', async (_when, sign) => {
    const dataDir = newFolder();
    const home = join(dataDir, 'postgres');
    const holder = startProcess(dataDir);
    const workshops = () =>
      existsSync(home) ? readdirSync(home).filter((name) => name.startsWith('new-')) : [];
    await waitUntil(() => workshops().some((name) => existsSync(join(home, name, sign))));
    holder.child.kill('SIGKILL');
    await holder.ended;
    expect(existsSync(clusterFolder(dataDir))).toBe(false);

    const { url } = await start(dataDir);
    expect(await queryValues(url, 'SELECT current_user')).toEqual(['northlight']);
    expect(workshops()).toEqual([]);
  });

  test('of the owner, the server left behind is stopped in good order and all that was committed is there', async () => {
    const dataDir = newFolder();
    const holder = startProcess(dataDir);
    const { url } = await requireReady(holder);
    await queryValues(url, 'CREATE TABLE kept AS SELECT 42 AS n');
    const orphan = serverPid(clusterFolder(dataDir));
    // Held still, it cannot follow its owner at once, as on systems that send it no signal.
    process.kill(orphan, 'SIGSTOP');
    holder.child.kill('SIGKILL');
    await holder.ended;

    const lines: string[] = [];
    const starting = start(dataDir, (line) => lines.push(line));
    await waitUntil(() => lines.some((line) => line.includes(`(process ${orphan})`)));
    process.kill(orphan, 'SIGCONT');
    const database = await starting;
    expect(database.wasRunning).toBe(true);
    expect(isAlive(orphan)).toBe(false);
    expect(await queryValues(database.url, 'SELECT n FROM kept')).toEqual([42]);
  });

  // Elsewhere no kernel tells a program that its parent died: there the next start stops the server, as above.
  if (process.platform === 'linux') {
    test('of the owner, the server ends by itself', async () => {
      const dataDir = newFolder();
      const holder = startProcess(dataDir);
      await requireReady(holder);
      const pid = serverPid(clusterFolder(dataDir));
      holder.child.kill('SIGKILL');
      await waitUntil(() => !isAlive(pid));
      expect(wasShutDownCleanly(clusterFolder(dataDir))).toBe(true);
    });
  }

  test('of the server, it is started again under the same address with all that was committed', async () => {
    const dataDir = newFolder();
    const { url } = await start(dataDir);
    await queryValues(url, 'CREATE TABLE kept AS SELECT 42 AS n');
    const killed = serverPid(clusterFolder(dataDir));
    process.kill(killed, 'SIGKILL');
    const answer = await vi.waitFor(() => queryValues(url, 'SELECT n FROM kept'), {
      timeout: 30_000,
      interval: 20,
    });
    expect(answer).toEqual([42]);
    expect(serverPid(clusterFolder(dataDir))).not.toBe(killed);
  });

  test('a start waits while the old server still blocks the folder', async () => {
    const dataDir = newFolder();
    await (await start(dataDir)).stop();
    const { uid, gid } = statSync(clusterFolder(dataDir));
    // What has the old pid, of the same account: PostgreSQL cannot tell it from a server.
    const blocker = spawn('/bin/sh', ['-c', 'read line'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      uid,
      gid,
      cwd: '/',
    });
    const lockFile = join(clusterFolder(dataDir), 'postmaster.pid');
    writeFileSync(
      lockFile,
      `${blocker.pid}\n${clusterFolder(dataDir)}\n1\n5432\n/nowhere\n\n0 0\nready   \n`,
      {
        mode: 0o600,
      },
    );
    if (isRoot) chownSync(lockFile, uid, gid);

    const starting = start(dataDir);
    const words = () => readFileSync(join(dataDir, 'postgres', 'start.log'), 'utf8');
    await waitUntil(() => words().includes('already exists'));
    blocker.stdin?.end();
    await once(blocker, 'exit');
    expect(await queryValues((await starting).url, 'SELECT 1')).toEqual([1]);
  });
});

describe('an installation without install scripts', () => {
  test('the missing links between libraries are made', async () => {
    const { program, libraries } = await installDatabaseProgram(newFolder());
    const { url } = await requireReady(startProcess(newFolder(), undefined, program));
    expect(await queryValues(url, 'SELECT 1')).toEqual([1]);
    expect(existsSync(join(libraries, 'libicuuc.so.60'))).toBe(true);
  });

  test('in a folder that may not be written, a mended copy is used', async () => {
    const { program, libraries } = await installDatabaseProgram(newFolder());
    const dataDir = newFolder();
    // As root nothing is read-only: then an ordinary account starts from files of root's.
    if (isRoot) chownSync(dataDir, nobody.uid, nobody.gid);
    else chmodSync(libraries, 0o555);
    try {
      const { url } = await requireReady(startProcess(dataDir, isRoot ? nobody : undefined, program));
      expect(await queryValues(url, 'SELECT 1')).toEqual([1]);
      expect(existsSync(join(libraries, 'libicuuc.so.60'))).toBe(false);
      expect(readdirSync(join(dataDir, 'postgres')).some((name) => name.startsWith('postgresql-'))).toBe(
        true,
      );
      expect(statSync(clusterFolder(dataDir)).uid).toBe(isRoot ? nobody.uid : process.getuid?.());
    } finally {
      chmodSync(libraries, 0o755);
    }
  });
});

describe('below a folder that no other account can enter', () => {
  if (isRoot)
    test('as root, the database lies elsewhere, is found again, and a fresh data folder gets a fresh one', async () => {
      const closed = newFolder();
      chmodSync(closed, 0o700);
      const { program } = await installDatabaseProgram(closed);
      const dataDir = join(closed, 'data');
      const home = () => readFileSync(join(dataDir, 'postgres', 'location'), 'utf8').trim();
      const homes: string[] = [];
      try {
        const first = startProcess(dataDir, undefined, program);
        await queryValues((await requireReady(first)).url, 'CREATE TABLE kept AS SELECT 42 AS n');
        homes.push(home());
        first.child.kill('SIGTERM');
        await first.ended;
        expect(home()).toMatch(/^\/var\/lib\/northlight\/data-/);
        expect(wasShutDownCleanly(join(home(), 'cluster'))).toBe(true);

        const second = startProcess(dataDir, undefined, program);
        await requireReady(second);
        const attached = await attachEmbedded({ dataDir });
        expect(await queryValues(attached?.url ?? '', 'SELECT n FROM kept')).toEqual([42]);
        second.child.kill('SIGTERM');
        await second.ended;

        rmSync(dataDir, { recursive: true });
        const third = startProcess(dataDir, undefined, program);
        const { url } = await requireReady(third);
        homes.push(home());
        expect(await queryValues(url, "SELECT to_regclass('kept')")).toEqual([null]);
        third.child.kill('SIGTERM');
        await third.ended;
      } finally {
        for (const folder of homes) rmSync(folder, { recursive: true, force: true });
      }
    });

  if (!isRoot)
    test('as an ordinary account, the database simply lies there', async () => {
      const closed = newFolder();
      chmodSync(closed, 0o700);
      const dataDir = join(closed, 'data');
      const { url } = await start(dataDir);
      expect(await queryValues(url, 'SELECT 1')).toEqual([1]);
      expect(existsSync(join(dataDir, 'postgres', 'location'))).toBe(false);
    });
});
