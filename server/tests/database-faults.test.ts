import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { apiPaths } from '../../contract/paths.ts';
import { openDb, waitForFirstConnection } from '../db/client.ts';
import { aCompany, aPageview, aViewerCookie, track } from '../testing/builders.ts';
import { type DatabaseProxy, proxyDatabase } from '../testing/database/database-proxy.ts';
import { expectAccepted, expectError } from '../testing/requests/expect-answers.ts';
import { countEvents } from '../testing/stored-data.ts';
import { PortalStreamReader } from '../testing/streams/portal-stream-reader.ts';
import { buildTestApp, openTestDb, type TestApp } from '../testing/test-app.ts';

// Two seconds are promised; a busy machine may take longer, but not the five seconds of a statement’s timeout.
const answerMaxSeconds = 4;

let direct: Awaited<ReturnType<typeof openTestDb>>;
let proxy: DatabaseProxy;
let t: TestApp;
beforeAll(async () => {
  direct = await openTestDb();
  proxy = await proxyDatabase(direct.url);
  t = await buildTestApp({ databaseUrl: proxy.url });
});
beforeEach(() => proxy.restore());
afterAll(async () => {
  proxy.restore();
  await t.close();
  await proxy.close();
  await direct.close();
});

const isReady = async () => (await t.app.inject('/readyz')).statusCode;

async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; seconds: number }> {
  const began = performance.now();
  const value = await work;
  return { value, seconds: (performance.now() - began) / 1000 };
}

test('without a database events are answered with 503 at once, none is acknowledged, and it reconnects', async () => {
  const { company } = await aCompany(direct.db);
  expectAccepted(await track(t.app, aPageview(company.id)), 1);
  proxy.cut();
  const events = Array.from({ length: 10 }, () => aPageview(company.id));
  const { value: answers, seconds } = await timed(Promise.all(events.map((event) => track(t.app, event))));
  expect(seconds).toBeLessThan(answerMaxSeconds);
  for (const answer of answers) {
    expectError(answer, 503, 'unavailable');
    expect(answer.headers['retry-after']).toBe('2');
  }
  expect(await isReady()).toBe(503);
  expect((await t.app.inject('/healthz')).statusCode).toBe(200);
  // The machine of a cluster that has the rows may have stored them.
  if (inject('clusterNodes').length === 0) expect(await countEvents(direct.db, company.id)).toBe(1);

  proxy.restore();
  await expect.poll(isReady).toBe(200);
  for (const event of events) expectAccepted(await track(t.app, event), 1);
  expect(await countEvents(direct.db, company.id)).toBe(11);
});

test('an unresponsive database is answered with 503 within two seconds', async () => {
  const { company } = await aCompany(direct.db);
  expectAccepted(await track(t.app, aPageview(company.id)), 1);
  proxy.silence();
  const event = aPageview(company.id);
  const { value, seconds } = await timed(Promise.all([t.app.inject('/readyz'), track(t.app, event)]));
  for (const answer of value) expectError(answer, 503, 'unavailable');
  expect(seconds).toBeLessThan(answerMaxSeconds);
  proxy.restore();
  await expect.poll(async () => (await track(t.app, event)).statusCode).toBe(200);
  expect(await countEvents(direct.db, company.id)).toBe(2);
});

test('an open portal survives a database outage and shows what happened during it', async () => {
  const { company, accessKey } = await aCompany(direct.db);
  const cookie = await aViewerCookie(t.app, accessKey);
  const base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const reader = await PortalStreamReader.open(base, company.id, cookie);
  await reader.waitForFrame((frame) => frame.is === 'snapshot');
  proxy.cut();
  expect((await t.app.inject({ url: apiPaths.active(company.id), headers: { cookie } })).statusCode).toBe(
    503,
  );
  const other = await buildTestApp({ databaseUrl: direct.url });
  expectAccepted(await track(other.app, aPageview(company.id)), 1);
  proxy.restore();
  await reader.waitForRevision(1);
  reader.close();
  await other.close();
});

test('a connection terminated inside a transaction fails only that transaction', async () => {
  const cut = direct.db.transaction(async (tx) => {
    const { rows } = await tx.orm.execute('SELECT pg_backend_pid() AS pid');
    await direct.db.query('SELECT pg_terminate_backend($1::int, 5000)', [rows[0]?.pid]);
    await tx.orm.execute('SELECT 1');
  });
  // Without an error handler on the connection, the process would exit.
  await expect(cut).rejects.toThrow();
  expect((await direct.db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('the first connection of a start waits longer than one of a request', async () => {
  proxy.silence();
  const db = openDb({ url: proxy.url, onError: () => {} });
  const first = waitForFirstConnection(db);
  await expect(db.connect()).rejects.toThrow(/timeout/);
  proxy.restore();
  await first;
  expect((await db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await db.close();
});
