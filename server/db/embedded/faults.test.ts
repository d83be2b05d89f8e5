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
  openEmbeddedHarness,
  queryValues,
  requireReady,
  serverPid,
  unprivilegedAccount,
  waitUntil,
  wasShutDownCleanly,
} from '../../testing/database/embedded-harness.ts';
import { attachEmbedded } from './embedded.ts';

const { newFolder, start, startProcess } = openEmbeddedHarness();

describe('after a kill -9', () => {
  test.each([
    ['has started', 'password'],
    ['is nearly done', 'cluster/global/pg_control'],
  ])('of a first start that %s, the next one creates a complete database', async (_when, sign) => {
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

  test('of the owner, the remaining server is shut down cleanly and all commits are kept', async () => {
    const dataDir = newFolder();
    const holder = startProcess(dataDir);
    const { url } = await requireReady(holder);
    await queryValues(url, 'CREATE TABLE kept AS SELECT 42 AS n');
    const orphan = serverPid(clusterFolder(dataDir));
    // Suspended, it cannot follow its owner at once, as on systems that send it no signal.
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

  // Only Linux signals a process when its parent dies. Elsewhere the next start stops the server, as above.
  if (process.platform === 'linux') {
    test('of the owner, the server stops by itself', async () => {
      const dataDir = newFolder();
      const holder = startProcess(dataDir);
      await requireReady(holder);
      const pid = serverPid(clusterFolder(dataDir));
      holder.child.kill('SIGKILL');
      await waitUntil(() => !isAlive(pid));
      expect(wasShutDownCleanly(clusterFolder(dataDir))).toBe(true);
    });
  }

  test('of the server, it is restarted at the same address with all commits', async () => {
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

  test('a start waits while the old server still uses the folder', async () => {
    const dataDir = newFolder();
    await (await start(dataDir)).stop();
    const { uid, gid } = statSync(clusterFolder(dataDir));
    // A process with the old pid and the same account, which PostgreSQL cannot distinguish from a server.
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
  test('missing links between libraries are created', async () => {
    const { program, libraries } = await installDatabaseProgram(newFolder());
    const { url } = await requireReady(startProcess(newFolder(), undefined, program));
    expect(await queryValues(url, 'SELECT 1')).toEqual([1]);
    expect(existsSync(join(libraries, 'libicuuc.so.60'))).toBe(true);
  });

  test('in a read-only folder a repaired copy is used', async () => {
    const { program, libraries } = await installDatabaseProgram(newFolder());
    const dataDir = newFolder();
    // Nothing is read-only for root, so an unprivileged account starts from files owned by root.
    if (isRoot) chownSync(dataDir, unprivilegedAccount.uid, unprivilegedAccount.gid);
    else chmodSync(libraries, 0o555);
    try {
      const { url } = await requireReady(
        startProcess(dataDir, isRoot ? unprivilegedAccount : undefined, program),
      );
      expect(await queryValues(url, 'SELECT 1')).toEqual([1]);
      expect(existsSync(join(libraries, 'libicuuc.so.60'))).toBe(false);
      expect(readdirSync(join(dataDir, 'postgres')).some((name) => name.startsWith('postgresql-'))).toBe(
        true,
      );
      expect(statSync(clusterFolder(dataDir)).uid).toBe(
        isRoot ? unprivilegedAccount.uid : process.getuid?.(),
      );
    } finally {
      chmodSync(libraries, 0o755);
    }
  });
});

describe('below a folder that other accounts cannot enter', () => {
  if (isRoot)
    test('under root the database is stored elsewhere and found again, and a new data folder gets a new one', async () => {
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
    test('under an ordinary account the database is stored there', async () => {
      const closed = newFolder();
      chmodSync(closed, 0o700);
      const dataDir = join(closed, 'data');
      const { url } = await start(dataDir);
      expect(await queryValues(url, 'SELECT 1')).toEqual([1]);
      expect(existsSync(join(dataDir, 'postgres', 'location'))).toBe(false);
    });
});
