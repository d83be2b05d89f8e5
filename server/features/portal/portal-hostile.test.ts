import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { active } from '../../../contract/live.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { AdmissionQueue } from '../../platform/limits/admission.ts';
import type { Requester } from '../../platform/limits/admission-shares.ts';
import { EventStream } from '../../platform/live/event-stream.ts';
import { anAdminCookie } from '../../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie, publicOrigin } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { PortalStreamReader } from '../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { viewerDays } from '../access/viewer-cookie.ts';

let t: TestApp;
let base: string;
beforeEach(async () => {
  t = await buildTestApp({ env: { TRUST_PROXY: '1' } });
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => t.close());

async function aViewedCompany() {
  const { company, accessKey } = await aCompany(t.db);
  return { company, accessKey, cookie: await aViewerCookie(t.app, accessKey) };
}

/** Opens as many streams of new sessions from one address as 102 attempts allow. */
async function fillFrom(
  companyId: string,
  accessKey: string,
  address: string,
): Promise<PortalStreamReader[]> {
  const cookies = await Promise.all(Array.from({ length: 17 }, () => aViewerCookie(t.app, accessKey)));
  const results = await Promise.allSettled(
    cookies.flatMap((cookie) =>
      Array.from({ length: 6 }, () => PortalStreamReader.open(base, companyId, cookie, { address })),
    ),
  );
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

test('a stream whose client disconnected before it opened is counted as closed', async () => {
  const app = fastify();
  let report: (outcome: { isClosed: boolean; closeCount: number }) => void = () => {};
  const outcome = new Promise((resolve) => {
    report = resolve;
  });
  app.get('/', async (request, reply) => {
    await once(request.raw.socket, 'close');
    // The events of the response itself come after those of its socket.
    await new Promise(setImmediate);
    const stream = new EventStream(reply);
    let closeCount = 0;
    stream.onClose(() => {
      closeCount += 1;
    });
    report({ isClosed: stream.isClosed, closeCount });
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n', () => socket.destroy());
  expect(await outcome).toEqual({ isClosed: true, closeCount: 1 });
  await app.close();
});

test('streams closed while they were opened release their places', async () => {
  const { company, cookie } = await aViewedCompany();
  const port = Number(new URL(base).port);
  const lock = await t.db.connect();
  await lock.query('BEGIN');
  // The access check waits for this table, so every client disconnects before its stream opens.
  await lock.query('LOCK TABLE companies IN ACCESS EXCLUSIVE MODE');
  for (let i = 0; i < 8; i += 1) {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    const path = apiPaths.live(company.id);
    await new Promise<void>((resolve) => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`, () => resolve());
    });
    socket.destroy();
  }
  await lock.query('ROLLBACK');
  lock.release();
  await expect
    .poll(async () => {
      const reader = await PortalStreamReader.open(base, company.id, cookie).catch(() => undefined);
      reader?.close();
      return reader !== undefined;
    })
    .toBe(true);
  await expect.poll(() => t.server.portalStreams.streamCount).toBe(0);
});

test('one address with one key cannot use all streams of a company', async () => {
  const { company, accessKey, cookie } = await aViewedCompany();
  const first = await fillFrom(company.id, accessKey, '198.51.100.1');
  expect(first).toHaveLength(100);
  // Two addresses cannot use up the limit for viewers: the last quarter is left for addresses with few streams.
  const second = await fillFrom(company.id, accessKey, '198.51.100.2');
  expect(second).toHaveLength(50);
  const elsewhere = await PortalStreamReader.open(base, company.id, cookie, { address: '198.51.100.3' });
  const third = await fillFrom(company.id, accessKey, '198.51.100.3');
  expect(third).toHaveLength(19);
  const refused = await t.app.inject({
    url: apiPaths.live(company.id),
    headers: { cookie, 'x-forwarded-for': '198.51.100.2' },
  });
  expectError(refused, 429, 'too-many-requests');
  const admin = await PortalStreamReader.open(base, company.id, await anAdminCookie(t), {
    address: '198.51.100.1',
  });
  await admin.waitForFrame((frame) => frame.is === 'snapshot');
  for (const reader of [...first, ...second, ...third, elsewhere, admin]) reader.close();
  await expect.poll(() => t.server.portalStreams.streamCount).toBe(0);
});

test('a stream ends when its cookie expires after thirty days', async () => {
  const { company, cookie } = await aViewedCompany();
  const viewer = await PortalStreamReader.open(base, company.id, cookie);
  const admin = await PortalStreamReader.open(base, company.id, await anAdminCookie(t));
  const days = (n: number) => new Date(Date.now() + n * 86_400_000);
  t.server.portalStreams.recheck(days(viewerDays - 1));
  expect(t.server.portalStreams.streamCount).toBe(2);
  t.server.portalStreams.recheck(days(viewerDays + 1));
  await viewer.waitForEnd();
  await expect.poll(() => t.server.portalStreams.streamCount).toBe(1);
  admin.close();
});

test('a viewer is not counted under sixty invented ids', async () => {
  const { company, cookie } = await aViewedCompany();
  const other = await aViewerCookie(t.app, (await aViewedCompany()).accessKey);
  const send = (method: 'PUT' | 'DELETE', tab: string, by = cookie) =>
    t.app.inject({
      method,
      url: apiPaths.presence(company.id, tab),
      headers: { cookie: by, origin: publicOrigin },
      ...(method === 'PUT' ? { payload: { page_url: '/' } } : {}),
    });
  for (let tab = 0; tab < 50; tab += 1) expect((await send('PUT', `tab-${tab}`)).statusCode).toBe(204);
  const count = async () => {
    const answer = await t.app.inject({ url: apiPaths.active(company.id), headers: { cookie } });
    return active.parse(answer.json()).onPortal;
  };
  expect(await count()).toBe(6);
  // The newest ones are kept.
  await send('DELETE', 'tab-49');
  expect(await count()).toBe(5);
  expectError(await send('PUT', 'tab-1', other), 404, 'company-not-found');
});

test('a viewer cannot end the presence of another viewer', async () => {
  const { company, accessKey, cookie } = await aViewedCompany();
  const other = await aViewerCookie(t.app, accessKey);
  const send = (method: 'PUT' | 'DELETE', by: string) =>
    t.app.inject({
      method,
      url: apiPaths.presence(company.id, 'tab-1'),
      headers: { cookie: by, origin: publicOrigin },
      ...(method === 'PUT' ? { payload: { page_url: '/' } } : {}),
    });
  await send('PUT', cookie);
  await send('DELETE', other);
  const answer = await t.app.inject({ url: apiPaths.active(company.id), headers: { cookie } });
  expect(active.parse(answer.json()).onPortal).toBe(1);
});

test('two hundred simultaneous queries of one session are limited', async () => {
  const { company, accessKey, cookie } = await aViewedCompany();
  const other = await aViewerCookie(t.app, accessKey);
  const lock = await t.db.connect();
  await lock.query('BEGIN');
  await lock.query('LOCK TABLE active_sessions IN ACCESS EXCLUSIVE MODE');
  const ask = (by: string) => t.app.inject({ url: apiPaths.active(company.id), headers: { cookie: by } });
  const flood = Promise.all(Array.from({ length: 60 }, () => ask(cookie)));
  const counts: number[] = [];
  await expect
    .poll(
      async () => {
        // On another connection, because a transaction sees a frozen state of this view.
        const { rows } = await t.db.query(`SELECT count(*) AS n FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`);
        counts.push(rows[0]?.n);
        return Math.max(...counts);
      },
      { interval: 10 },
    )
    .toBe(4);
  const quiet = ask(other);
  await lock.query('ROLLBACK');
  lock.release();
  expect((await quiet).statusCode).toBe(200);
  // Requests that waited too long for the lock are answered with 503.
  const refused = (await flood).filter((answer) => answer.statusCode === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expectError(answer, 429, 'too-many-requests');
    expect(answer.headers['retry-after']).toBe('2');
  }
});

/** A limiter with queries that do not end until `release` is called. */
function aHeldGate() {
  const gate = new AdmissionQueue({ slots: 2, waiting: 200, waitMaxMs: 8_000 });
  const held: (() => void)[] = [];
  const all: Promise<void>[] = [];
  const hold = (sessionId: string, given: Partial<Requester> = {}) => {
    const asker = { companyId: 'c', isAdmin: false, address: sessionId, ...given, sessionId };
    const answer = gate.run(asker, () => new Promise<void>((resolve) => held.push(resolve)));
    all.push(answer);
    return answer;
  };
  const release = async () => {
    while (held.length > 0) {
      held.shift()?.();
      await new Promise(setImmediate);
    }
    await Promise.allSettled(all);
  };
  return { held, hold, release };
}

test('the questions of two opened portals wait for their turn, more are rejected', async () => {
  const { held, hold, release } = aHeldGate();
  const first = Array.from({ length: 28 }, () => hold('session'));
  expect(held).toHaveLength(4);
  await expect(hold('session')).rejects.toMatchObject({ status: 429 });
  await release();
  await Promise.all(first);
});

test('a session at its limit does not delay another one of the same company', async () => {
  const { held, hold, release } = aHeldGate();
  for (let i = 0; i < 10; i += 1) hold('greedy');
  expect(held).toHaveLength(4);
  hold('other');
  expect(held).toHaveLength(5);
  // Four sessions reach the limit of the company, but not that of another company.
  for (const session of ['a', 'b', 'c']) for (let i = 0; i < 4; i += 1) hold(session);
  expect(held).toHaveLength(16);
  hold('late');
  hold('elsewhere', { companyId: 'd' });
  expect(held).toHaveLength(17);
  await release();
});

test('the viewers of a portal cannot use up the queries of its administrator', async () => {
  const { held, hold, release } = aHeldGate();
  for (let session = 0; session < 20; session += 1)
    for (let i = 0; i < 4; i += 1) hold(`viewer ${session}`).catch(() => {});
  expect(held).toHaveLength(16);
  hold('administrator', { isAdmin: true, address: 'viewer 1' });
  expect(held).toHaveLength(17);
  await release();
});

test('one address with many sessions cannot use up the queries of all viewers', async () => {
  const { held, hold, release } = aHeldGate();
  for (let session = 0; session < 30; session += 1)
    for (let i = 0; i < 4; i += 1) hold(`greedy ${session}`, { address: 'one' }).catch(() => {});
  expect(held).toHaveLength(8);
  // Other addresses can still run and queue queries.
  const others = ['a', 'b'].flatMap((name) => Array.from({ length: 4 }, () => hold(name)));
  expect(held).toHaveLength(16);
  const late = hold('late');
  await release();
  await Promise.all([...others, late]);
});
