import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  openSegmentsFixture,
  recordChange,
  type SegmentsFixture,
  storeEvents,
} from '../../../testing/segments-fixture.ts';

let t: SegmentsFixture;
beforeEach(async () => {
  t = await openSegmentsFixture();
});
afterEach(() => t.close());

const now = new Date('2026-11-22T12:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const build = (at = now) => t.segments.builder.runPass([t.dataset.id], at);
const listSegments = async () =>
  (
    await t.db.query<{ first_day: string; last_day: string; name: string; revision: number; hits: number }>(
      `SELECT first_day::text, last_day::text, name, revision, hits FROM segments WHERE company_id = $1 ORDER BY first_day, store_id`,
      [t.dataset.id],
    )
  ).rows;
const folderOf = (dataDir = t.dataDir) => join(dataDir, 'segments', t.dataset.id);

async function expectExact() {
  const seen = await t.read(t.segments);
  expect(seen).toEqual(await t.readWithoutSegments());
  return seen;
}

test('days that still change have separate segments, and only those with events are written again', async () => {
  await t.store(
    ['2026-10-05', '2026-10-20', '2026-11-03', '2026-11-21', '2026-11-22'].map((day) => ({
      at: `${day}T10:00:00Z`,
    })),
  );
  await build();
  const first = await listSegments();
  expect(first.map(({ first_day, last_day }) => `${first_day} ${last_day}`)).toEqual([
    '2026-10-05 2026-10-20',
    '2026-11-03 2026-11-03',
    '2026-11-21 2026-11-21',
    '2026-11-22 2026-11-22',
  ]);
  await t.store([{ at: '2026-11-22T11:00:00Z' }, { at: '2026-10-10T11:00:00Z' }]);
  await build();
  const second = await listSegments();
  expect(second.map(({ hits }) => hits)).toEqual([3, 1, 1, 2]);
  expect(second.slice(1, 3)).toEqual(first.slice(1, 3));
  await expectExact();
});

test('a few new events wait, many or an hour of waiting do not', async () => {
  await t.store([{ at: '2026-11-22T10:00:00Z' }], now);
  await t.segments.builder.runPass([], now);
  const [built] = await listSegments();
  expect(built).toBeDefined();
  await t.store([{ at: '2026-11-22T10:01:00Z' }], now);
  await t.segments.builder.runPass([], minutesLater(59));
  expect(await listSegments()).toEqual([built]);
  await t.segments.builder.runPass([], minutesLater(61));
  expect((await listSegments()).map(({ hits }) => hits)).toEqual([2]);
});

test('small segments of a closed month become one', async () => {
  for (const day of ['2026-10-29', '2026-10-30', '2026-10-31']) {
    await t.store([
      { at: `${day}T10:00:00Z` },
      { at: `${day}T10:10:00Z` },
      { at: `${day}T12:00:00Z`, visitor: 2 },
    ]);
    await build(new Date(`${day}T20:00:00Z`));
  }
  expect(await listSegments()).toHaveLength(3);
  const other = t.open();
  await other.builder.runPass([], now);
  expect(await listSegments()).toMatchObject([{ first_day: '2026-10-29', last_day: '2026-10-31', hits: 9 }]);
  await expectExact();
  await t.store([{ at: '2026-10-30T10:20:00Z' }]);
  await expectExact();
});

test('another time zone writes everything again in its days', async () => {
  await t.store([{ at: '2026-11-19T22:30:00Z' }, { at: '2026-11-19T23:30:00Z' }]);
  await build();
  expect((await expectExact()).visits).toHaveLength(2);
  await t.db.query(`UPDATE companies SET time_zone = 'America/New_York' WHERE id = $1`, [t.dataset.id]);
  const moved = { ...t.dataset, timeZone: 'America/New_York' };
  expect((await t.read(t.segments, moved)).visits).toMatchObject([
    { day: '2026-11-19' },
    { day: '2026-11-19' },
  ]);
  await build();
  expect(await listSegments()).toMatchObject([{ first_day: '2026-11-19', last_day: '2026-11-19', hits: 2 }]);
  expect(await t.read(t.segments, moved)).toEqual(await t.readWithoutSegments(moved));
});

test('a killed builder leaves nothing that counts: its files are deleted, listed ones are used', async () => {
  await t.store([{ at: '2026-10-10T10:00:00Z' }, { at: '2026-11-10T10:00:00Z' }]);
  await build();
  const listed = await listSegments();
  // As if it had been killed before the state was written, and while writing further files.
  await t.db.query('DELETE FROM segment_states WHERE company_id = $1', [t.dataset.id]);
  const leftovers = {
    unfinished: '2026-11-12_2026-11-12.aaaaaaaaaaaa.hits.parquet.tmp',
    unlisted: '2026-11-12_2026-11-12.bbbbbbbbbbbb.visits.parquet',
    recent: '2026-11-12_2026-11-12.cccccccccccc.visits.parquet',
  };
  for (const name of Object.values(leftovers)) writeFileSync(join(folderOf(), name), 'half a file');
  const old = new Date(Date.now() - 11 * 60_000);
  utimesSync(join(folderOf(), leftovers.unlisted), old, old);
  const restarted = t.open();
  expect(await t.read(restarted)).toEqual(await t.readWithoutSegments());
  await restarted.builder.runPass([], now);
  expect(await listSegments()).toEqual(listed);
  const left = Object.values(leftovers).filter((name) => existsSync(join(folderOf(), name)));
  expect(left).toEqual([leftovers.recent]);
  await expectExact();
});

test('of two builders of one store, one builds; each other store builds its own', async () => {
  await t.store([{ at: '2026-11-10T10:00:00Z' }]);
  const same = t.open();
  const elsewhere = t.open(join(t.folder, 'elsewhere'));
  const passes = await Promise.all([
    build(),
    same.builder.runPass([t.dataset.id], now),
    elsewhere.builder.runPass([t.dataset.id], now),
  ]);
  expect(passes[2]).toBe(true);
  expect(passes.slice(0, 2)).toContain(true);
  expect(await listSegments()).toHaveLength(2);
  for (const segments of [t.segments, same, elsewhere])
    expect(await t.read(segments)).toEqual(await t.readWithoutSegments());
});

test('a deleted company, a discarded demo dataset and their files disappear', async () => {
  await t.store([{ at: '2026-11-10T10:00:00Z' }]);
  await build();
  expect(existsSync(folderOf())).toBe(true);
  await t.db.query('DELETE FROM companies WHERE id = $1', [t.dataset.id]);
  const other = t.open();
  await other.builder.runPass([], now);
  expect(existsSync(folderOf())).toBe(false);
  expect(await listSegments()).toEqual([]);
});

test('changes are deleted once every store has them; a store that missed some builds everything again', async () => {
  const countChanges = async () =>
    (await t.db.query('SELECT FROM event_changes WHERE company_id = $1', [t.dataset.id])).rowCount;
  const elsewhere = t.open(join(t.folder, 'elsewhere'));
  await t.store([{ at: '2026-11-10T10:00:00Z' }]);
  await build();
  await elsewhere.builder.runPass([t.dataset.id], now);
  expect(await countChanges()).toBe(0);
  await t.store([{ at: '2026-11-10T10:10:00Z' }, { at: '2026-11-11T10:10:00Z' }]);
  await build();
  expect(await countChanges()).toBe(1);
  await t.db.query('DELETE FROM event_changes WHERE company_id = $1', [t.dataset.id]);
  await expect(t.read(elsewhere)).rejects.toMatchObject({ status: 503 });
  await elsewhere.builder.runPass([], now);
  expect(await t.read(elsewhere)).toEqual(await t.readWithoutSegments());
});

test('days whose raw events are gone stay, and corrections of their orders reach them', async () => {
  const ids = await t.store([
    { at: '2026-10-10T10:00:00Z', path: '/a' },
    { at: '2026-10-10T10:05:00Z', kind: 'order', order: { id: 'o-1', amount: '10.00' } },
    { at: '2026-10-10T11:05:00Z', kind: 'order', visitor: 2, order: { id: 'o-2', amount: '3.00' } },
    { at: '2026-11-10T10:00:00Z', path: '/now' },
  ]);
  await build();
  const before = await t.read(t.segments);
  await t.db.query('DROP TABLE events_2026_10');
  expect(await t.read(t.segments)).toEqual(before);
  await t.db.query(`UPDATE shop_orders SET refunded_amount = 4 WHERE company_id = $1 AND order_id = 'o-1'`, [
    t.dataset.id,
  ]);
  await t.db.query(`DELETE FROM shop_orders WHERE company_id = $1 AND order_id = 'o-2'`, [t.dataset.id]);
  await recordChange(t.db, t.dataset.id, [
    { id: ids[1] ?? '', at: '2026-10-10T10:05:00Z' },
    { id: ids[2] ?? '', at: '2026-10-10T11:05:00Z' },
  ]);
  // PostgreSQL no longer has the rows; the file has to be written again first.
  await expect(t.read(t.segments)).rejects.toMatchObject({ status: 503 });
  await build();
  expect((await t.read(t.segments)).visits).toMatchObject([
    { day: '2026-10-10', orders: 1, revenue: '10.00', refunds: '4.00', page_views: 1 },
    { day: '2026-11-10', entry_page: '/now' },
  ]);
});

test('segments past their retention are deleted', async () => {
  await t.store([{ at: '2026-09-01T10:00:00Z' }, { at: '2026-11-20T10:00:00Z' }].slice(1));
  const brief = t.open(t.dataDir, { retentionDays: 30 });
  await brief.builder.runPass([t.dataset.id], now);
  expect(await listSegments()).toHaveLength(1);
  await t.open(t.dataDir, { retentionDays: 30 }).builder.runPass([], minutesLater(60 * 24 * 40));
  expect(await listSegments()).toEqual([]);
});

test('without free disk space nothing is built, and questions are answered from PostgreSQL', async () => {
  await t.store([{ at: '2026-11-20T10:00:00Z' }]);
  const full = t.open(t.dataDir, { diskReserveBytes: Number.MAX_SAFE_INTEGER });
  await full.builder.runPass([t.dataset.id], now);
  expect(full.builder.counts).toMatchObject({ failures: 1, segments: 0 });
  expect(await listSegments()).toEqual([]);
  expect((await t.read(full)).visits).toHaveLength(1);
});

test('a question keeps the files it began with while they are replaced', async () => {
  await t.store([{ at: '2026-11-20T10:00:00Z' }]);
  await build();
  const view = await t.segments.openDatasetView(t.dataset, 'all');
  await t.store([{ at: '2026-11-20T10:10:00Z' }]);
  await build();
  const other = await t.segments.openDatasetView(t.dataset, 'all');
  const count = (relation: string) => t.segments.runQuery(`SELECT count(*) AS hits FROM ${relation}`, []);
  expect(await count(view.hits)).toEqual([{ hits: '1' }]);
  expect(await count(other.hits)).toEqual([{ hits: '2' }]);
  view.release();
  other.release();
});

test('of processes that create a store at once, all have one id', async () => {
  const dataDir = join(t.folder, 'new');
  const stores = await Promise.all(Array.from({ length: 8 }, () => t.open(dataDir).openStore()));
  expect(new Set(stores.map(({ id }) => id)).size).toBe(1);
});

test('the id of a store outlives the process', async () => {
  const { id } = await t.segments.openStore();
  expect(readFileSync(join(t.dataDir, 'segments', 'store-id'), 'utf8')).toBe(id);
  expect((await t.open().openStore()).id).toBe(id);
  expect((await t.open(join(t.folder, 'another')).openStore()).id).not.toBe(id);
});

test('a dataset of another company with the same rows is built on its own', async () => {
  const other = { id: randomUUID(), timeZone: 'UTC' };
  await t.db.query('INSERT INTO companies (id, name, domain) VALUES ($1, $2, $2)', [other.id, 'other.test']);
  await t.store([{ at: '2026-11-20T10:00:00Z' }]);
  await storeEvents(t.db, other.id, [{ at: '2026-11-20T10:00:00Z' }, { at: '2026-11-20T10:01:00Z' }]);
  await t.segments.builder.runPass([], now);
  expect((await t.read(t.segments)).hits).toHaveLength(1);
  expect((await t.read(t.segments, other)).hits).toHaveLength(2);
});
