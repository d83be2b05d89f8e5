import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRevision, sumEvents } from '../../../testing/stored-data.ts';
import { openTestDb } from '../../../testing/test-app.ts';
import { type LoadedEvent, loadEvents } from './bulk-load.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
});
afterAll(() => t.close());

const now = new Date('2026-06-15T12:00:00Z');

function anEvent(given: Partial<LoadedEvent> = {}): LoadedEvent {
  return {
    id: randomUUID(),
    kind: 'pageview',
    path: '/',
    host: 'shop.test',
    referrer_host: '',
    browser: 'Firefox',
    os: 'Linux',
    device: 'desktop',
    occurred_at: new Date('2026-06-14T10:00:00Z'),
    ...given,
  };
}

const anOrder = (order_id: string, amount: string, given: Partial<LoadedEvent> = {}) =>
  anEvent({ kind: 'order', order_id, amount, ...given });

const load = (datasetId: string, rows: Iterable<LoadedEvent> | AsyncIterable<LoadedEvent>) =>
  loadEvents({ db: t.db, ownerUrl: t.url }, datasetId, rows, { now });

async function listRows(table: string, companyId: string) {
  const found = await t.db.query(`SELECT * FROM ${table} AS t WHERE company_id = $1 ORDER BY t::text`, [
    companyId,
  ]);
  return found.rows;
}

const countRows = async (table: string, companyId: string) => (await listRows(table, companyId)).length;

test('every column of a loaded event is stored as given', async () => {
  const company = randomUUID();
  const event = anEvent({
    kind: 'event',
    path: '/tab\there\\and\nthere',
    visitor_id: -9_223_372_036_854_775_808n,
    tab_id: 9_223_372_036_854_775_807n,
    event_name: 'Sign up',
    properties: { plan: 'a\t"b"\\n', seats: 3, trial: true },
    referrer_path: '\\N',
    source: 'Google',
    channel: 'Organic Search',
    utm_campaign: 'Frühling\r',
    country: 'unknown',
    engaged_ms: 12,
  });
  expect(await load(company, [event])).toBe(1);
  const [row] = await listRows('events', company);
  const { visitor_id: _visitor, tab_id: _tab, ...rest } = event;
  expect(row).toMatchObject(rest);
  const exact = await t.db.query('SELECT visitor_id::text, tab_id::text FROM events WHERE company_id = $1', [
    company,
  ]);
  expect(exact.rows).toEqual([{ visitor_id: '-9223372036854775808', tab_id: '9223372036854775807' }]);
  expect(row).toMatchObject({ session_id: null, order_id: null, utm_term: null, city: null });
});

test('an email address in a loaded event is masked', async () => {
  const company = randomUUID();
  const path = '/u/ada%40example.com';
  await load(company, [
    anEvent({ path, utm_source: 'ada@example.com' }),
    anEvent({ kind: 'event', event_name: 'Joined', properties: { who: 'ada@example.com' } }),
  ]);
  const rows = await listRows('events', company);
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
    /ada[@%]|example\.com/,
  );
  expect(rows).toContainEqual(expect.objectContaining({ path: '/u/(email)', source: '(email)' }));
  expect(rows).toContainEqual(expect.objectContaining({ properties: { who: '(email)' } }));
});

test('events of every year get a partition, also those before the retention', async () => {
  const company = randomUUID();
  const times = ['2003-02-28T23:59:59.999Z', '2019-12-31T23:59:59.999Z', '2020-01-01T00:00:00.000Z'];
  await load(
    company,
    times.map((time) => anEvent({ occurred_at: new Date(time) })),
  );
  const { rows } = await t.db.query<{ name: string }>(
    'SELECT tableoid::regclass::text AS name FROM events WHERE company_id = $1 ORDER BY occurred_at',
    [company],
  );
  // On a cluster, the name of a shard ends with its number.
  const names = rows.map(({ name }) => name.slice(0, 'events_2003_02'.length));
  expect(names).toEqual(['events_2003_02', 'events_2019_12', 'events_2020_01']);
});

test('loading the same rows again changes nothing, and rows between them are added', async () => {
  const company = randomUUID();
  const rows = [anEvent(), anOrder('A-1', '10.00'), anEvent({ visitor_id: 5n })];
  expect(await load(company, [...rows, ...rows])).toBe(3);
  const tables = ['events', 'shop_orders', 'dataset_revisions', 'event_changes', 'daily_visitors'];
  const before = await Promise.all(tables.map((table) => listRows(table, company)));
  expect(await load(company, rows)).toBe(0);
  expect(await Promise.all(tables.map((table) => listRows(table, company)))).toEqual(before);
  expect(await load(company, [rows[0] ?? anEvent(), anEvent(), anOrder('A-2', '1.00')])).toBe(2);
  expect(await sumEvents(t.db, company)).toMatchObject({ page_views: 3, users: 1, orders: 2 });
});

