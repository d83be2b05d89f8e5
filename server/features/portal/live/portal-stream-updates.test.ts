import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  aCompany,
  anOrder,
  aPageview,
  aSession,
  aViewerCookie,
  publicOrigin,
  track,
} from '../../../testing/builders.ts';
import { PortalStreamReader } from '../../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../../testing/test-app.ts';
import { replaceAccessKey } from '../../access/company-key.ts';

let t: TestApp;
let second: TestApp;
let base: string;
let secondBase: string;
beforeAll(async () => {
  t = await buildTestApp();
  second = await buildTestApp({ databaseUrl: t.databaseUrl });
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  secondBase = await second.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await second.close();
  await t.close();
});

const readers: PortalStreamReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

async function watch(companyId: string, cookie: string, on = base): Promise<PortalStreamReader> {
  const reader = await PortalStreamReader.open(on, companyId, cookie);
  readers.push(reader);
  await reader.waitForFrame((frame) => frame.is === 'snapshot');
  return reader;
}

async function aViewedCompany() {
  const { company, accessKey } = await aCompany(t.db);
  return { company, cookie: await aViewerCookie(t.app, accessKey) };
}

test('a stream begins with a snapshot and may not be cached', async () => {
  const { company, cookie } = await aViewedCompany();
  await track(t.app, [aPageview(company.id, { sessionId: 's1' }), anOrder(company.id, 'A', 9.5)]);
  const answer = await fetch(base + apiPaths.live(company.id), { headers: { cookie } });
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(answer.headers.get('cache-control')).toContain('no-store');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  await answer.body?.cancel();
  const reader = await watch(company.id, cookie);
  expect(reader.frames[0]).toMatchObject({
    is: 'snapshot',
    data: {
      ...{ source: 'tracked', revision: 1, lastEventAt: expect.any(String) },
      active: { total: 1, onSite: 1, onPortal: 0 },
    },
  });
});

test('an event updates every open portal, whichever process stored it', async () => {
  const { company, cookie } = await aViewedCompany();
  const { company: other, cookie: otherCookie } = await aViewedCompany();
  const portals = [
    await watch(company.id, cookie),
    await watch(company.id, cookie),
    await watch(company.id, cookie, secondBase),
  ];
  const uninvolved = await watch(other.id, otherCookie);
  await track(t.app, [aPageview(company.id, { sessionId: 's1' }), anOrder(company.id, 'A', 5)]);
  const frames = await Promise.all(portals.map((portal) => portal.waitForRevision(1)));
  expect(frames[1]).toEqual(frames[0]);
  expect(frames[2]).toEqual(frames[0]);
  expect(frames[0]).toMatchObject({
    is: 'change',
    data: {
      ...{ source: 'tracked', revision: 1, lastEventAt: expect.any(String) },
      active: { total: 1, onSite: 1, onPortal: 0 },
    },
  });

  await track(second.app, aPageview(company.id));
  await Promise.all(portals.map((portal) => portal.waitForRevision(2)));
  expect(uninvolved.frames).toHaveLength(1);
});

test('a browser with three tabs is one live visitor, and leaving shows on open portals', async () => {
  const { company, cookie } = await aViewedCompany();
  const portal = await watch(company.id, cookie);
  const tabs = ['tab-1', 'tab-2', 'tab-3'];
  const common = { companyId: company.id, metadata: { url: 'https://shop.test/', visitorId: 'one-browser' } };
  const onTabs = (event: object, metadata: object) =>
    tabs.map((sessionId) => ({
      ...event,
      ...common,
      metadata: { ...common.metadata, ...metadata, sessionId },
    }));
  await track(t.app, onTabs({ eventType: 'pageview' }, {}));
  const isLive = (visitors: number) => (frame: PortalStreamReader['frames'][number]) =>
    frame.is !== 'end' && frame.data.active?.onSite === visitors;
  const frame = await portal.waitForFrame(isLive(1));
  expect(frame).toMatchObject({
    data: {
      liveVisitors: { visitors: 1, pages: [{ value: '/', visitors: 1 }], sources: [{ value: 'Direct' }] },
    },
  });
  expect(portal.frames.some(isLive(3))).toBe(false);
  await track(t.app, onTabs({ eventType: 'engagement' }, { engagedMs: 0, isLeaving: true }));
  await portal.waitForFrame(isLive(0), portal.frames.indexOf(frame) + 1);
});

test('a burst is sent at most five times a second, and its last state is not lost', async () => {
  const { company, cookie } = await aViewedCompany();
  const reader = await watch(company.id, cookie);
  const began = performance.now();
  for (let i = 0; i < 60; i += 1) await track(i % 2 ? t.app : second.app, aPageview(company.id));
  await reader.waitForRevision(60);
  const seconds = (performance.now() - began) / 1000;
  expect(reader.frames.length - 1).toBeLessThanOrEqual(Math.floor(seconds * 5) + 1);
});

