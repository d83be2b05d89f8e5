import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify, { type InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { errorBody } from '../../contract/errors.ts';
import { apiPaths } from '../../contract/paths.ts';
import type { Db } from '../db/client.ts';
import { drainRequests } from '../platform/http/drain-requests.ts';
import { toAppError } from '../platform/http/error-handler.ts';
import { collectStartupGarbage } from '../process/startup-gc.ts';
import { aCompany, aPageview, aViewerCookie, browserUserAgent, publicOrigin } from '../testing/builders.ts';
import { countEvents } from '../testing/stored-data.ts';
import { buildTestApp, openTestDb } from '../testing/test-app.ts';

async function aConnection(base: string): Promise<Socket> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

test('shutdown closes an idle connection at once and aborts a request that never ends', async () => {
  // Nothing else closes the connection of the request.
  const t = await buildTestApp({ connectionLimits: { stalledMs: 0 } });
  const base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const [silent, slow] = [await aConnection(base), await aConnection(base)];
  slow.write(
    'POST /api/track-analytics HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\n{',
  );
  const [silentClosed, slowClosed] = [once(silent, 'close'), once(slow, 'close')];
  const answer = await fetch(`${base}/healthz`);
  expect(answer.status).toBe(200);
  const ended = t.close();
  await silentClosed;
  // The request under way still has time to finish.
  expect(slow.closed).toBe(false);
  await Promise.all([ended, slowClosed]);
});

test('requests accepted before the shutdown are finished: every acknowledged event is stored', async () => {
  const database = await openTestDb();
  const t = await buildTestApp({ databaseUrl: database.url });
  const base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { company } = await aCompany(t.db);
  const sending = Array.from({ length: 60 }, async () => {
    try {
      const answer = await fetch(`${base}/api/track-analytics`, {
        method: 'POST',
        headers: { 'user-agent': browserUserAgent },
        body: JSON.stringify(aPageview(company.id)),
      });
      return answer.status;
    } catch {
      return 0;
    }
  });
  await Promise.any(sending);
  await t.close();
  const statuses = await Promise.all(sending);
  const acknowledged = statuses.filter((status) => status === 200).length;
  expect(acknowledged).toBeGreaterThan(0);
  expect(await countEvents(database.db, company.id)).toBeGreaterThanOrEqual(acknowledged);
  await database.close();
});

/** They ask the database more than once: in their door, and then in their handler. */
const requestKinds = (companyId: string, cookie: string): Record<string, InjectOptions> => ({
  tracking: {
    method: 'POST',
    url: apiPaths.trackAnalytics,
    headers: { 'user-agent': browserUserAgent, 'content-type': 'text/plain' },
    payload: JSON.stringify(aPageview(companyId)),
  },
  presence: {
    method: 'PUT',
    url: apiPaths.presence(companyId, 'a-tab'),
    headers: { cookie, origin: publicOrigin },
    payload: { page_url: 'http://localhost/' },
  },
  statistics: { url: apiPaths.statsSummary(companyId), headers: { cookie } },
  'recent events': { url: apiPaths.recentEvents(companyId), headers: { cookie } },
  stream: { url: apiPaths.live(companyId), headers: { cookie } },
});

/** Makes statements wait that use the tables, until `release` is called. */
async function lockTables(db: Db, tables: string[]) {
  const client = await db.connect();
  await client.query(`BEGIN; LOCK TABLE ${tables.join(', ')}`);
  // The view has the locks of all databases, also of those of tests that run at the same time.
  const isWaiting = `SELECT count(DISTINCT pid)::int AS n FROM pg_locks JOIN pg_database d ON d.oid = database
                     WHERE locktype = 'relation' AND NOT granted AND datname = current_database()`;
  return {
    countWaiting: async () => (await client.query<{ n: number }>(isWaiting)).rows[0]?.n,
    release: async () => {
      await client.query('COMMIT');
      client.release();
    },
  };
}

test('a request under way when the server stops is not answered 500, whatever it asks', async () => {
  const database = await openTestDb();
  const t = await buildTestApp({ databaseUrl: database.url });
  const { company, accessKey } = await aCompany(t.db);
  const kinds = Object.entries(requestKinds(company.id, await aViewerCookie(t.app, accessKey)));
  const locked = await lockTables(database.db, ['companies', 'active_sessions', 'events']);
  // Like those of a client that has gone, injected requests have no connection that a closing server waits for.
  const answers = kinds.map(async ([kind, request]) => ({ kind, answer: await t.app.inject(request) }));
  await expect.poll(locked.countWaiting).toBeGreaterThan(0);
  const closed = t.close();
  for (let turn = 0; turn < 20; turn += 1) await locked.countWaiting();
  await locked.release();
  // 503 where a busy machine reaches a time limit of the database, and for the stream: the browser connects again.
  for (const { kind, answer } of await Promise.all(answers))
    expect([200, 204, 503], `${kind}: ${answer.body}`).toContain(answer.statusCode);
  await closed;
  await database.close();
});

test('closing waits for the work of requests without a connection, and of streams', async () => {
  const app = fastify();
  drainRequests(app);
  const order: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = 0;
  app.get('/slow', async () => {
    begun += 1;
    await released;
    order.push('answered');
    return 'done';
  });
  app.get('/stream', async (_request, reply) => {
    reply.hijack();
    reply.raw.end('gone');
    begun += 1;
    await released;
    order.push('stream prepared');
  });
  app.get('/failing', async () => {
    begun += 1;
    await released;
    throw new Error('failed');
  });
  app.get('/plain', () => 'done');
  const answers = ['/slow', '/stream', '/failing'].map((url) => app.inject(url));
  expect((await app.inject('/plain')).body).toBe('done');
  await expect.poll(() => begun).toBe(3);
  const closed = app.close().then(() => order.push('closed'));
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  release();
  await closed;
  expect(order).toEqual(['answered', 'stream prepared', 'closed']);
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 500]);
});

