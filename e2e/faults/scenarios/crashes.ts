import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { createDatabase } from '../../../server/testing/database/databases.ts';
import { launchNorthlight, makeDataDir, startNorthlight } from '../../northlight.ts';
import { childrenOf, readProc, workersOf } from '../../processes.ts';
import {
  appSecret,
  type Ground,
  type Outcome,
  openProxiedStage,
  openStage,
  require,
  requireWithin,
  type Scenario,
  secondsUntil,
  until,
} from '../ground.ts';
import { makeViewers, openPortal } from '../portals.ts';

const roundsOf = ({ isQuick }: Ground) => (isQuick ? 2 : 20);
const acknowledgedARound = 300;

export const appKilled: Scenario = {
  name: 'the app is killed (kill -9) under load, again and again',
  promise: 'nothing acknowledged is lost or counted twice; serving again within 10 s',
  run: async (ground) => {
    const stage = await openStage(ground);
    const visitors = stage.visitors();
    let recoverySeconds = 0;
    for (let round = 1; round <= roundsOf(ground); round += 1) {
      await until('enough was taken', () => visitors.acknowledged.size >= round * acknowledgedARound);
      await stage.northlight.kill();
      const began = performance.now();
      stage.northlight = await startNorthlight({ ...stage, port: stage.northlight.port });
      recoverySeconds = Math.max(recoverySeconds, (performance.now() - began) / 1000);
    }
    const counted = await stage.settle([visitors]);
    await stage.close();
    requireWithin(ground, 10, recoverySeconds);
    return { ...counted, recoverySeconds };
  },
};

/** How the serving process is ended; the last is an error that no handler catches. */
const crashes = ['SIGKILL', 'SIGSEGV', 'SIGUSR2'] as const;

export const servingProcessCrashed: Scenario = {
  name: 'the serving process crashes under load: killed, a memory fault, an uncaught error',
  promise: 'restarted without help, the database goes on, portals open again, nothing lost; within 10 s',
  run: async (ground) => {
    if (process.platform !== 'linux') return { notTried: 'the serving process is found in /proc' };
    const folder = mkdtempSync(join(tmpdir(), 'northlight-injected-'));
    const injected = join(folder, 'throw.mjs');
    writeFileSync(injected, "process.on('SIGUSR2', () => { throw new Error('injected fault'); });\n");
    const stage = await openStage(ground, { NODE_OPTIONS: `--import=${pathToFileURL(injected)}` });
    const { northlight, company } = stage;
    const viewer = await makeViewers(await stage.databaseUrl(), company.id);
    const portal = openPortal({ url: () => northlight.url, companyId: company.id, cookie: viewer() });
    await until('the portal is open', () => portal.isOpen());
    const postmasters = () =>
      childrenOf(northlight.pid).filter((pid) => readProc(pid, 'cmdline').includes('postgres'));
    const database = postmasters();
    const visitors = stage.visitors();
    let recoverySeconds = 0;
    for (const signal of ground.isQuick ? crashes : [...crashes, ...crashes]) {
      const [victim] = workersOf(northlight.pid);
      require(victim !== undefined, 'the serving process was not found');
      await until('events are acknowledged', () => visitors.acknowledged.size > acknowledgedARound);
      process.kill(victim, signal);
      await until('the crashed process is gone', () => !workersOf(northlight.pid).includes(victim));
      const before = visitors.acknowledged.size;
      const seconds = await secondsUntil(
        'events are acknowledged and the portal is open again',
        () => visitors.acknowledged.size > before + 50 && portal.isOpen(),
      );
      recoverySeconds = Math.max(recoverySeconds, seconds);
    }
    require(postmasters().join() === database.join(), 'the database was restarted as well');
    const figures = await (await fetch(`${northlight.url}/metrics`)).text();
    const restarts = Number(/^northlight_worker_restarts_total (\d+)$/m.exec(figures)?.[1]);
    const crashed = ground.isQuick ? crashes.length : 2 * crashes.length;
    require(restarts === crashed, `${crashed} crashes were counted as ${restarts} restarts`);
    portal.close();
    const counted = await stage.settle([visitors]);
    await stage.close();
    rmSync(folder, { recursive: true });
    requireWithin(ground, 10, recoverySeconds);
    return { ...counted, recoverySeconds };
  },
};

