import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { createDatabase } from '../../../server/testing/database/databases.ts';
import { launchNorthlight, makeDataDir, startNorthlight } from '../../northlight.ts';
import { listChildren, listWorkers, readProc } from '../../processes.ts';
import { openFixture, openProxiedFixture } from '../fixture.ts';
import { createViewerCookies, openPortal } from '../portals.ts';
import {
  appSecret,
  assertWithin,
  type Environment,
  type Outcome,
  type Scenario,
  secondsUntil,
  waitUntil,
} from '../scenario.ts';

const countRounds = ({ isQuick }: Environment) => (isQuick ? 2 : 20);
const acknowledgedPerRound = 300;

export const serverKilled: Scenario = {
  name: 'the server is killed (kill -9) under load, repeatedly',
  promise: 'nothing acknowledged is lost or counted twice; serving again within 10 s',
  run: async (environment) => {
    const fixture = await openFixture(environment);
    const visitors = fixture.startVisitors();
    let recoverySeconds = 0;
    for (let round = 1; round <= countRounds(environment); round += 1) {
      await waitUntil(
        'enough events are acknowledged',
        () => visitors.acknowledged.size >= round * acknowledgedPerRound,
      );
      await fixture.northlight.kill();
      const began = performance.now();
      fixture.northlight = await startNorthlight({ ...fixture, port: fixture.northlight.port });
      recoverySeconds = Math.max(recoverySeconds, (performance.now() - began) / 1000);
    }
    const counted = await fixture.stopAndRecount([visitors]);
    await fixture.close();
    assertWithin(environment, 10, recoverySeconds);
    return { ...counted, recoverySeconds };
  },
};

/** Signals that end a worker; the injected handler of the last throws an uncaught error. */
const crashes = ['SIGKILL', 'SIGSEGV', 'SIGUSR2'] as const;

export const workerCrashed: Scenario = {
  name: 'a worker crashes under load: killed, segmentation fault, uncaught error',
  promise: 'it is restarted within 10 s, the database keeps running, portals reconnect, nothing is lost',
  run: async (environment) => {
    if (process.platform !== 'linux') return { skipped: 'needs /proc to find the worker' };
    const folder = mkdtempSync(join(tmpdir(), 'northlight-injected-'));
    const injected = join(folder, 'throw.mjs');
    writeFileSync(injected, "process.on('SIGUSR2', () => { throw new Error('injected fault'); });\n");
    const fixture = await openFixture(environment, { NODE_OPTIONS: `--import=${pathToFileURL(injected)}` });
    const { northlight, company } = fixture;
    const nextCookie = await createViewerCookies(await fixture.databaseUrl(), company.id);
    const portal = openPortal({ url: () => northlight.url, companyId: company.id, cookie: nextCookie() });
    await waitUntil('the portal is open', () => portal.isOpen());
    const postmasters = () =>
      listChildren(northlight.pid).filter((pid) => readProc(pid, 'cmdline').includes('postgres'));
    const database = postmasters();
    const visitors = fixture.startVisitors();
    let recoverySeconds = 0;
    for (const signal of environment.isQuick ? crashes : [...crashes, ...crashes]) {
      const [victim] = listWorkers(northlight.pid);
      assert(victim !== undefined, 'the worker was not found');
      await waitUntil('events are acknowledged', () => visitors.acknowledged.size > acknowledgedPerRound);
      process.kill(victim, signal);
      await waitUntil('the crashed process is gone', () => !listWorkers(northlight.pid).includes(victim));
      const before = visitors.acknowledged.size;
      const seconds = await secondsUntil(
        'events are acknowledged and the portal is open again',
        () => visitors.acknowledged.size > before + 50 && portal.isOpen(),
      );
      recoverySeconds = Math.max(recoverySeconds, seconds);
    }
    assert(postmasters().join() === database.join(), 'the database was restarted as well');
    const metrics = await (await fetch(`${northlight.url}/metrics`)).text();
    const restarts = Number(/^northlight_worker_restarts_total (\d+)$/m.exec(metrics)?.[1]);
    const crashed = environment.isQuick ? crashes.length : 2 * crashes.length;
    assert(restarts === crashed, `${crashed} crashes were counted as ${restarts} restarts`);
    portal.close();
    const counted = await fixture.stopAndRecount([visitors]);
    await fixture.close();
    rmSync(folder, { recursive: true });
    assertWithin(environment, 10, recoverySeconds);
    return { ...counted, recoverySeconds };
  },
};

