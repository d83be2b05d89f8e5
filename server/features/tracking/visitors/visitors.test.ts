import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TrackingEventInput, trackingEvent } from '../../../../contract/tracking.ts';
import { Metrics } from '../../../platform/metrics/metrics.ts';
import { aCompany, anEventId, browserUserAgent } from '../../../testing/builders.ts';
import { dumpCompanyRows, findTotals, recountTotals } from '../../../testing/stored-data.ts';
import { openTestDb } from '../../../testing/test-app.ts';
import { createCompanyCache } from '../../companies/company-cache.ts';
import { ensurePartitions } from '../partitions/partitions.ts';
import { createTracking } from '../tracking.ts';
import { deleteSaltsDue, vacuumSalts } from './visitor-salts.queries.ts';
import { VisitorSalts } from './visitor-salts.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
  // Some tests are about certain days.
  await ensurePartitions(t.db, new Date('2026-11-05T00:00:00Z'));
});
afterAll(() => t.close());

const hour = 3_600_000;
/** Far from a midnight, on which a visitor would become another. */
const noon = new Date('2026-11-05T12:00:00Z');
const address = '198.51.100.77';

/** A server process with a clock that the test sets. */
function aProcess(start: Date) {
  let at = start;
  const tracking = createTracking({
    db: t.db,
    findCompany: createCompanyCache(t.db).find,
    limits: { companyEventsPerSecond: 100_000, distinctValuesPerDay: 1_000 },
    metrics: new Metrics(),
    onRejected: () => {},
    onFailure: () => {},
    now: () => at,
  });
  return {
    set: (time: Date) => {
      at = time;
    },
    track: (events: TrackingEventInput[], sender: { clientAddress?: string; userAgent?: string } = {}) =>
      tracking.track(
        events.map((event) => trackingEvent.parse(event)),
        {
          origin: 'https://shop.test',
          userAgent: browserUserAgent,
          address,
          clientAddress: address,
          ...sender,
        },
      ),
  };
}

type Fields = { visitorId?: string | null; sessionId?: string; url?: string; referrer?: string };
const aView = (companyId: string, fields: Fields, at = noon): TrackingEventInput => ({
  id: anEventId(at),
  companyId,
  eventType: 'pageview',
  metadata: { url: 'https://shop.test/', ...fields },
});
const aHeartbeat = (companyId: string, fields: Fields, at = noon): TrackingEventInput => ({
  id: anEventId(at),
  companyId,
  eventType: 'session',
  metadata: { url: 'https://shop.test/', sessionId: 's', ...fields },
});
const anEngagement = (
  companyId: string,
  fields: Fields & { engagedMs: number; isLeaving?: boolean },
  at = noon,
): TrackingEventInput => ({
  id: anEventId(at),
  companyId,
  eventType: 'engagement',
  metadata: { url: 'https://shop.test/', ...fields },
});

async function users(companyId: string): Promise<number | undefined> {
  const totals = await findTotals(t.db, companyId);
  expect(totals?.users).toBe((await recountTotals(t.db, companyId)).users);
  return totals?.users;
}

async function listKinds(companyId: string): Promise<string[]> {
  const { rows } = await t.db.query<{ kind: string }>(
    'SELECT kind FROM events WHERE company_id = $1 ORDER BY kind',
    [companyId],
  );
  return rows.map(({ kind }) => kind);
}

async function listPresent(companyId: string): Promise<string[]> {
  const { rows } = await t.db.query<{ session_id: string }>(
    'SELECT session_id FROM active_sessions WHERE company_id = $1 ORDER BY session_id',
    [companyId],
  );
  return rows.map((row) => row.session_id);
}

test('visitor: three tabs of one browser are one visitor', async () => {
  const { company } = await aCompany(t.db);
  const process = aProcess(noon);
  for (const sessionId of ['tab-1', 'tab-2', 'tab-3'])
    await process.track([aView(company.id, { visitorId: 'v', sessionId })]);
  expect(await users(company.id)).toBe(1);
});

