import { afterAll, beforeAll, expect, test } from 'vitest';
import { heartbeatSeconds } from '../../../../contract/constants.ts';
import { aCompany, aViewerCookie } from '../../../testing/builders.ts';
import { PortalStreamReader } from '../../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { PortalPresence } from './portal-presence.ts';

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

async function aPortal() {
  const { company, accessKey } = await aCompany(t.db);
  const watch = async ({ on = base, tab, as }: { on?: string; tab?: string; as?: string } = {}) =>
    PortalStreamReader.open(on, company.id, as ?? (await aViewerCookie(t.app, accessKey)), {
      query: tab === undefined ? {} : { tab },
    });
  return { company, watch, cookie: () => aViewerCookie(t.app, accessKey) };
}

const isOpen = (portals: number) => (frame: PortalStreamReader['frames'][number]) =>
  frame.is !== 'end' && frame.data.active?.onPortal === portals;

const listRows = async (companyId: string) =>
  (
    await t.db.query<{ session_id: string; page_url: string; last_seen: Date }>(
      'SELECT session_id, page_url, last_seen FROM active_sessions WHERE company_id = $1',
      [companyId],
    )
  ).rows;

test('a portal counts while its stream is open, on the portals of every process, and not once its connection is cut', async () => {
  const { company, watch } = await aPortal();
  const watching = await watch({ on: secondBase });
  const first = await watch({ tab: 'tab-1' });
  await watching.waitForFrame(isOpen(1));
  const other = await watch({ on: secondBase, tab: 'tab-2' });
  await watching.waitForFrame(isOpen(2));
  expect(await listRows(company.id)).toMatchObject([
    { page_url: `/company-portal/${company.id}` },
    { page_url: `/company-portal/${company.id}` },
  ]);
  // As when a browser is killed: no request, only a connection that ends.
  const seen = watching.frames.length;
  first.close();
  await watching.waitForFrame(isOpen(1), seen);
  other.close();
  await watching.waitForFrame(isOpen(0), seen);
  expect(await listRows(company.id)).toEqual([]);
  watching.close();
});

test('a page that opens its stream again for another view stays counted, also at another process', async () => {
  const { watch, cookie } = await aPortal();
  const watching = await watch();
  const as = await cookie();
  let stream = await watch({ tab: 'tab-1', as });
  await watching.waitForFrame(isOpen(1));
  const seen = watching.frames.length;
  for (const on of [base, secondBase, base]) {
    const next = watch({ on, tab: 'tab-1', as });
    stream.close();
    stream = await next;
    await stream.waitForFrame((frame) => frame.is === 'snapshot');
  }
  const third = await watch({ tab: 'tab-2' });
  await watching.waitForFrame(isOpen(2));
  expect(watching.frames.slice(seen).some(isOpen(0))).toBe(false);
  for (const each of [stream, third, watching]) each.close();
});

test('streams of pages without a portal are not counted', async () => {
  const { company, watch } = await aPortal();
  const stream = await watch();
  await stream.waitForFrame((frame) => frame.is === 'snapshot');
  expect(await listRows(company.id)).toEqual([]);
  stream.close();
});

test('a viewer counts at most six times, whatever ids the tabs have', async () => {
  const { company, watch, cookie } = await aPortal();
  const as = await cookie();
  const streams = await Promise.all(
    Array.from({ length: 12 }, (_, nth) => watch({ on: nth % 2 ? base : secondBase, tab: `tab-${nth}`, as })),
  );
  const watching = await watch();
  await watching.waitForFrame((frame) => frame.is !== 'end' && (frame.data.active?.onPortal ?? 0) >= 6);
  await expect.poll(async () => (await listRows(company.id)).length).toBe(6);
  for (const stream of [...streams, watching]) stream.close();
});

test('an open tab is written every thirty seconds, also when its row was deleted, and expires with its process', async () => {
  const { company } = await aPortal();
  const presence = new PortalPresence({
    db: t.db,
    onError: (error) => {
      throw error;
    },
  });
  const closed: (() => void)[] = [];
  const stream = { isClosed: false, onClose: (listener: () => void) => void closed.push(listener) };
  presence.addStream(stream, {
    companyId: company.id,
    viewerId: 'viewer',
    stored: { sessionId: 'tab', pageUrl: '/', userAgent: '' },
  });
  await expect.poll(async () => (await listRows(company.id)).length).toBe(1);
  const later = new Date(Date.now() + heartbeatSeconds * 1000);
  await presence.refresh(later);
  expect(await listRows(company.id)).toMatchObject([{ last_seen: later }]);
  await t.db.query('DELETE FROM active_sessions WHERE company_id = $1', [company.id]);
  await presence.refresh(new Date());
  expect(await listRows(company.id)).toHaveLength(1);
  // Its process stops: the browser connects to another one, which writes the row from then on.
  presence.close();
  for (const listener of closed) listener();
  await presence.refresh(new Date());
  expect(await listRows(company.id)).toHaveLength(1);
});