export const databaseKilled: Scenario = {
  name: 'all database processes are killed (kill -9) under load, repeatedly',
  promise: 'nothing acknowledged is lost or counted twice; serving again within 10 s',
  run: async (environment) => {
    if (!environment.ownsDatabase)
      return { skipped: 'the database server of DATABASE_URL must not be killed' };
    const fixture = await openFixture(environment);
    return crashUnderLoad(environment, fixture, async () => {
      const [postmaster] = listChildren(fixture.northlight.pid).filter((pid) =>
        readProc(pid, 'cmdline').includes('postgres'),
      );
      assert(postmaster !== undefined, 'the database process was not found');
      // All processes at once, as in a crash of the machine.
      for (const victim of [postmaster, ...listChildren(postmaster)]) killNow(victim);
    });
  },
};

export const connectionsKilled: Scenario = {
  name: "the server's database connections are terminated under load, repeatedly",
  promise: 'nothing acknowledged is lost or counted twice; serving again within 10 s',
  run: async (environment) => {
    const { fixture } = await openProxiedFixture(environment);
    const admin = new pg.Client({ connectionString: environment.adminUrl });
    await admin.connect();
    const database = new URL((await fixture.databaseUrl()).replace('@/', '@socket/')).pathname.slice(1);
    try {
      return await crashUnderLoad(environment, fixture, async () => {
        await admin.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = $1 AND application_name LIKE 'northlight%'`,
          [database],
        );
      });
    } finally {
      await admin.end();
    }
  },
};

async function crashUnderLoad(
  environment: Environment,
  fixture: Awaited<ReturnType<typeof openFixture>>,
  crash: () => Promise<void>,
): Promise<Outcome> {
  const visitors = fixture.startVisitors();
  let recoverySeconds = 0;
  for (let round = 1; round <= countRounds(environment); round += 1) {
    await waitUntil(
      'enough events are acknowledged',
      () => visitors.acknowledged.size >= round * acknowledgedPerRound,
    );
    await crash();
    const before = visitors.acknowledged.size;
    const seconds = await secondsUntil(
      'events are acknowledged again',
      () => visitors.acknowledged.size > before + 50,
    );
    recoverySeconds = Math.max(recoverySeconds, seconds);
  }
  const counted = await fixture.stopAndRecount([visitors]);
  await fixture.close();
  assertWithin(environment, 10, recoverySeconds);
  return { ...counted, recoverySeconds };
}

export const firstStartKilled: Scenario = {
  name: 'the first start is killed (kill -9) at any moment, also during migrations',
  promise: 'the next start succeeds',
  run: async (environment) => {
    const rounds = environment.isQuick ? 2 : 12;
    for (let round = 0; round < rounds; round += 1) {
      const database = await createDatabase(environment.adminUrl);
      const { dataDir, remove } = makeDataDir();
      const env = { APP_SECRET: appSecret, DATABASE_URL: database.url };
      const { northlight } = await launchNorthlight({ dataDir, env });
      // Spread over the whole first start, which takes about two seconds.
      await killAt(northlight.kill, 200 + (1_800 * round) / rounds);
      const again = await startNorthlight({ dataDir, env, port: northlight.port });
      assert((await again.stop()) === 0, 'the start after the kill did not stop with exit code 0');
      await database.drop();
      remove();
    }
    return { note: `${rounds} starts killed` };
  },
};

async function killAt(kill: () => Promise<void>, afterMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await kill();
}

export const terminated: Scenario = {
  name: 'SIGTERM under load',
  promise: 'accepted events are stored, exit code 0 within 10 s',
  run: async (environment) => {
    const fixture = await openFixture(environment);
    const visitors = fixture.startVisitors();
    await waitUntil(
      'enough events are acknowledged',
      () => visitors.acknowledged.size >= acknowledgedPerRound,
    );
    const began = performance.now();
    const exitCode = await fixture.northlight.stop();
    const seconds = (performance.now() - began) / 1000;
    assert(exitCode === 0, `the exit code was ${exitCode}`);
    assertWithin(environment, 10, seconds);
    await visitors.stop();
    fixture.northlight = await startNorthlight({ ...fixture, port: fixture.northlight.port });
    const counted = await fixture.stopAndRecount([visitors]);
    await fixture.close();
    return { ...counted, note: `exited in ${seconds.toFixed(1)} s` };
  },
};

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It exited when the processes before it were killed.
  }
}
