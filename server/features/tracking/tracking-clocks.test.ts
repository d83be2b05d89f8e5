import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TrackingEventInput, trackingEvent } from '../../../contract/tracking.ts';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { aCompany, anOrder, aPageview, aSession, browserUserAgent } from '../../testing/builders.ts';
import { openTestDb } from '../../testing/test-app.ts';
import { createCompanyCache } from '../companies/company-cache.ts';
import { makeEventId, toEventTime } from './event-rows.ts';
import { ensureMonths } from './partitions/partitions.ts';
import { createTracking } from './tracking.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
  await ensureMonths(t.db, [at('00:00:00')]);
});
afterAll(() => t.close());

/** A separate process on the same database, with a clock that the test sets. */
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
  const send = (events: TrackingEventInput[]) =>
    tracking.track(
      events.map((event) => trackingEvent.parse(event)),
      {
        origin: undefined,
        userAgent: browserUserAgent,
        address: '198.51.100.1',
        clientAddress: '198.51.100.1',
      },
    );
  return {
    set: (time: Date) => {
      at = time;
    },
    /** Tracks events that happen now, on this clock. */
    track: (...events: TrackingEventInput[]) =>
      send(events.map((event) => ({ ...event, id: makeEventId(at) }))),
    send,
  };
}

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
  const process = aProcess(at('10:00:05'));
  await process.track(aPageview(company.id));
  process.set(at('10:00:59.999'));
  await process.track(aPageview(company.id), aPageview(company.id));
  process.set(at('10:01:00'));
  await process.track(aPageview(company.id));
  process.set(at('10:05:30'));
  await process.track(aPageview(company.id));
  expect(await listReadings(company.id, 'page_views')).toEqual([
    ['10:00:00', 3],
    ['10:01:00', 4],
    ['10:05:00', 5],
  ]);
});

test('the first event starts every curve; later ones change only their metrics', async () => {
  const { company } = await aCompany(t.db);
  const process = aProcess(at('10:00:00'));
  await process.track(aPageview(company.id));
  process.set(at('10:01:00'));
  await process.track(aSession(company.id, 's1'));
  process.set(at('10:02:00'));
  await process.track(aSession(company.id, 's1'));
  process.set(at('10:03:00'));
  await process.track(anOrder(company.id, 'A', 5));
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
  const fast = aProcess(at('10:04:00'));
  const slow = aProcess(at('10:01:30'));
  await slow.track(aPageview(company.id));
  await fast.track(aPageview(company.id));
  await slow.track(aPageview(company.id));
  slow.set(at('10:02:30'));
  await Promise.all([slow.track(aPageview(company.id)), fast.track(aPageview(company.id))]);
  slow.set(at('10:04:10'));
  await slow.track(aPageview(company.id));
  slow.set(at('10:05:10'));
  await slow.track(aPageview(company.id));
  expect(await listReadings(company.id, 'page_views')).toEqual([
    ['10:01:00', 1],
    ['10:04:00', 6],
    ['10:05:00', 7],
  ]);
});

test('presence and the last event keep the latest time that any process has seen', async () => {
  const { company } = await aCompany(t.db);
  const fast = aProcess(at('10:04:00'));
  const slow = aProcess(at('10:01:00'));
  await fast.track(aSession(company.id, 's1'));
  await slow.track(aSession(company.id, 's1', 'https://shop.test/next'));
  const { rows } = await t.db.query(
    `SELECT last_seen, page_url, last_event_at FROM active_sessions JOIN company_totals USING (company_id)
     WHERE company_id = $1`,
    [company.id],
  );
  expect(rows).toEqual([{ last_seen: at('10:04:00'), page_url: '/next', last_event_at: at('10:04:00') }]);
});

test('an event repeated after midnight with an implausible time is stored once', async () => {
  const { company } = await aCompany(t.db);
  const process = aProcess(at('23:59:00'));
  const event = {
    ...aPageview(company.id),
    id: makeEventId(new Date(at('23:59:00').getTime() - 80_000_000)),
  };
  await process.send([event]);
  process.set(new Date(at('23:59:00').getTime() + 20_000_000));
  await process.send([event]);
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