test('simultaneous changes of many companies reach each portal separately', async () => {
  const companies = await Promise.all(Array.from({ length: 12 }, () => aViewedCompany()));
  const watched = [];
  for (const { company, cookie } of companies) watched.push(await watch(company.id, cookie));
  await Promise.all(
    companies.map(({ company }, index) =>
      track(
        t.app,
        Array.from({ length: index + 1 }, () => aPageview(company.id)),
      ),
    ),
  );
  await Promise.all(watched.map((reader) => reader.waitForRevision(1)));
});

test('generating and clearing demo data sends a new snapshot to the open portals of every process', async () => {
  const { company, cookie } = await aViewedCompany();
  const here = await watch(company.id, cookie);
  const there = await watch(company.id, cookie, secondBase);
  const headers = { cookie, origin: publicOrigin };
  const isShown = (source: string) => (frame: PortalStreamReader['frames'][number]) =>
    frame.is === 'snapshot' && frame.data.source === source;
  await t.app.inject({
    method: 'POST',
    url: apiPaths.simulateAnalytics,
    headers,
    payload: { companyId: company.id },
  });
  await Promise.all([here, there].map((reader) => reader.waitForFrame(isShown('simulated'))));
  const seen = here.frames.length;
  await t.app.inject({
    method: 'DELETE',
    url: apiPaths.simulatedAnalytics(company.id.toUpperCase()),
    headers,
  });
  await Promise.all([here, there].map((reader) => reader.waitForFrame(isShown('tracked'), seen)));
});

test('opening and closing a portal updates the others at once, also with an id in capitals', async () => {
  const { company, cookie } = await aViewedCompany();
  const reader = await watch(company.id, cookie);
  const presence = (method: 'PUT' | 'DELETE', id: string) =>
    t.app.inject({
      method,
      url: apiPaths.presence(id, 'tab-1'),
      headers: { cookie, origin: publicOrigin },
      ...(method === 'PUT' ? { payload: { page_url: '/company-portal/x' } } : {}),
    });
  const onPortal = (n: number) => (frame: PortalStreamReader['frames'][number]) =>
    frame.is !== 'end' && frame.data.active?.onPortal === n;
  await presence('PUT', company.id.toUpperCase());
  await reader.waitForFrame(onPortal(1));
  const seen = reader.frames.length;
  await presence('DELETE', company.id);
  await reader.waitForFrame(onPortal(0), seen);
});

test('a stream that opens during a change receives the latest state', async () => {
  const { company, cookie } = await aViewedCompany();
  let sent = 0;
  for (let round = 0; round < 5; round += 1) {
    const opening = watch(company.id, cookie);
    const sending = Array.from({ length: 4 }, () => track(t.app, aSession(company.id, `s${sent++}`)));
    await Promise.all(sending);
    const reader = await opening;
    await reader.waitForFrame((frame) => frame.is !== 'end' && frame.data.liveVisitors?.visitors === sent);
    reader.close();
    await reader.waitForEnd();
  }
});

test('a lost database connection is restored, and missed changes are sent', async () => {
  const { company, cookie } = await aViewedCompany();
  const reader = await watch(company.id, cookie, secondBase);
  await t.db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'northlight live'`,
  );
  await track(t.app, aPageview(company.id));
  await reader.waitForRevision(1);
  await track(t.app, aPageview(company.id));
  await reader.waitForRevision(2);
  expect((await second.app.inject('/readyz')).statusCode).toBe(200);
});

test('a new access key ends the streams of the old one in every process', async () => {
  const { company, cookie } = await aViewedCompany();
  const { company: other, cookie: otherCookie } = await aViewedCompany();
  const streams = [await watch(company.id, cookie), await watch(company.id, cookie, secondBase)];
  const untouched = await watch(other.id, otherCookie);
  await replaceAccessKey(t.db, testAppSecret, company.id);
  await Promise.all(streams.map((stream) => stream.waitForEnd()));
  await expect(watch(company.id, cookie)).rejects.toThrow('404');
  await track(t.app, aPageview(other.id));
  await untouched.waitForRevision(1);
});

test('a key replaced while the database connection was lost ends its streams after the reconnect', async () => {
  const { company, cookie } = await aViewedCompany();
  const stream = await watch(company.id, cookie);
  await t.db.query(`UPDATE access_keys SET ends_at = now() - interval '1 second' WHERE company_id = $1`, [
    company.id,
  ]);
  await t.db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'northlight live'`,
  );
  await stream.waitForEnd();
});
