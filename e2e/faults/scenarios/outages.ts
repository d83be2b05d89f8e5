import pg from 'pg';
import { proxyDatabase } from '../../../server/testing/database/database-proxy.ts';
import { createDatabase } from '../../../server/testing/database/databases.ts';
import { launchNorthlight, makeDataDir } from '../../northlight.ts';
import {
  appSecret,
  type Ground,
  type Outcome,
  openProxiedStage,
  require,
  requireWithin,
  type Scenario,
  type Stage,
  secondsUntil,
  until,
} from '../ground.ts';
import { track } from '../portals.ts';

/** Two seconds are promised; a machine under load answers some later. */
const refusalMaxSeconds = 3;

export const databaseGone: Scenario = {
  name: 'the database goes away and comes back',
  promise: 'no false answer, 503 within 2 s, healthy within 5 s of its return',
  // server/tests/database-faults.test.ts tries it in every test run.
  isLong: true,
  run: async (ground) => {
    const { stage, proxy } = await openProxiedStage(ground);
    return outage(ground, stage, {
      begin: async () => proxy.cut(),
      end: async () => proxy.restore(),
      lastsSeconds: ground.isQuick ? 3 : 60,
    });
  },
};

export const databaseSilent: Scenario = {
  name: 'the network to the database falls silent',
  promise: 'no false answer, 503 within 2 s, healthy within 5 s of its return',
  // server/tests/database-faults.test.ts tries it in every test run.
  isLong: true,
  run: async (ground) => {
    const { stage, proxy } = await openProxiedStage(ground);
    return outage(ground, stage, {
      begin: async () => proxy.silence(),
      end: async () => proxy.restore(),
      lastsSeconds: ground.isQuick ? 4 : 30,
    });
  },
};

export const databaseLocked: Scenario = {
  name: 'a table is locked by somebody else',
  promise: 'no false answer, 503 within 2 s, healthy within 5 s of its release',
  run: async (ground) => {
    const { stage } = await openProxiedStage(ground);
    const other = new pg.Client({ connectionString: await stage.databaseUrl() });
    await other.connect();
    return outage(ground, stage, {
      begin: async () => {
        await other.query('BEGIN');
        await other.query('LOCK TABLE company_totals IN ACCESS EXCLUSIVE MODE');
      },
      end: async () => {
        await other.query('ROLLBACK');
        await other.end();
      },
      lastsSeconds: ground.isQuick ? 2 : 20,
    });
  },
};

async function outage(
  ground: Ground,
  stage: Stage,
  given: { begin: () => Promise<void>; end: () => Promise<void>; lastsSeconds: number },
): Promise<Outcome> {
  const visitors = stage.visitors();
  await until('enough was taken', () => visitors.acknowledged.size >= 200);
  visitors.refusals();
  await given.begin();
  const untilMs = performance.now() + given.lastsSeconds * 1000;
  await until('the outage is over', () => performance.now() > untilMs);
  const { statuses, slowestMs } = visitors.refusals();
  const before = visitors.acknowledged.size;
  await given.end();
  const recoverySeconds = await secondsUntil(
    'it took events again',
    () => visitors.acknowledged.size > before + 20,
  );
  const counted = await stage.settle([visitors]);
  await stage.close();
  require((statuses['503'] ?? 0) > 0, 'nobody was told');
  require(Object.keys(statuses).join() === '503', `other answers than 503: ${JSON.stringify(statuses)}`);
  requireWithin(ground, refusalMaxSeconds, slowestMs / 1000);
  requireWithin(ground, 5, recoverySeconds);
  return {
    ...counted,
    recoverySeconds,
    note: `${given.lastsSeconds} s away, slowest refusal ${(slowestMs / 1000).toFixed(1)} s`,
  };
}

export const databaseSlow: Scenario = {
  name: 'the database answers a quarter of a second late',
  promise: 'nothing acknowledged is lost; what cannot be done in time is refused',
  isLong: true,
  run: async (ground) => {
    const { stage, proxy } = await openProxiedStage(ground);
    const visitors = stage.visitors(60);
    await until('enough was taken', () => visitors.acknowledged.size >= 200);
    const before = visitors.acknowledged.size;
    proxy.slow(125);
    await until('it goes on all the same', () => visitors.acknowledged.size > before + 100);
    const { statuses } = visitors.refusals();
    proxy.restore();
    const counted = await stage.settle([visitors]);
    await stage.close();
    const others = Object.keys(statuses).filter((status) => status !== '503');
    require(others.length === 0, `other answers than 200 and 503: ${JSON.stringify(statuses)}`);
    return { ...counted, note: `${statuses['503'] ?? 0} refused meanwhile` };
  },
};

export const databaseLate: Scenario = {
  name: 'the database is not there yet when the app starts',
  promise: 'the app waits and comes up once it is',
  run: async (ground) => {
    const database = await createDatabase(ground.adminUrl);
    const proxy = await proxyDatabase(database.url);
    const { dataDir, remove } = makeDataDir();
    proxy.cut();
    const env = { APP_SECRET: appSecret, DATABASE_URL: proxy.url };
    const { northlight, ready } = await launchNorthlight({ dataDir, env });
    await until('it has knocked twice', () => proxy.refused() >= 2);
    const began = performance.now();
    proxy.restore();
    await ready;
    const recoverySeconds = (performance.now() - began) / 1000;
    require((await track(northlight.url, 'no such company')) === 403, 'it does not answer');
    require((await northlight.stop()) === 0, 'it did not end in good order');
    await proxy.close();
    await database.drop();
    remove();
    return { recoverySeconds };
  },
};
