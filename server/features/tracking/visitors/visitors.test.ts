import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCompany } from '../../../testing/builders.ts';
import { dumpCompanyRows, listPresentSessions } from '../../../testing/stored-data.ts';
import { openTestDb } from '../../../testing/test-app.ts';
import { aTrackingProcess, trackedAddress } from '../../../testing/tracking-process.ts';
import { aHeartbeat, anEngagement, aView, countVisitors, noon } from '../../../testing/visitor-events.ts';
import { ensurePartitions } from '../partitions/partitions.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
  // One test is about certain days.
  await ensurePartitions(t.db, new Date('2026-11-05T00:00:00Z'));
});
afterAll(() => t.close());

async function listKinds(companyId: string): Promise<string[]> {
  const { rows } = await t.db.query<{ kind: string }>(
    'SELECT kind FROM events WHERE company_id = $1 ORDER BY kind',
    [companyId],
  );
  return rows.map(({ kind }) => kind);
}

test('visitor: three tabs of one browser are one visitor', async () => {
  const { company } = await aCompany(t.db);
  const process = aTrackingProcess(t.db, noon);
  for (const sessionId of ['tab-1', 'tab-2', 'tab-3'])
    await process.track([aView(company.id, { visitorId: 'v', sessionId })]);
  expect(await countVisitors(t.db, company.id)).toBe(1);
});

test('visitor: two browsers behind one address with one user agent are two', async () => {
  const { company } = await aCompany(t.db);
  await aTrackingProcess(t.db, noon).track([
    aView(company.id, { visitorId: 'a', sessionId: '1' }),
    aView(company.id, { visitorId: 'b', sessionId: '2' }),
  ]);
  expect(await countVisitors(t.db, company.id)).toBe(2);
});

test('visitor: where storage is denied, address and user agent are one visitor', async () => {
  const { company } = await aCompany(t.db);
  const process = aTrackingProcess(t.db, noon);
  await process.track([aView(company.id, { visitorId: null, sessionId: '1' })]);
  await process.track([aView(company.id, { visitorId: null, sessionId: '2' })]);
  await process.track([aView(company.id, { visitorId: null })], {
    clientAddress: `::ffff:${trackedAddress}`,
  });
  expect(await countVisitors(t.db, company.id)).toBe(1);
  await process.track([aView(company.id, { visitorId: null })], { clientAddress: '2001:db8::1' });
  await process.track([aView(company.id, { visitorId: null })], { clientAddress: '2001:db8::2' });
  expect(await countVisitors(t.db, company.id)).toBe(3);
});

test('visitor: a company without storage ignores a visitor id that is sent', async () => {
  const { company } = await aCompany(t.db);
  await t.db.query('UPDATE companies SET stores_visitor_id = false WHERE id = $1', [company.id]);
  const process = aTrackingProcess(t.db, noon);
  const answer = await process.track([
    aView(company.id, { visitorId: 'a', sessionId: '1' }),
    aView(company.id, { visitorId: 'b', sessionId: '2' }),
  ]);
  expect(await countVisitors(t.db, company.id)).toBe(1);
  expect(answer.dayEndsInSeconds).toBe(0);
});

test('visitor: an event without the field counts by its session, a literal page view not at all', async () => {
  const { company } = await aCompany(t.db);
  const process = aTrackingProcess(t.db, noon);
  await process.track([aView(company.id, {})]);
  expect(await countVisitors(t.db, company.id)).toBe(0);
  await process.track([aHeartbeat(company.id, { sessionId: 'a' }), aView(company.id, { sessionId: 'b' })]);
  await process.track([
    aHeartbeat(company.id, { sessionId: 'a' }),
    aHeartbeat(company.id, { sessionId: 'b' }),
  ]);
  expect(await countVisitors(t.db, company.id)).toBe(2);
  // The session of a is stored, because nothing else of it is; that of b is known from its page view.
  expect(await listKinds(company.id)).toEqual(['pageview', 'pageview', 'session']);
});

test('visitor: heartbeats with a visitor id are presence only', async () => {
  const { company } = await aCompany(t.db);
  await aTrackingProcess(t.db, noon).track([aHeartbeat(company.id, { visitorId: 'v', sessionId: 's' })]);
  expect(await listKinds(company.id)).toEqual([]);
  expect(await listPresentSessions(t.db, company.id)).toEqual(['s']);
  expect(await countVisitors(t.db, company.id)).toBe(0);
});

test('visitor: on the next local day it is another one, and nothing links both', async () => {
  const { company } = await aCompany(t.db);
  await t.db.query(`UPDATE companies SET time_zone = 'Asia/Kathmandu' WHERE id = $1`, [company.id]);
  // 23:59 and 00:01 in a zone of +05:45.
  const evening = new Date('2026-11-05T18:14:00Z');
  const process = aTrackingProcess(t.db, evening);
  const { dayEndsInSeconds } = await process.track([
    aView(company.id, { visitorId: 'v', sessionId: 's' }, evening),
  ]);
  expect(dayEndsInSeconds).toBe(60);
  const morning = new Date(evening.getTime() + 120_000);
  process.set(morning);
  await process.track([aView(company.id, { visitorId: 'v', sessionId: 's' }, morning)]);
  const { rows } = await t.db.query<{ visitors: number; tabs: number }>(
    'SELECT count(DISTINCT visitor_id) AS visitors, count(DISTINCT tab_id) AS tabs FROM events WHERE company_id = $1',
    [company.id],
  );
  expect(rows).toEqual([{ visitors: 2, tabs: 2 }]);
  expect(await countVisitors(t.db, company.id)).toBe(2);
});

test('engagement is stored when it has a duration, and counts no visitor', async () => {
  const { company } = await aCompany(t.db);
  const process = aTrackingProcess(t.db, noon);
  await process.track([
    anEngagement(company.id, { visitorId: 'v', sessionId: 's', engagedMs: 4_200 }),
    anEngagement(company.id, { visitorId: 'v', sessionId: 's', engagedMs: 0 }),
  ]);
  expect(await countVisitors(t.db, company.id)).toBe(0);
  const { rows } = await t.db.query('SELECT kind, engaged_ms FROM events WHERE company_id = $1', [
    company.id,
  ]);
  expect(rows).toEqual([{ kind: 'engagement', engaged_ms: 4_200 }]);
  await process.track([aView(company.id, { visitorId: 'v', sessionId: 's' })]);
  expect(await countVisitors(t.db, company.id)).toBe(1);
});

test('neither addresses nor visitor ids are stored', async () => {
  const { company } = await aCompany(t.db);
  const process = aTrackingProcess(t.db, noon);
  await process.track([
    aView(company.id, { visitorId: 'visitor-id-of-browser', sessionId: 'session-of-tab' }),
  ]);
  await process.track([aView(company.id, { visitorId: null })], { clientAddress: '2001:db8:1:2:3:4:5:6' });
  const stored = await dumpCompanyRows(t.db, company.id);
  for (const secret of [trackedAddress, '2001:db8', 'visitor-id-of-browser'])
    expect(stored).not.toContain(secret);
  const { rows } = await t.db.query('SELECT session_id FROM events WHERE company_id = $1', [company.id]);
  expect(rows).toEqual([{ session_id: null }, { session_id: null }]);
});
