import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCompany } from '../../../testing/builders.ts';
import { listPresentSessions } from '../../../testing/stored-data.ts';
import { openTestDb } from '../../../testing/test-app.ts';
import { aTrackingProcess, testSessionKey } from '../../../testing/tracking-process.ts';
import { aHeartbeat, anEngagement, aView, noon } from '../../../testing/visitor-events.ts';
import { ensurePartitions } from '../partitions/partitions.ts';
import { toStoredSession } from './stored-tab.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
  // The events are of certain days.
  await ensurePartitions(t.db, noon);
});
afterAll(() => t.close());

test('a tab that leaves is gone, and a late heartbeat does not bring it back', async () => {
  const { company } = await aCompany(t.db);
  const start = noon;
  const after = (ms: number) => new Date(start.getTime() + ms);
  const process = aTrackingProcess(t.db, start);
  const both = { visitorId: 'v', sessionId: 's' };
  await process.track([
    aView(company.id, both, start),
    aView(company.id, { ...both, sessionId: 't' }, start),
  ]);
  expect(await listPresentSessions(t.db, company.id)).toEqual(['s', 't']);
  await process.track([anEngagement(company.id, { ...both, engagedMs: 0, isLeaving: true }, after(2_000))]);
  expect(await listPresentSessions(t.db, company.id)).toEqual(['t']);
  await process.track([aHeartbeat(company.id, both, after(1_000))]);
  expect(await listPresentSessions(t.db, company.id)).toEqual(['t']);
  // Back from the browser's cache: the same tab, later on its own clock.
  await process.track([aHeartbeat(company.id, both, after(3_000))]);
  expect(await listPresentSessions(t.db, company.id)).toEqual(['s', 't']);
  // In one batch, the order of the tab's clock counts, not that of arrival.
  await process.track([
    anEngagement(company.id, { ...both, engagedMs: 1, isLeaving: true }, after(5_000)),
    aHeartbeat(company.id, both, after(4_000)),
  ]);
  expect(await listPresentSessions(t.db, company.id)).toEqual(['t']);
});

test('the late report that a page was left does not end the next page of the tab', async () => {
  const { company } = await aCompany(t.db);
  const start = noon;
  const after = (ms: number) => new Date(start.getTime() + ms);
  const both = { visitorId: 'v', sessionId: 's' };
  const first = aTrackingProcess(t.db, start);
  await first.track([aView(company.id, both, start)]);
  const url = 'https://shop.test/next';
  await first.track([aView(company.id, { ...both, url }, after(2_000))]);
  await first.track([anEngagement(company.id, { ...both, engagedMs: 1, isLeaving: true }, after(1_000))]);
  expect(await listPresentSessions(t.db, company.id)).toEqual(['s']);
  // Another process does not know the tab, but the page that was left is not the open one.
  await aTrackingProcess(t.db, start).track([
    anEngagement(company.id, { ...both, engagedMs: 1, isLeaving: true }, after(1_500)),
  ]);
  expect(await listPresentSessions(t.db, company.id)).toEqual(['s']);
  await first.track([
    anEngagement(company.id, { ...both, url, engagedMs: 1, isLeaving: true }, after(9_000)),
  ]);
  expect(await listPresentSessions(t.db, company.id)).toEqual([]);
});

test('a portal cannot be closed by a leaving event with its session', async () => {
  const { company } = await aCompany(t.db);
  await t.db.query(
    `INSERT INTO active_sessions (company_id, session_id, origin, page_url, user_agent, last_seen)
     VALUES ($1, $2, 'portal', '/', '', now())`,
    [company.id, toStoredSession(testSessionKey, { companyId: company.id, sessionId: 'p', origin: 'site' })],
  );
  await aTrackingProcess(t.db, noon).track([
    anEngagement(company.id, { sessionId: 'p', engagedMs: 0, isLeaving: true }),
  ]);
  expect(await listPresentSessions(t.db, company.id, ['p'])).toEqual(['p']);
});

test('an open tab is one row past midnight, although its visitor is another one then', async () => {
  const { company } = await aCompany(t.db);
  const beforeMidnight = new Date('2026-11-20T23:59:50Z');
  const process = aTrackingProcess(t.db, beforeMidnight);
  const tab = { visitorId: 'v', sessionId: 's' };
  await process.track([aView(company.id, tab, beforeMidnight)]);
  const afterMidnight = new Date('2026-11-21T00:00:20Z');
  process.set(afterMidnight);
  await process.track([aHeartbeat(company.id, { ...tab, visitorId: 'w' }, afterMidnight)]);
  expect(await listPresentSessions(t.db, company.id)).toEqual(['s']);
});

test('later pages of a tab keep what brought the visitor to the site', async () => {
  const { company } = await aCompany(t.db);
  const process = aTrackingProcess(t.db, noon);
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