test('two loads of the same rows at once store each row once', async () => {
  const company = randomUUID();
  const rows = Array.from({ length: 500 }, (_, n) => anEvent({ visitor_id: BigInt(n % 40) }));
  const stored = await Promise.all([load(company, rows), load(company, rows.toReversed())]);
  expect(stored.toSorted()).toEqual([0, 500]);
  expect(await countRows('events', company)).toBe(500);
  expect(await sumEvents(t.db, company)).toMatchObject({ page_views: 500, users: 40 });
});

test('an order counts once, keeps its refund, and stays removed', async () => {
  const company = randomUUID();
  await t.db.query('INSERT INTO removed_shop_orders VALUES ($1, $2, 5, $3, false)', [company, 'gone', now]);
  const first = anOrder('A-1', '20.00', { reported_by: 'verified' });
  const refund = anEvent({ kind: 'refund', order_id: 'A-1', amount: '5.50', event_name: 'R-1', path: '' });
  const ofNothing = anEvent({ ...refund, id: randomUUID(), order_id: 'unknown' });
  const later = anOrder('A-1', '20.00', { occurred_at: new Date(first.occurred_at.getTime() + 1) });
  const stored = await load(company, [later, first, refund, ofNothing, anOrder('gone', '5.00')]);
  expect(stored).toBe(2);
  expect(await listRows('shop_orders', company)).toMatchObject([
    { order_id: 'A-1', event_id: first.id, amount: '20.00', refunded_amount: '5.50', source: 'verified' },
  ]);
  expect(await load(company, [anOrder('A-1', '20.00'), { ...refund, id: randomUUID() }])).toBe(0);
  expect(await countRows('events', company)).toBe(2);
});

test('each commit has its entry in the journal with the range of its events', async () => {
  const company = randomUUID();
  const [from, to] = [new Date('2026-01-03T04:05:06.789Z'), new Date('2026-03-01T00:00:00.000Z')];
  await load(company, [anEvent({ occurred_at: to }), anEvent({ occurred_at: from })]);
  await load(company, [anEvent()]);
  const { rows } = await t.db.query(
    'SELECT revision, event_ids, range_from, range_to FROM event_changes WHERE company_id = $1 ORDER BY revision',
    [company],
  );
  expect(rows).toMatchObject([
    { revision: 1, event_ids: null, range_from: from, range_to: to },
    { revision: 2 },
  ]);
  expect(await findRevision(t.db, company)).toBe(2);
});

test('visitors of the last three days are known to an erasure, earlier ones and engagement alone are not', async () => {
  const company = randomUUID();
  const daysAgo = (days: number) => ({ occurred_at: new Date(now.getTime() - days * 86_400_000) });
  await load(company, [
    anEvent({ visitor_id: 1n, ...daysAgo(1) }),
    anEvent({ visitor_id: 1n, ...daysAgo(0) }),
    anEvent({ visitor_id: 2n, ...daysAgo(4) }),
    anEvent({ kind: 'engagement', engaged_ms: 5, visitor_id: 3n, ...daysAgo(1) }),
  ]);
  expect(await listRows('daily_visitors', company)).toMatchObject([
    { first_seen_at: daysAgo(1).occurred_at },
  ]);
});

test('rows are loaded in several commits, and an error keeps what was committed', async () => {
  const company = randomUUID();
  async function* failing() {
    for (let n = 0; n < 45_000; n += 1) yield anEvent();
    throw new Error('the file ended early');
  }
  await expect(load(company, failing())).rejects.toThrow('the file ended early');
  const counted = await t.db.query(
    `SELECT (SELECT count(*) FROM events WHERE company_id = $1) AS events,
            (SELECT count(*) FROM event_changes WHERE company_id = $1) AS commits`,
    [company],
  );
  expect(counted.rows).toEqual([{ events: 40_000, commits: 2 }]);
});

test.each([
  ['an order without a number', anEvent({ kind: 'order', amount: '1.00' }), 'no order_id'],
  ['an event before the year 2000', anEvent({ occurred_at: new Date(0) }), 'not between the year 2000'],
  ['an event without a time', anEvent({ occurred_at: new Date(Number.NaN) }), 'not between the year 2000'],
  ['a huge event', anEvent({ path: 'x'.repeat(200_000) }), 'too large'],
  ['an amount with five decimals', anOrder('A-4', '1.00001'), 'not a decimal with at most 4 decimals'],
  [
    'large properties',
    anEvent({ kind: 'event', event_name: 'x', properties: { p: 'x'.repeat(4_096) } }),
    'more than 4096 bytes',
  ],
  ['a zero byte', anEvent({ path: '/\0' }), 'invalid byte sequence'],
])('%s is refused, and nothing of its commit is stored', async (_name, event, message) => {
  const company = randomUUID();
  await expect(load(company, [anEvent(), anOrder('A-1', '3.00'), event])).rejects.toThrow(message);
  expect(await countRows('events', company)).toBe(0);
  expect(await countRows('shop_orders', company)).toBe(0);
  // The connection is usable again.
  expect(await load(company, [anEvent()])).toBe(1);
});
