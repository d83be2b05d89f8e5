import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDb } from '../../../testing/test-app.ts';
import { deleteStaleSessions } from '../visitors/active-sessions.queries.ts';
import { dropExpiredPartitions, ensurePartitions, toPartition } from './partitions.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
});
afterAll(() => t.close());

async function listNames(): Promise<string[]> {
  const { rows } = await t.db.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'events'::regclass ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}

async function clearPartitions(): Promise<void> {
  for (const name of await listNames()) await t.db.query(`DROP TABLE ${name}`);
}

test('months around a new year have partitions, and creating them again changes nothing', async () => {
  await clearPartitions();
  const now = new Date('2030-12-31T23:59:59.999Z');
  await ensurePartitions(t.db, now);
  const names = ['events_2030_11', 'events_2030_12', 'events_2031_01', 'events_2031_02', 'events_2031_03'];
  expect(await listNames()).toEqual(names);
  await ensurePartitions(t.db, now);
  await Promise.all([ensurePartitions(t.db, now), ensurePartitions(t.db, now)]);
  expect(await listNames()).toEqual(names);
});

test('an event at the boundary of a month belongs to exactly one partition', async () => {
  await clearPartitions();
  await ensurePartitions(t.db, new Date('2030-06-15T00:00:00Z'));
  for (const at of ['2030-05-31T23:59:59.999Z', '2030-06-01T00:00:00.000Z']) {
    await t.db.query(
      `INSERT INTO events VALUES (gen_random_uuid(), gen_random_uuid(), 'pageview', NULL, '/', '', '', '', '', NULL, NULL, $1)`,
      [at],
    );
  }
  const { rows } = await t.db.query(
    // The partitions of a shard have its number at the end of their names.
    `SELECT substring(tableoid::regclass::text FROM '^events_\\d{4}_\\d{2}') AS name FROM events ORDER BY occurred_at`,
  );
  expect(rows).toEqual([{ name: 'events_2030_05' }, { name: 'events_2030_06' }]);
});

test('months that ended before the retention are dropped, the month it falls into is kept', async () => {
  await clearPartitions();
  await ensurePartitions(t.db, new Date('2030-06-15T00:00:00Z'), 14);
  // 100 days before 15 June is 7 March.
  const drop = () => dropExpiredPartitions(t.db, new Date('2030-06-15T00:00:00Z'), 100, async () => true);
  expect((await drop()).dropped).toEqual([
    ...Array.from({ length: 9 }, (_, i) => `events_2029_${String(i + 4).padStart(2, '0')}`),
    'events_2030_01',
    'events_2030_02',
  ]);
  expect((await listNames())[0]).toBe('events_2030_03');
  expect(await drop()).toEqual({ dropped: [], kept: [] });
});

test('an expired month that may not be dropped is kept, and so is everything after it', async () => {
  await clearPartitions();
  await ensurePartitions(t.db, new Date('2030-06-15T00:00:00Z'), 6);
  const asked: object[] = [];
  const expired = await dropExpiredPartitions(t.db, new Date('2030-06-15T00:00:00Z'), 60, async (month) => {
    asked.push(month);
    return month.name !== 'events_2030_01';
  });
  expect(expired).toEqual({
    dropped: ['events_2029_12'],
    kept: ['events_2030_01', 'events_2030_02', 'events_2030_03'],
  });
  expect(asked).toEqual([
    { name: 'events_2029_12', from: '2029-12-01T00:00:00.000Z', to: '2030-01-01T00:00:00.000Z' },
    { name: 'events_2030_01', from: '2030-01-01T00:00:00.000Z', to: '2030-02-01T00:00:00.000Z' },
  ]);
  expect((await listNames())[0]).toBe('events_2030_01');
});

test('a retention of two thousand years drops nothing', async () => {
  await clearPartitions();
  await ensurePartitions(t.db, new Date('2030-06-15T00:00:00Z'));
  const now = new Date('2030-06-15T00:00:00Z');
  expect(await dropExpiredPartitions(t.db, now, 730_000, async () => true)).toEqual({
    dropped: [],
    kept: [],
  });
  expect(await listNames()).toHaveLength(5);
});

test('partition names sort by month', () => {
  const names = Array.from(
    { length: 300 },
    (_, months) => toPartition(new Date('1990-11-30T00:00:00Z'), months).name,
  );
  expect(names.toSorted()).toEqual(names);
});

test('sessions not seen within the window are deleted, others are kept', async () => {
  const now = Date.now();
  for (const minutes of [0, 4.9, 5.1, 600]) {
    await t.db.query(`INSERT INTO active_sessions VALUES (gen_random_uuid(), 's', 'site', '/', '', $1)`, [
      new Date(now - minutes * 60_000),
    ]);
  }
  expect(await deleteStaleSessions(t.db, new Date(now - 5 * 60_000))).toBe(2);
  expect(await deleteStaleSessions(t.db, new Date(now - 5 * 60_000))).toBe(0);
  const { rows } = await t.db.query('SELECT count(*) AS n FROM active_sessions');
  expect(rows).toEqual([{ n: 2 }]);
});