test('visitor: two browsers behind one address with one user agent are two', async () => {
  const { company } = await aCompany(t.db);
  await aProcess(noon).track([
    aView(company.id, { visitorId: 'a', sessionId: '1' }),
    aView(company.id, { visitorId: 'b', sessionId: '2' }),
  ]);
  expect(await users(company.id)).toBe(2);
});

test('visitor: where storage is denied, address and user agent are one visitor', async () => {
  const { company } = await aCompany(t.db);
  const process = aProcess(noon);
  await process.track([aView(company.id, { visitorId: null, sessionId: '1' })]);
  await process.track([aView(company.id, { visitorId: null, sessionId: '2' })]);
  await process.track([aView(company.id, { visitorId: null })], { clientAddress: `::ffff:${address}` });
  expect(await users(company.id)).toBe(1);
  await process.track([aView(company.id, { visitorId: null })], { clientAddress: '2001:db8::1' });
  await process.track([aView(company.id, { visitorId: null })], { clientAddress: '2001:db8::2' });
  expect(await users(company.id)).toBe(3);
});

test('visitor: a company without storage ignores a visitor id that is sent', async () => {
  const { company } = await aCompany(t.db);
  await t.db.query('UPDATE companies SET stores_visitor_id = false WHERE id = $1', [company.id]);
  const process = aProcess(noon);
  const answer = await process.track([
    aView(company.id, { visitorId: 'a', sessionId: '1' }),
    aView(company.id, { visitorId: 'b', sessionId: '2' }),
  ]);
  expect(await users(company.id)).toBe(1);
  expect(answer.dayEndsInSeconds).toBe(0);
});

test('visitor: an event without the field counts by its session, a literal page view not at all', async () => {
  const { company } = await aCompany(t.db);
  const process = aProcess(noon);
  await process.track([aView(company.id, {})]);
  expect(await users(company.id)).toBe(0);
  await process.track([aHeartbeat(company.id, { sessionId: 'a' }), aView(company.id, { sessionId: 'b' })]);
  await process.track([
    aHeartbeat(company.id, { sessionId: 'a' }),
    aHeartbeat(company.id, { sessionId: 'b' }),
  ]);
  expect(await users(company.id)).toBe(2);
  // The session of a is stored, because nothing else of it is; that of b is known from its page view.
  expect(await listKinds(company.id)).toEqual(['pageview', 'pageview', 'session']);
});

test('visitor: heartbeats with a visitor id are presence only', async () => {
  const { company } = await aCompany(t.db);
  await aProcess(noon).track([aHeartbeat(company.id, { visitorId: 'v', sessionId: 's' })]);
  expect(await listKinds(company.id)).toEqual([]);
  expect(await listPresent(company.id)).toEqual(['s']);
  expect(await users(company.id)).toBe(0);
});

test('visitor: on the next local day it is another one, and nothing links both', async () => {
  const { company } = await aCompany(t.db);
  await t.db.query(`UPDATE companies SET time_zone = 'Asia/Kathmandu' WHERE id = $1`, [company.id]);
  // 23:59 and 00:01 in a zone of +05:45.
  const evening = new Date('2026-11-05T18:14:00Z');
  const process = aProcess(evening);
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
  expect(await users(company.id)).toBe(2);
});

test('engagement is stored when it has a duration, and counts no visitor', async () => {
  const { company } = await aCompany(t.db);
  const process = aProcess(noon);
  await process.track([
    anEngagement(company.id, { visitorId: 'v', sessionId: 's', engagedMs: 4_200 }),
    anEngagement(company.id, { visitorId: 'v', sessionId: 's', engagedMs: 0 }),
  ]);
  expect(await users(company.id)).toBe(0);
  const { rows } = await t.db.query('SELECT kind, engaged_ms FROM events WHERE company_id = $1', [
    company.id,
  ]);
  expect(rows).toEqual([{ kind: 'engagement', engaged_ms: 4_200 }]);
  await process.track([aView(company.id, { visitorId: 'v', sessionId: 's' })]);
  expect(await users(company.id)).toBe(1);
});

