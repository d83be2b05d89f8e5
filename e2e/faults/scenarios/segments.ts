import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase } from '../../../server/testing/database/databases.ts';
import { createCompany, startNorthlight } from '../../northlight.ts';
import { listWorkers } from '../../processes.ts';
import { expectAnswersEqualRecount } from '../answers.ts';
import { type Fixture, openProxiedFixture } from '../fixture.ts';
import { appSecret, type Environment, type Scenario, secondsUntil, waitUntil } from '../scenario.ts';
import { SegmentStore } from '../segment-store.ts';
import { mountSmallDisk } from '../small-disk.ts';

/** Several segments in each month: their builder writes at most 200,000 events into one, and merges closed months. */
const history = ({ isQuick }: Environment) =>
  isQuick ? { events: 6_000, days: 12 } : { events: 700_000, days: 70 };

const openStore = async (fixture: Fixture) =>
  new SegmentStore({
    dataDir: fixture.dataDir,
    databaseUrl: await fixture.databaseUrl(),
    companyId: fixture.company.id,
  });

const askAll = async ({ northlight, company, databaseUrl }: Fixture) =>
  expectAnswersEqualRecount(northlight.url, await databaseUrl(), company.id);

/** As kill -9 of a whole container: the process that builds segments, and its parent. */
async function killServer({ northlight }: Fixture): Promise<void> {
  for (const worker of listWorkers(northlight.pid)) process.kill(worker, 'SIGKILL');
  await northlight.kill();
}

export const builderKilled: Scenario = {
  name: 'the server is killed (kill -9) while segments are built, merged and swept, at random moments',
  promise: 'every listed file is complete, no unlisted file stays, answers equal a recount',
  run: async (environment) => {
    if (process.platform !== 'linux') return { skipped: 'needs /proc to find the worker' };
    const { fixture } = await openProxiedFixture(environment);
    const store = await openStore(fixture);
    const { events, days } = history(environment);
    await store.load({ events, days });
    await waitUntil('the first build begins', () => store.isBuilding());
    const buildSeconds = await secondsUntil('it ends', async () => !(await store.isBuilding()));
    await waitUntil('segments are complete', () => store.isComplete());
    await askAll(fixture);

    const rounds = environment.isQuick ? 3 : 16;
    const interrupted = { unfinished: 0, unlisted: 0, incomplete: 0 };
    for (let round = 0; round < rounds; round += 1) {
      await store.markChanged(days);
      await waitUntil('a build begins', () => store.isBuilding());
      // Spread over the whole build, with its merges at the end.
      await pause(Math.random() * 1000 * buildSeconds);
      await killServer(fixture);
      await store.requireWhole();
      const unlisted = await store.ageUnlisted();
      if (unlisted.some((name) => name.endsWith('.tmp'))) interrupted.unfinished += 1;
      if (unlisted.length > 0) interrupted.unlisted += 1;
      if (!(await store.isComplete())) interrupted.incomplete += 1;
      fixture.northlight = await startNorthlight({ ...fixture, port: fixture.northlight.port });
      await askAll(fixture);
    }
    await waitUntil('segments are complete', () => store.isComplete());
    const unlisted = await store.ageUnlisted();
    // The next build also sweeps.
    await store.markChanged(days);
    await waitUntil('unlisted files are deleted', () => {
      const left = new Set(store.listFiles());
      return unlisted.every((name) => !left.has(name));
    });
    await waitUntil('segments are complete', () => store.isComplete());
    const segments = await store.requireWhole();
    await askAll(fixture);
    await fixture.close();
    return {
      note: `${rounds} kills: ${interrupted.incomplete} before the build had ended, ${interrupted.unfinished} in a file, ${interrupted.unlisted} left unlisted files; ${segments} segments`,
    };
  },
};

export const builderDisconnected: Scenario = {
  name: "the segment builder's database connection is terminated during a build, repeatedly",
  promise: 'the build is repeated, nothing is listed without the lock, answers equal a recount',
  run: async (environment) => {
    const { fixture } = await openProxiedFixture(environment);
    const store = await openStore(fixture);
    const { events, days } = history(environment);
    await store.load({ events, days });
    const rounds = environment.isQuick ? 2 : 8;
    for (let round = 0; round < rounds; round += 1) {
      await store.markChanged(days);
      await waitUntil('the connection of the builder is terminated', () => store.terminateBuilder());
      await store.requireWhole();
      await askAll(fixture);
    }
    await waitUntil('segments are complete', () => store.isComplete());
    await store.requireWhole();
    await askAll(fixture);
    await fixture.close();
    return { note: `${rounds} connections terminated` };
  },
};

/** The space for segments; the database is elsewhere. */
const diskMb = 40;

export const segmentsDiskFull: Scenario = {
  name: 'the disk under the segments fills up during a build',
  promise: 'events are accepted, every listed file is complete; once there is space, segments are complete',
  isLong: true,
  run: async (environment) => {
    const disk = mountSmallDisk(diskMb);
    if (!disk) return { skipped: 'this account may not mount a file system' };
    const database = await createDatabase(environment.adminUrl);
    try {
      return await fillUnderBuild(environment, disk.dataDir, database.url);
    } finally {
      disk.unmount();
      await database.drop();
    }
  },
};

async function fillUnderBuild(environment: Environment, dataDir: string, databaseUrl: string) {
  const env = { APP_SECRET: appSecret, DATABASE_URL: databaseUrl, DISK_RESERVE_MB: '1' };
  const northlight = await startNorthlight({ dataDir, env });
  const company = await createCompany({ dataDir, port: northlight.port, env }, 'Small Disk', 'localhost');
  const store = new SegmentStore({ dataDir, databaseUrl, companyId: company.id });
  const filler = join(dataDir, 'filler');
  const { bavail, bsize } = statfsSync(dataDir);
  // More than the reserve, so that the build starts and then runs out of space.
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 2_500_000)));
  const { events, days } = history({ ...environment, isQuick: false });
  await store.load({ events, days });
  await waitUntil('a build has failed', async () => {
    const metrics = await (await fetch(`${northlight.url}/metrics`)).text();
    return /^northlight_segment_build_failures_total [1-9]/m.test(metrics);
  });
  await store.requireWhole();
  rmSync(filler);
  const recoverySeconds = await secondsUntil('segments are complete', () => store.isComplete());
  await store.requireWhole();
  await expectAnswersEqualRecount(northlight.url, databaseUrl, company.id);
  await northlight.stop();
  return { recoverySeconds };
}