test('a request that arrives while the server stops is answered 503, like every error', async () => {
  const database = await openTestDb();
  const t = await buildTestApp({ databaseUrl: database.url });
  const base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { company, accessKey } = await aCompany(t.db);
  const cookie = await aViewerCookie(t.app, accessKey);
  const locked = await lockTables(database.db, ['companies']);
  const socket = await aConnection(base);
  const get = (path: string) =>
    `GET ${path} HTTP/1.1\r\nhost: ${new URL(base).host}\r\ncookie: ${cookie}\r\n\r\n`;
  const received = socket.setEncoding('utf8').toArray();
  socket.write(get(apiPaths.active(company.id)) + get(apiPaths.company(company.id)));
  await expect.poll(locked.countWaiting).toBeGreaterThan(0);
  const closed = t.close();
  await expect.poll(() => t.app.server.listening).toBe(false);
  socket.write(get(apiPaths.active(company.id)));
  await locked.release();
  const [, , last = ''] = (await received).join('').split(/(?=HTTP\/1\.1 )/);
  expect(last).toMatch(/^HTTP\/1\.1 503 /);
  expect(last).toMatch(/retry-after: 2\r\n/);
  expect(errorBody.parse(JSON.parse(last.slice(last.indexOf('{')))).error.code).toBe('unavailable');
  await closed;
  await database.close();
});

test('a statement after the database was closed is answered 503', async () => {
  const database = await openTestDb();
  await database.close();
  const attempts: Promise<unknown>[] = [
    database.db.query('SELECT 1'),
    database.db.orm.execute('SELECT 1'),
    database.db.transaction((tx) => tx.query('SELECT 1')),
    database.db.connect(),
  ];
  for (const attempt of attempts) {
    const error = await attempt.catch((reason: unknown) => reason);
    expect(toAppError(error)).toMatchObject({ status: 503, code: 'unavailable' });
  }
});

/** In a function, so that no variable of the test keeps the server. */
async function aClosedServer(): Promise<Record<'server' | 'app' | 'db', WeakRef<object>>> {
  const t = await buildTestApp();
  await t.app.inject('/healthz');
  await t.close();
  return { server: new WeakRef(t.server), app: new WeakRef(t.app), db: new WeakRef(t.db) };
}

test('a closed server leaves nothing in the process that keeps its parts in memory', async () => {
  const closed = Object.entries(await aClosedServer());
  const findKept = async () => {
    await collectStartupGarbage();
    return closed.filter(([, part]) => part.deref() !== undefined).map(([name]) => name);
  };
  await expect.poll(findKept, { interval: 500 }).toEqual([]);
});