export const databaseKilled: Scenario = {
  name: 'the whole database is killed (kill -9) under load, again and again',
  promise: 'nothing acknowledged is lost or counted twice; serving again within 10 s',
  run: async (ground) => {
    if (!ground.isOwn) return { notTried: 'a server of somebody else is not ours to kill' };
    const stage = await openStage(ground);
    return crashUnderLoad(ground, stage, async () => {
      const [postmaster] = childrenOf(stage.northlight.pid).filter((pid) =>
        readProc(pid, 'cmdline').includes('postgres'),
      );
      require(postmaster !== undefined, 'the database process was not found');
      // All at once, as a crash of the machine's memory would.
      for (const victim of [postmaster, ...childrenOf(postmaster)]) killNow(victim);
    });
  },
};

export const backendKilled: Scenario = {
  name: 'the connections of the app to its database are killed under load, again and again',
  promise: 'nothing acknowledged is lost or counted twice; serving again within 10 s',
  run: async (ground) => {
    const { stage } = await openProxiedStage(ground);
    const admin = new pg.Client({ connectionString: ground.adminUrl });
    await admin.connect();
    const database = new URL((await stage.databaseUrl()).replace('@/', '@socket/')).pathname.slice(1);
    try {
      return await crashUnderLoad(ground, stage, async () => {
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
  ground: Ground,
  stage: Awaited<ReturnType<typeof openStage>>,
  crash: () => Promise<void>,
): Promise<Outcome> {
  const visitors = stage.visitors();
  let recoverySeconds = 0;
  for (let round = 1; round <= roundsOf(ground); round += 1) {
    await until('enough was taken', () => visitors.acknowledged.size >= round * acknowledgedARound);
    await crash();
    const before = visitors.acknowledged.size;
    const seconds = await secondsUntil(
      'it took events again',
      () => visitors.acknowledged.size > before + 50,
    );
    recoverySeconds = Math.max(recoverySeconds, seconds);
  }
  const counted = await stage.settle([visitors]);
  await stage.close();
  requireWithin(ground, 10, recoverySeconds);
  return { ...counted, recoverySeconds };
}

export const migrationKilled: Scenario = {
  name: 'the first start is killed (kill -9) at any moment, migrations and all',
  promise: 'the next start brings everything up',
  run: async (ground) => {
    const rounds = ground.isQuick ? 2 : 12;
    for (let round = 0; round < rounds; round += 1) {
      const database = await createDatabase(ground.adminUrl);
      const { dataDir, remove } = makeDataDir();
      const env = { APP_SECRET: appSecret, DATABASE_URL: database.url };
      const { northlight } = await launchNorthlight({ dataDir, env });
      // Spread over the whole of a first start, which takes about two seconds.
      await killAt(northlight.kill, 200 + (1_800 * round) / rounds);
      const again = await startNorthlight({ dataDir, env, port: northlight.port });
      require((await again.stop()) === 0, 'the start after the kill did not end in good order');
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

export const ended: Scenario = {
  name: 'SIGTERM under load',
  promise: 'what was taken is finished, exit code 0 within 10 s',
  run: async (ground) => {
    const stage = await openStage(ground);
    const visitors = stage.visitors();
    await until('enough was taken', () => visitors.acknowledged.size >= acknowledgedARound);
    const began = performance.now();
    const exitCode = await stage.northlight.stop();
    const seconds = (performance.now() - began) / 1000;
    require(exitCode === 0, `the exit code was ${exitCode}`);
    requireWithin(ground, 10, seconds);
    await visitors.stop();
    stage.northlight = await startNorthlight({ ...stage, port: stage.northlight.port });
    const counted = await stage.settle([visitors]);
    await stage.close();
    return { ...counted, note: `ended in ${seconds.toFixed(1)} s` };
  },
};

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Ended by itself meanwhile, with those that were killed before it.
  }
}