test('live visitors: a tab that leaves is gone, and a late heartbeat does not bring it back', async () => {
  const { company } = await aCompany(t.db);
  const start = noon;
  const after = (ms: number) => new Date(start.getTime() + ms);
  const process = aProcess(start);
  const both = { visitorId: 'v', sessionId: 's' };
  await process.track([
    aView(company.id, both, start),
    aView(company.id, { ...both, sessionId: 't' }, start),
  ]);
  expect(await listPresent(company.id)).toEqual(['s', 't']);
  await process.track([anEngagement(company.id, { ...both, engagedMs: 0, isLeaving: true }, after(2_000))]);
  expect(await listPresent(company.id)).toEqual(['t']);
  await process.track([aHeartbeat(company.id, both, after(1_000))]);
  expect(await listPresent(company.id)).toEqual(['t']);
  // Back from the browser's cache: the same tab, later on its own clock.
  await process.track([aHeartbeat(company.id, both, after(3_000))]);
  expect(await listPresent(company.id)).toEqual(['s', 't']);
  // In one batch, the order of the tab's clock counts, not that of arrival.
  await process.track([
    anEngagement(company.id, { ...both, engagedMs: 1, isLeaving: true }, after(5_000)),
    aHeartbeat(company.id, both, after(4_000)),
  ]);
  expect(await listPresent(company.id)).toEqual(['t']);
});

test('live visitors: the late report that a page was left does not end the next page of the tab', async () => {
  const { company } = await aCompany(t.db);
  const start = noon;
  const after = (ms: number) => new Date(start.getTime() + ms);
  const both = { visitorId: 'v', sessionId: 's' };
  const first = aProcess(start);
  await first.track([aView(company.id, both, start)]);
  const url = 'https://shop.test/next';
  await first.track([aView(company.id, { ...both, url }, after(2_000))]);
  await first.track([anEngagement(company.id, { ...both, engagedMs: 1, isLeaving: true }, after(1_000))]);
  expect(await listPresent(company.id)).toEqual(['s']);
  // Another process does not know the tab, but the page that was left is not the open one.
  await aProcess(start).track([
    anEngagement(company.id, { ...both, engagedMs: 1, isLeaving: true }, after(1_500)),
  ]);
  expect(await listPresent(company.id)).toEqual(['s']);
  await first.track([
    anEngagement(company.id, { ...both, url, engagedMs: 1, isLeaving: true }, after(9_000)),
  ]);
  expect(await listPresent(company.id)).toEqual([]);
});

test('live visitors: a portal cannot be closed by a leaving event with its session', async () => {
  const { company } = await aCompany(t.db);
  await t.db.query(
    `INSERT INTO active_sessions (company_id, session_id, origin, page_url, user_agent, last_seen)
     VALUES ($1, 'p', 'portal', '/', '', now())`,
    [company.id],
  );
  await aProcess(noon).track([anEngagement(company.id, { sessionId: 'p', engagedMs: 0, isLeaving: true })]);
  expect(await listPresent(company.id)).toEqual(['p']);
});

test('live visitors: later pages of a tab keep what brought the visitor to the site', async () => {
  const { company } = await aCompany(t.db);
  const process = aProcess(noon);
  const tab = { visitorId: 'v', sessionId: 's' };
  await process.track([aView(company.id, { ...tab, referrer: 'https://www.google.com/' })]);
  await process.track([
    aView(company.id, { ...tab, url: 'https://shop.test/b', referrer: 'https://shop.test/' }),
  ]);
  const { rows } = await t.db.query(
    'SELECT page_url, source, visitor_id IS NOT NULL AS has_visitor FROM active_sessions WHERE company_id = $1',
    [company.id],
  );
  expect(rows).toEqual([{ page_url: '/b', source: 'Google', has_visitor: true }]);
});

