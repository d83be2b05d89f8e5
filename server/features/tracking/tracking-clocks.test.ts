import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCompany, aPageview, aSession } from '../../testing/builders.ts';
import { countEvents } from '../../testing/stored-data.ts';
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

const at = (time: string) => new Date(`2026-11-05T${time}Z`);

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
  expect(await countEvents(t.db, company.id)).toBe(1);
});

test('an event’s time is accepted from 24 hours ago to five minutes ahead', () => {
  const now = at('12:34:56');
  const midnight = at('00:00:00');
  const timeOf = (offsetMs: number) => new Date(toEventTime(now.getTime() + offsetMs, 'UTC', now));
  for (const offset of [-86_400_000, -1, 0, 300_000])
    expect(timeOf(offset)).toEqual(new Date(now.getTime() + offset));
  for (const offset of [-86_400_001, 300_001]) expect(timeOf(offset)).toEqual(midnight);
});
