import assert from 'node:assert/strict';
import pg from 'pg';
import { proxyDatabase } from '../../../server/testing/database/database-proxy.ts';
import { createDatabase } from '../../../server/testing/database/databases.ts';
import { launchNorthlight, makeDataDir } from '../../northlight.ts';
import { type Fixture, openProxiedFixture } from '../fixture.ts';
import { trackPageView } from '../portals.ts';
import {
  appSecret,
  assertWithin,
  type Environment,
  type Outcome,
  type Scenario,
  secondsUntil,
  waitUntil,
} from '../scenario.ts';

/** Two seconds are promised; under load a machine may answer later. */
const failureMaxSeconds = 3;

export const databaseDown: Scenario = {
  name: 'the database goes down and comes back',
  promise: '503 within 2 s, no event acknowledged without being stored, healthy within 5 s of its return',
  // server/tests/database-faults.test.ts covers it in every test run.
  isLong: true,
  run: async (environment) => {
    const { fixture, proxy } = await openProxiedFixture(environment);
    return runOutage(environment, fixture, {
      begin: async () => proxy.cut(),
      end: async () => proxy.restore(),
      lastsSeconds: environment.isQuick ? 3 : 60,
    });
  },
};

export const databaseSilent: Scenario = {
  name: 'the network to the database stops passing data',
  promise: '503 within 2 s, no event acknowledged without being stored, healthy within 5 s of its return',
  // server/tests/database-faults.test.ts covers it in every test run.
  isLong: true,
  run: async (environment) => {
    const { fixture, proxy } = await openProxiedFixture(environment);
    return runOutage(environment, fixture, {
      begin: async () => proxy.silence(),
      end: async () => proxy.restore(),
      lastsSeconds: environment.isQuick ? 4 : 30,
    });
  },
};

export const databaseLocked: Scenario = {
  name: 'a table is locked by another client',
  promise: '503 within 2 s, no event acknowledged without being stored, healthy within 5 s of its release',
  run: async (environment) => {
    const { fixture } = await openProxiedFixture(environment);
    const other = new pg.Client({ connectionString: await fixture.databaseUrl() });
    await other.connect();
    return runOutage(environment, fixture, {
      begin: async () => {
        await other.query('BEGIN');
        await other.query('LOCK TABLE dataset_revisions IN ACCESS EXCLUSIVE MODE');
      },
      end: async () => {
        await other.query('ROLLBACK');
        await other.end();
      },
      lastsSeconds: environment.isQuick ? 2 : 20,
    });
  },
};

async function runOutage(
  environment: Environment,
  fixture: Fixture,
  given: { begin: () => Promise<void>; end: () => Promise<void>; lastsSeconds: number },
): Promise<Outcome> {
  const visitors = fixture.startVisitors();
  await waitUntil('enough events are acknowledged', () => visitors.acknowledged.size >= 200);
  visitors.takeFailures();
  await given.begin();
  const untilMs = performance.now() + given.lastsSeconds * 1000;
  const statuses: Record<string, number> = {};
  let slowestMs = 0;
  // On a busy machine the first answers may come after the two seconds that a short outage lasts.
  await waitUntil('the outage is over and requests were answered', () => {
    const failures = visitors.takeFailures();
    for (const [status, count] of Object.entries(failures.statuses))
      statuses[status] = (statuses[status] ?? 0) + count;
    slowestMs = Math.max(slowestMs, failures.slowestMs);
    return performance.now() > untilMs && Object.keys(statuses).length > 0;
  });
  const before = visitors.acknowledged.size;
  await given.end();
  const recoverySeconds = await secondsUntil(
    'events are acknowledged again',
    () => visitors.acknowledged.size > before + 20,
  );
  const counted = await fixture.stopAndRecount([visitors]);
  await fixture.close();
  assert(Object.keys(statuses).join() === '503', `other answers than 503: ${JSON.stringify(statuses)}`);
  assertWithin(environment, failureMaxSeconds, slowestMs / 1000);
  assertWithin(environment, 5, recoverySeconds);
  return {
    ...counted,
    recoverySeconds,
    note: `${given.lastsSeconds} s down, slowest 503 after ${(slowestMs / 1000).toFixed(1)} s`,
  };
}

export const databaseSlow: Scenario = {
  name: 'the database answers with a delay of 250 ms',
  promise: 'no acknowledged event is lost; events that cannot be stored in time are answered with 503',
  isLong: true,
  run: async (environment) => {
    const { fixture, proxy } = await openProxiedFixture(environment);
    const visitors = fixture.startVisitors(60);
    await waitUntil('enough events are acknowledged', () => visitors.acknowledged.size >= 200);
    const before = visitors.acknowledged.size;
    proxy.slow(125);
    await waitUntil('events are still acknowledged', () => visitors.acknowledged.size > before + 100);
    const { statuses } = visitors.takeFailures();
    proxy.restore();
    const counted = await fixture.stopAndRecount([visitors]);
    await fixture.close();
    const others = Object.keys(statuses).filter((status) => status !== '503');
    assert(others.length === 0, `other answers than 200 and 503: ${JSON.stringify(statuses)}`);
    return { ...counted, note: `${statuses['503'] ?? 0} answered with 503` };
  },
};

export const databaseStartsLate: Scenario = {
  name: 'the database is not available yet when the server starts',
  promise: 'the server waits for it and then starts',
  run: async (environment) => {
    const database = await createDatabase(environment.adminUrl);
    const proxy = await proxyDatabase(database.url);
    const { dataDir, remove } = makeDataDir();
    proxy.cut();
    const env = { APP_SECRET: appSecret, DATABASE_URL: proxy.url };
    const { northlight, ready } = await launchNorthlight({ dataDir, env });
    await waitUntil('the server has tried to connect twice', () => proxy.refused() >= 2);
    const began = performance.now();
    proxy.restore();
    await ready;
    const recoverySeconds = (performance.now() - began) / 1000;
    assert((await trackPageView(northlight.url, 'no such company')) === 403, 'the server does not answer');
    assert((await northlight.stop()) === 0, 'it did not stop with exit code 0');
    await proxy.close();
    await database.drop();
    remove();
    return { recoverySeconds };
  },
};
