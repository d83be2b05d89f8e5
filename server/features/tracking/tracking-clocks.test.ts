import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCompany, anOrder, aPageview, aSession } from '../../testing/builders.ts';
import { openTestDb } from '../../testing/test-app.ts';
import { aTrackingProcess } from '../../testing/tracking-process.ts';
import { makeEventId, toEventTime } from './event-rows.ts';
import { ensureMonths } from './partitions/partitions.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
  await ensureMonths(t.db, [at('00:00:00')]);
});
afterAll(() => t.close());

async function listReadings(companyId: string, metric: string): Promise<[string, number][]> {
  const { rows } = await t.db.query<{ at: Date; value: string }>(
    `SELECT timestamp AS at, metric_value AS value FROM analytics_data
     WHERE company_id = $1 AND source = 'tracked' AND metric_name = $2 ORDER BY timestamp`,
    [companyId, metric],
  );
  return rows.map((row) => [row.at.toISOString().slice(11, 19), Number(row.value)]);
}

const at = (time: string) => new Date(`2026-11-05T${time}Z`);

test('a reading has the value after the last commit of its minute', async () => {
  const { company } = await aCompany(t.db);
  const process = aTrackingProcess(t.db, at('10:00:05'));
  await process.trackNow([aPageview(company.id)]);
  process.set(at('10:00:59.999'));
  await process.trackNow([aPageview(company.id), aPageview(company.id)]);
  process.set(at('10:01:00'));
  await process.trackNow([aPageview(company.id)]);
  process.set(at('10:05:30'));
  await process.trackNow([aPageview(company.id)]);
  expect(await listReadings(company.id, 'page_views')).toEqual([
    ['10:00:00', 3],
    ['10:01:00', 4],
    ['10:05:00', 5],
  ]);
});

test('the first event starts every curve; later ones change only their metrics', async () => {
  const { company } = await aCompany(t.db);
  const process = aTrackingProcess(t.db, at('10:00:00'));
  await process.trackNow([aPageview(company.id)]);
  process.set(at('10:01:00'));
  await process.trackNow([aSession(company.id, 's1')]);
  process.set(at('10:02:00'));
  await process.trackNow([aSession(company.id, 's1')]);
  process.set(at('10:03:00'));
  await process.trackNow([anOrder(company.id, 'A', 5)]);
  expect(await listReadings(company.id, 'page_views')).toEqual([['10:00:00', 1]]);
  expect(await listReadings(company.id, 'users')).toEqual([
    ['10:00:00', 0],
    ['10:01:00', 1],
  ]);
  expect(await listReadings(company.id, 'conversion_rate')).toEqual([
    ['10:00:00', 0],
    ['10:01:00', 0],
    ['10:03:00', 100],
  ]);
});

test('readings of two processes with different clocks never decrease', async () => {
  const { company } = await aCompany(t.db);
  const fast = aTrackingProcess(t.db, at('10:04:00'));
  const slow = aTrackingProcess(t.db, at('10:01:30'));
  await slow.trackNow([aPageview(company.id)]);
  await fast.trackNow([aPageview(company.id)]);
  await slow.trackNow([aPageview(company.id)]);
  slow.set(at('10:02:30'));
  await Promise.all([slow.trackNow([aPageview(company.id)]), fast.trackNow([aPageview(company.id)])]);
  slow.set(at('10:04:10'));
  await slow.trackNow([aPageview(company.id)]);
  slow.set(at('10:05:10'));
  await slow.trackNow([aPageview(company.id)]);
  expect(await listReadings(company.id, 'page_views')).toEqual([
    ['10:01:00', 1],
    ['10:04:00', 6],
    ['10:05:00', 7],
  ]);
});

test('presence and the last event keep the latest time that any process has seen', async () => {
  const { company } = await aCompany(t.db);
  const fast = aTrackingProcess(t.db, at('10:04:00'));
  const slow = aTrackingProcess(t.db, at('10:01:00'));
  await fast.trackNow([aSession(company.id, 's1')]);
  await slow.trackNow([aSession(company.id, 's1', 'https://shop.test/next')]);
  const { rows } = await t.db.query(
    `SELECT last_seen, page_url, last_event_at FROM active_sessions JOIN dataset_revisions USING (company_id)
     WHERE company_id = $1`,
    [company.id],
  );
  expect(rows).toEqual([{ last_seen: at('10:04:00'), page_url: '/next', last_event_at: at('10:04:00') }]);
});

test('an event repeated after midnight with an implausible time is stored once', async () => {
  const { company } = await aCompany(t.db);
  const process = aTrackingProcess(t.db, at('23:59:00'));
  const event = {
    ...aPageview(company.id),
    id: makeEventId(new Date(at('23:59:00').getTime() - 80_000_000)),
  };
  await process.track([event]);
  process.set(new Date(at('23:59:00').getTime() + 20_000_000));
  await process.track([event]);
  expect((await listReadings(company.id, 'page_views')).at(-1)?.[1]).toBe(1);
});

test('an event’s time is accepted from 24 hours ago to five minutes ahead', () => {
  const now = at('12:34:56');
  const midnight = at('00:00:00');
  const timeOf = (offsetMs: number) => new Date(toEventTime(now.getTime() + offsetMs, 'UTC', now));
  for (const offset of [-86_400_000, -1, 0, 300_000])
    expect(timeOf(offset)).toEqual(new Date(now.getTime() + offset));
  for (const offset of [-86_400_001, 300_001]) expect(timeOf(offset)).toEqual(midnight);
});
