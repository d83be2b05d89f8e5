import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Holder, hold, installHolder } from '../testing/embedded-holder.ts';
import { attachEmbedded, type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { processStart } from './embedded-process.ts';

const isRoot = process.getuid?.() === 0;
/** An ordinary account that every Unix has. */
const nobody = { uid: 65_534, gid: 65_534 };

// Not tmpdir(): on a Mac that alone is too long for a socket's path.
const base = realpathSync(mkdtempSync('/tmp/northlight-test-'));
chmodSync(base, 0o755);
let installation: { program: string; libraries: string };
let folders = 0;
const databases: EmbeddedDatabase[] = [];
const holders: Holder[] = [];

beforeAll(async () => {
  installation = await installHolder(newFolder());
});

afterEach(async () => {
  await Promise.all(databases.splice(0).map((database) => database.stop()));
  for (const { child, ended } of holders.splice(0)) {
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

async function start(dataDir: string, log: (line: string) => void = () => {}): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log });
  databases.push(database);
  return database;
}

function holdIn(dataDir: string, account?: typeof nobody, program = installation.program): Holder {
  const holder = hold(program, dataDir, account);
  holders.push(holder);
  return holder;
}

async function requireReady(holder: Holder): Promise<{ url: string; wasRunning: boolean }> {
  const outcome = await holder.outcome;
  if (outcome.is !== 'ready') throw new Error(outcome.why);
  return outcome;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

const clusterIn = (dataDir: string) => join(dataDir, 'postgres', 'cluster');

function serverPid(cluster: string): number {
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** A zombie that nobody has collected yet is dead. */
const isAlive = (pid: number) => processStart(pid) !== undefined;

/** PostgreSQL's own word, from its control file, that it ended in good order. */
function endedCleanly(cluster: string): boolean {
  const shutDown = 1;
  return readFileSync(join(cluster, 'global', 'pg_control')).readUInt32LE(16) === shutDown;
}

async function until(condition: () => boolean): Promise<void> {
  await vi.waitUntil(condition, { timeout: 30_000, interval: 5 });
}

describe('a database in a folder', () => {
  test('what was stored is there after a stop and a new start, and a stop leaves nothing running', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    const pid = serverPid(clusterIn(dataDir));
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(endedCleanly(clusterIn(dataDir))).toBe(true);
    expect(existsSync(join(clusterIn(dataDir), 'postmaster.pid'))).toBe(false);
    expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual([
      'cluster',
      'log',
      'northlight.password',
      'postgres.password',
      'start.log',
    ]);

    const second = await start(dataDir);
    expect(second.wasRunning).toBe(false);
    expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([42]);
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
    expect(await ask(url, `SELECT ${asked}`)).toEqual(['on', 'on', 'on', 'on', '']);
    expect(await ask(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([false]);
    expect(await ask(adminUrl, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([true]);
    await expect(ask(url.replace(/:\w+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/);
    await expect(ask(adminUrl.replace(/:\w+@/, ':@'), 'SELECT 1')).rejects.toThrow(/password/);

    const mode = (name: string) => statSync(join(dataDir, 'postgres', name)).mode & 0o777;
    expect([mode('northlight.password'), mode('postgres.password')]).toEqual([0o600, 0o600]);
    expect([mode('cluster'), mode('run'), mode('log')]).toEqual([0o700, 0o700, 0o700]);
  });

  test('its server runs as an ordinary account, whoever started it', async () => {
    const dataDir = newFolder();
    await start(dataDir);
    const owner = statSync(join(clusterIn(dataDir), 'postmaster.pid')).uid;
    if (isRoot) expect(owner).not.toBe(0);
    else expect(owner).toBe(process.getuid?.());
  });

  test('a path too long for a socket gets its socket elsewhere, and a stop removes that', async () => {
    const dataDir = newFolder('long-'.repeat(24));
    const database = await start(dataDir);
    const socketFolder = new URL(database.url.replace('@/', '@socket/')).searchParams.get('host') ?? '';
    expect(socketFolder).toMatch(/^\/tmp\/northlight-/);
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
    expect(await ask(database.url, 'SELECT 1')).toEqual([1]);
    await database.stop();
    expect(existsSync(socketFolder)).toBe(false);
  });

  test('a database of another PostgreSQL release is refused by name', async () => {
    const dataDir = newFolder();
    mkdirSync(clusterIn(dataDir), { recursive: true });
    writeFileSync(join(clusterIn(dataDir), 'PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 15/);
  });
});

describe('one folder, several starts', () => {
  test('the second start says that the first has the folder, and the first goes on', async () => {
    const dataDir = newFolder();
    const { url } = await start(dataDir);
    await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow(
      `Another start (process ${process.pid}) is using the database`,
    );
    const other = await holdIn(dataDir).outcome;
    expect(other).toMatchObject({ is: 'refused', why: expect.stringContaining('Another start') });
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
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
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
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
    expect(await ask(server.url, 'SELECT 1')).toEqual([1]);
    await server.stop();
    expect(await attachEmbedded({ dataDir })).toBeUndefined();
  });

  test('a command that comes during the first start waits for it', async () => {
    const dataDir = newFolder();
    const holder = holdIn(dataDir);
    await holder.logged('Making a new database');
    const attached = await attachEmbedded({ dataDir });
    expect(await ask(attached?.url ?? '', 'SELECT 1')).toEqual([1]);
  });
});

describe('after a kill -9', () => {
  test.each([
    ['has begun', 'password'],
    ['is nearly done', 'cluster/global/pg_control'],
  ])('of a first start that %s, the next one makes a whole database', async (_when, sign) => {
    const dataDir = newFolder();
    const home = join(dataDir, 'postgres');
    const holder = holdIn(dataDir);
    const workshops = () =>
      existsSync(home) ? readdirSync(home).filter((name) => name.startsWith('new-')) : [];
    await until(() => workshops().some((name) => existsSync(join(home, name, sign))));
    holder.child.kill('SIGKILL');
    await holder.ended;
    expect(existsSync(clusterIn(dataDir))).toBe(false);

    const { url } = await start(dataDir);
    expect(await ask(url, 'SELECT current_user')).toEqual(['northlight']);
    expect(workshops()).toEqual([]);
  });

  test('of the owner, the server left behind is stopped in good order and all that was committed is there', async () => {
    const dataDir = newFolder();
    const holder = holdIn(dataDir);
    const { url } = await requireReady(holder);
    await ask(url, 'CREATE TABLE kept AS SELECT 42 AS n');
    const orphan = serverPid(clusterIn(dataDir));
    // Held still, it cannot follow its owner at once, as on systems that send it no signal.
    process.kill(orphan, 'SIGSTOP');
    holder.child.kill('SIGKILL');
    await holder.ended;

    const lines: string[] = [];
    const starting = start(dataDir, (line) => lines.push(line));
    await until(() => lines.some((line) => line.includes(`(process ${orphan})`)));
    process.kill(orphan, 'SIGCONT');
    const database = await starting;
    expect(database.wasRunning).toBe(true);
    expect(isAlive(orphan)).toBe(false);
    expect(await ask(database.url, 'SELECT n FROM kept')).toEqual([42]);
  });

  test.runIf(process.platform === 'linux')('of the owner, the server ends by itself on Linux', async () => {
    const dataDir = newFolder();
    const holder = holdIn(dataDir);
    await requireReady(holder);
    const pid = serverPid(clusterIn(dataDir));
    holder.child.kill('SIGKILL');
    await until(() => !isAlive(pid));
    expect(endedCleanly(clusterIn(dataDir))).toBe(true);
  });

  test('of the server, it is started again under the same address with all that was committed', async () => {
    const dataDir = newFolder();
    const { url } = await start(dataDir);
    await ask(url, 'CREATE TABLE kept AS SELECT 42 AS n');
    const killed = serverPid(clusterIn(dataDir));
    process.kill(killed, 'SIGKILL');
    const answer = await vi.waitFor(() => ask(url, 'SELECT n FROM kept'), { timeout: 30_000, interval: 20 });
    expect(answer).toEqual([42]);
    expect(serverPid(clusterIn(dataDir))).not.toBe(killed);
  });

  test('a start waits while the old server still blocks the folder', async () => {
    const dataDir = newFolder();
    await (await start(dataDir)).stop();
    const { uid, gid } = statSync(clusterIn(dataDir));
    // What has the old pid, of the same account: PostgreSQL cannot tell it from a server.
    const blocker = spawn('/bin/sh', ['-c', 'read line'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      uid,
      gid,
      cwd: '/',
    });
    const lockFile = join(clusterIn(dataDir), 'postmaster.pid');
    writeFileSync(lockFile, `${blocker.pid}\n${clusterIn(dataDir)}\n1\n5432\n/nowhere\n\n0 0\nready   \n`, {
      mode: 0o600,
    });
    if (isRoot) chownSync(lockFile, uid, gid);

    const starting = start(dataDir);
    const words = () => readFileSync(join(dataDir, 'postgres', 'start.log'), 'utf8');
    await until(() => words().includes('already exists'));
    blocker.stdin?.end();
    await once(blocker, 'exit');
    expect(await ask((await starting).url, 'SELECT 1')).toEqual([1]);
  });
});

describe('an installation without install scripts', () => {
  test('the missing links between libraries are made', async () => {
    const { program, libraries } = await installHolder(newFolder());
    const { url } = await requireReady(holdIn(newFolder(), undefined, program));
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
    expect(existsSync(join(libraries, 'libicuuc.so.60'))).toBe(true);
  });

  test('in a folder that may not be written, a mended copy is used', async () => {
    const { program, libraries } = await installHolder(newFolder());
    const dataDir = newFolder();
    // As root nothing is read-only: then an ordinary account starts from files of root's.
    if (isRoot) chownSync(dataDir, nobody.uid, nobody.gid);
    else chmodSync(libraries, 0o555);
    const { url } = await requireReady(holdIn(dataDir, isRoot ? nobody : undefined, program));
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
    expect(existsSync(join(libraries, 'libicuuc.so.60'))).toBe(false);
    expect(readdirSync(join(dataDir, 'postgres')).some((name) => name.startsWith('postgresql-'))).toBe(true);
    if (!isRoot) chmodSync(libraries, 0o755);
    else expect(statSync(clusterIn(dataDir)).uid).toBe(nobody.uid);
  });
});

describe.runIf(isRoot)('as root, below a folder that no other account can enter', () => {
  test('the database lies elsewhere, is found again, and a fresh data folder gets a fresh one', async () => {
    const closed = newFolder();
    chmodSync(closed, 0o700);
    const { program } = await installHolder(closed);
    const dataDir = join(closed, 'data');
    const home = () => readFileSync(join(dataDir, 'postgres', 'location'), 'utf8').trim();
    const homes: string[] = [];
    try {
      const first = holdIn(dataDir, undefined, program);
      await ask((await requireReady(first)).url, 'CREATE TABLE kept AS SELECT 42 AS n');
      homes.push(home());
      first.child.kill('SIGTERM');
      await first.ended;
      expect(home()).toMatch(/^\/var\/lib\/northlight\/data-/);
      expect(endedCleanly(join(home(), 'cluster'))).toBe(true);

      const second = holdIn(dataDir, undefined, program);
      await requireReady(second);
      const attached = await attachEmbedded({ dataDir });
      expect(await ask(attached?.url ?? '', 'SELECT n FROM kept')).toEqual([42]);
      second.child.kill('SIGTERM');
      await second.ended;

      rmSync(dataDir, { recursive: true });
      const third = holdIn(dataDir, undefined, program);
      const { url } = await requireReady(third);
      homes.push(home());
      expect(await ask(url, "SELECT to_regclass('kept')")).toEqual([null]);
      third.child.kill('SIGTERM');
      await third.ended;
    } finally {
      for (const folder of homes) rmSync(folder, { recursive: true, force: true });
    }
  });
});