test('neither addresses nor visitor ids are stored', async () => {
  const { company } = await aCompany(t.db);
  const process = aProcess(noon);
  await process.track([
    aView(company.id, { visitorId: 'visitor-id-of-browser', sessionId: 'session-of-tab' }),
  ]);
  await process.track([aView(company.id, { visitorId: null })], { clientAddress: '2001:db8:1:2:3:4:5:6' });
  const stored = await dumpCompanyRows(t.db, company.id);
  for (const secret of [address, '2001:db8', 'visitor-id-of-browser']) expect(stored).not.toContain(secret);
  const { rows } = await t.db.query('SELECT session_id FROM events WHERE company_id = $1', [company.id]);
  expect(rows).toEqual([{ session_id: null }, { session_id: null }]);
});

test('salts: after 48 hours no stored value can be computed again', async () => {
  const { company } = await aCompany(t.db);
  const start = new Date('2026-11-05T00:00:00Z');
  let now = start;
  const process = aProcess(start);
  await process.track([aView(company.id, { visitorId: 'v', sessionId: 's' }, start)]);
  const stored = await t.db.query<{ visitor_id: string }>(
    'SELECT visitor_id::text FROM events WHERE company_id = $1',
    [company.id],
  );
  const readSalts = () =>
    t.db.query<{ salt: Buffer }>('SELECT salt FROM visitor_salts WHERE company_id = $1', [company.id]);
  const { rows: salts } = await readSalts();
  const toId = (salt: Buffer | undefined) =>
    createHmac('sha256', salt ?? '')
      .update('v:v')
      .digest()
      .readBigInt64BE(0)
      .toString();
  // Until then, anyone with the salt can compute the id of a known visitor.
  expect(stored.rows).toEqual([{ visitor_id: toId(salts[0]?.salt) }]);

  let destroyed = 0;
  const memory = new VisitorSalts(
    t.db,
    () => now,
    () => {
      destroyed += 1;
    },
  );
  const found = await memory.find(company.id, 'UTC', start.getTime());
  expect(found?.salt).toEqual(salts[0]?.salt);
  now = new Date(start.getTime() + 48 * hour - 1);
  expect(await memory.find(company.id, 'UTC', start.getTime())).toBe(found);
  await deleteSaltsDue(t.db, now);
  expect((await readSalts()).rows).toHaveLength(1);

  now = new Date(start.getTime() + 48 * hour);
  // The process that has it in memory forgets it, before any job has run.
  expect(memory.findCached(company.id, '2026-11-05', now.getTime())).toBeUndefined();
  expect(destroyed).toBe(1);
  expect(await memory.find(company.id, 'UTC', start.getTime())).toBeUndefined();
  expect(await deleteSaltsDue(t.db, now)).toBeGreaterThan(0);
  await vacuumSalts(t.db);
  expect((await readSalts()).rows).toEqual([]);
  // Asking again, also in a new process, neither returns nor makes a salt for that day.
  const another = new VisitorSalts(
    t.db,
    () => now,
    () => {},
  );
  expect(await another.find(company.id, 'UTC', start.getTime())).toBeUndefined();
  expect((await readSalts()).rows).toEqual([]);
});

test('salts: an event of a day whose salt is destroyed counts at the start of the current day', async () => {
  const { company } = await aCompany(t.db);
  await t.db.query(`UPDATE companies SET time_zone = 'Europe/Berlin' WHERE id = $1`, [company.id]);
  // The day of 25 hours began 48 hours ago; the event is less than 24 hours old.
  const now = new Date('2026-10-26T22:30:00Z');
  const sent = new Date('2026-10-25T22:45:00Z');
  const process = aProcess(now);
  await process.track([aView(company.id, { visitorId: 'v', sessionId: 's' }, sent)]);
  const { rows } = await t.db.query('SELECT occurred_at FROM events WHERE company_id = $1', [company.id]);
  expect(rows).toEqual([{ occurred_at: new Date('2026-10-25T23:00:00Z') }]);
  expect(await users(company.id)).toBe(1);
});

test('salts: two processes that start a day at once use the same salt', async () => {
  const { company } = await aCompany(t.db);
  const start = noon;
  await Promise.all(
    Array.from({ length: 6 }, () =>
      aProcess(start).track([aView(company.id, { visitorId: 'v', sessionId: 's' })]),
    ),
  );
  expect(await users(company.id)).toBe(1);
});
