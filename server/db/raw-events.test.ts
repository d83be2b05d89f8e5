import { expect, test } from 'vitest';
import { createPartition } from '../features/tracking/partitions/partitions.queries.ts';
import { openTestDb } from '../testing/test-app.ts';
import { isRawComplete, listRawTimes, type RawTimes } from './raw-events.ts';

const range = (from: string, to: string, since = Number.NEGATIVE_INFINITY) => ({
  from: Date.parse(from),
  to: Date.parse(to),
  since,
});
const builtAt = new Date('2026-06-01T00:00Z');
const months: RawTimes = [
  range('2026-01-01T00:00Z', '2026-02-01T00:00Z'),
  range('2026-03-01T00:00Z', '2026-04-01T00:00Z'),
  range('2026-04-01T00:00Z', '2026-05-01T00:00Z'),
];
const days = (first_day: string, last_day: string, time_zone = 'UTC') => ({ first_day, last_day, time_zone });

const isRaw = (raw: RawTimes, given: ReturnType<typeof days>) => isRawComplete(raw, given, builtAt);

test('days within existing partitions are complete, also across the end of a month', () => {
  expect(isRaw(months, days('2026-01-01', '2026-01-31'))).toBe(true);
  expect(isRaw(months, days('2026-03-31', '2026-04-01'))).toBe(true);
});

test('days of a dropped partition are not complete, whether wholly or partly', () => {
  expect(isRaw(months, days('2026-02-10', '2026-02-10'))).toBe(false);
  expect(isRaw(months, days('2026-01-31', '2026-02-01'))).toBe(false);
  expect(isRaw(months, days('2026-02-28', '2026-03-01'))).toBe(false);
  expect(isRaw([], days('2026-02-28', '2026-03-01'))).toBe(false);
});

test('a local day that reaches into a dropped month is not complete', () => {
  expect(isRaw(months, days('2026-03-01', '2026-03-01', 'Asia/Kolkata'))).toBe(false);
  expect(isRaw(months, days('2026-03-02', '2026-03-02', 'Asia/Kolkata'))).toBe(true);
  expect(isRaw(months, days('2026-01-31', '2026-01-31', 'America/New_York'))).toBe(false);
});

test('a month that was dropped and created again lacks what older segments have', () => {
  const january = days('2026-01-10', '2026-01-10');
  const createdAgain = [range('2026-01-01T00:00Z', '2026-02-01T00:00Z', builtAt.getTime() + 1)];
  expect(isRawComplete(createdAgain, january, builtAt)).toBe(false);
  expect(isRawComplete(createdAgain, january, new Date(builtAt.getTime() + 1))).toBe(true);
});

test('the times are read from the partitions, whatever the time zone of the connection', async () => {
  const { db, close } = await openTestDb();
  try {
    await db.query(
      `CREATE TABLE events_2001_05 PARTITION OF events FOR VALUES FROM ('2001-05-01Z') TO ('2001-06-01Z')`,
    );
    const expected = range('2001-05-01T00:00Z', '2001-06-01T00:00Z');
    expect((await listRawTimes(db))[0]).toEqual(expected);
    await db.transaction(async (tx) => {
      await tx.query(`SET LOCAL timezone = 'Asia/Kolkata'`);
      expect((await listRawTimes(tx))[0]).toEqual(expected);
    });
    const month = { name: 'events_2001_04', from: '2001-04-01Z', to: '2001-05-01Z' };
    await createPartition(db, month, builtAt);
    expect((await listRawTimes(db))[0]).toEqual(
      range('2001-04-01T00:00Z', '2001-05-01T00:00Z', builtAt.getTime()),
    );
  } finally {
    await close();
  }
});
