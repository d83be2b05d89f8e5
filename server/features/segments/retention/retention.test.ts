import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDb } from '../../../testing/test-app.ts';
import { recordEventChanges } from '../../tracking/event-changes.queries.ts';
import { mayDropMonth } from './retention.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeEach(async () => {
  t = await openTestDb();
  const { rows } = await t.db.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'events'::regclass`,
  );
  for (const { name } of rows) await t.db.query(`DROP TABLE ${name}`);
  for (const month of ['2029_12', '2030_01', '2030_02', '2030_03']) await addPartition(month);
});
afterEach(() => t.close());

const now = new Date('2030-06-15T12:00:00Z');
const january = { from: '2030-01-01T00:00:00.000Z', to: '2030-02-01T00:00:00.000Z' };
const store = randomUUID();

async function addPartition(month: string) {
  const from = new Date(`${month.replace('_', '-')}-01T00:00:00Z`);
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  await t.db.query(
    `CREATE TABLE events_${month} PARTITION OF events FOR VALUES FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`,
  );
}

async function addEvent(company: string, at: string): Promise<void> {
  const id = randomUUID();
  await t.db.query(
    `INSERT INTO events (company_id, id, kind, path, referrer_host, browser, os, device, occurred_at)
     VALUES ($1, $2, 'pageview', '/', '', '', '', '', $3)`,
    [company, id, at],
  );
  await recordEventChanges(t.db, company, { events: [{ id, occurredAt: at }] }, new Date(at));
}

interface GivenSegment {
  company: string;
  first: string;
  last?: string;
  timeZone?: string;
  store?: string;
}

async function addSegment({ company, first, last = first, timeZone = 'UTC', ...given }: GivenSegment) {
  await t.db.query(
    `INSERT INTO segments (company_id, store_id, first_day, last_day, name, revision, time_zone, format, hits, visits, bytes, built_at)
     VALUES ($1, $2, $3, $4, $5, 1, $6, 1, 1, 1, 1, now())`,
    [company, given.store ?? store, first, last, randomUUID(), timeZone],
  );
}

async function setState(company: string, revision: number, given: { store?: string; at?: Date } = {}) {
  await t.db.query(
    `INSERT INTO segment_states (company_id, store_id, revision, time_zone, updated_at) VALUES ($1, $2, $3, 'UTC', $4)
     ON CONFLICT (company_id, store_id) DO UPDATE SET revision = excluded.revision, updated_at = excluded.updated_at`,
    [company, given.store ?? store, revision, given.at ?? now],
  );
}

const mayDrop = (segmentRetentionDays?: number) => mayDropMonth(t.db, january, { now, segmentRetentionDays });

test('a month without events may be dropped', async () => {
  await addEvent(randomUUID(), '2029-12-31T23:59:59.999Z');
  await addEvent(randomUUID(), '2030-02-01T00:00:00Z');
  expect(await mayDrop()).toBe(true);
});

test('a month may be dropped once every day with events is in a segment', async () => {
  const company = randomUUID();
  await addEvent(company, '2030-01-01T00:00:00Z');
  await addEvent(company, '2030-01-31T23:59:59.999Z');
  expect(await mayDrop()).toBe(false);
  await setState(company, 2);
  await addSegment({ company, first: '2030-01-01' });
  expect(await mayDrop()).toBe(false);
  await addSegment({ company, first: '2030-01-31' });
  expect(await mayDrop()).toBe(true);
});

test('a month is kept while one company has a change that its segments lack', async () => {
  const [saved, changed] = [randomUUID(), randomUUID()];
  for (const company of [saved, changed]) {
    await addEvent(company, '2030-01-10T12:00:00Z');
    await addSegment({ company, first: '2030-01-01', last: '2030-01-31' });
    await setState(company, 1);
  }
  expect(await mayDrop()).toBe(true);
  // A late event, and one of another month in the same commit.
  await addEvent(changed, '2030-01-10T12:30:00Z');
  expect(await mayDrop()).toBe(false);
  await setState(changed, 2);
  expect(await mayDrop()).toBe(true);
  await addEvent(changed, '2030-02-10T12:30:00Z');
  expect(await mayDrop()).toBe(true);
  const range = { from: new Date('2030-01-31T23:00:00Z'), to: new Date('2030-02-01T00:00:00Z') };
  await recordEventChanges(t.db, changed, range, now);
  expect(await mayDrop()).toBe(false);
});

test('a month is kept while changes are gone from the journal that its segments may lack', async () => {
  const company = randomUUID();
  await addEvent(company, '2030-01-10T12:00:00Z');
  await addSegment({ company, first: '2030-01-01', last: '2030-01-31' });
  await setState(company, 1);
  // A builder failed for a week, and the journal forgot what it had to add.
  await addEvent(company, '2030-01-10T12:30:00Z');
  await t.db.query('DELETE FROM event_changes WHERE company_id = $1', [company]);
  expect(await mayDrop()).toBe(false);
  await setState(company, 2);
  expect(await mayDrop()).toBe(true);
});

test('the days of a segment are those of its time zone', async () => {
  const company = randomUUID();
  await addEvent(company, '2030-01-31T20:00:00Z');
  await setState(company, 1);
  await addSegment({ company, first: '2030-01-01', last: '2030-01-31', timeZone: 'Asia/Kolkata' });
  // It is the first of February in Kolkata.
  expect(await mayDrop()).toBe(false);
  await addSegment({ company, first: '2030-02-01', timeZone: 'Asia/Kolkata' });
  expect(await mayDrop()).toBe(true);
});

test('every machine in use must have the segments, one that was last used eight days ago need not', async () => {
  const company = randomUUID();
  const [other, gone] = [randomUUID(), randomUUID()];
  await addEvent(company, '2030-01-10T12:00:00Z');
  await addSegment({ company, first: '2030-01-10' });
  await setState(company, 1);
  await setState(company, 1, { store: gone, at: new Date('2030-06-07T12:00:00Z') });
  expect(await mayDrop()).toBe(true);
  await setState(randomUUID(), 1, { store: other });
  expect(await mayDrop()).toBe(false);
  await setState(company, 1, { store: other });
  await addSegment({ company, first: '2030-01-10', store: other });
  expect(await mayDrop()).toBe(true);
});

test('a month that reports no longer reach may be dropped without segments', async () => {
  await addEvent(randomUUID(), '2030-01-10T12:00:00Z');
  expect(await mayDrop(200)).toBe(false);
  expect(await mayDrop(100)).toBe(true);
});
