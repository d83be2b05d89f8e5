import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  expectExact,
  listSegments,
  openSegmentsFixture,
  type SegmentsFixture,
  storeEvents,
} from '../../../testing/segments-fixture.ts';
import { deleteOrphanedData } from '../../companies/orphaned-data.queries.ts';

let t: SegmentsFixture;
beforeEach(async () => {
  t = await openSegmentsFixture();
});
afterEach(() => t.close());

const now = new Date('2026-11-22T12:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const build = (at = now) => t.segments.builder.runPass([t.dataset.id], at);
const folderOf = (dataDir = t.dataDir) => join(dataDir, 'segments', t.dataset.id);

test('days that still change have separate segments, and only those with events are written again', async () => {
  await t.store(
    ['2026-10-05', '2026-10-20', '2026-11-03', '2026-11-21', '2026-11-22'].map((day) => ({
      at: `${day}T10:00:00Z`,
    })),
  );
  await build();
  const first = await listSegments(t);
  expect(first.map(({ first_day, last_day }) => `${first_day} ${last_day}`)).toEqual([
    '2026-10-05 2026-10-20',
    '2026-11-03 2026-11-03',
    '2026-11-21 2026-11-21',
    '2026-11-22 2026-11-22',
  ]);
  await t.store([{ at: '2026-11-22T11:00:00Z' }, { at: '2026-10-10T11:00:00Z' }]);
  await build();
  const second = await listSegments(t);
  expect(second.map(({ hits }) => hits)).toEqual([3, 1, 1, 2]);
  expect(second.slice(1, 3)).toEqual(first.slice(1, 3));
  await expectExact(t);
});

test('a few new events wait, many or an hour of waiting do not', async () => {
  await t.store([{ at: '2026-11-22T10:00:00Z' }], now);
  await t.segments.builder.runPass([], now);
  const [built] = await listSegments(t);
  expect(built).toBeDefined();
  await t.store([{ at: '2026-11-22T10:01:00Z' }], now);
  await t.segments.builder.runPass([], minutesLater(59));
  expect(await listSegments(t)).toEqual([built]);
  await t.segments.builder.runPass([], minutesLater(61));
  expect((await listSegments(t)).map(({ hits }) => hits)).toEqual([2]);
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
  expect(await listSegments(t)).toHaveLength(3);
  const other = t.open();
  await other.builder.runPass([], now);
  expect(await listSegments(t)).toMatchObject([{ first_day: '2026-10-29', last_day: '2026-10-31', hits: 9 }]);
  await expectExact(t);
  await t.store([{ at: '2026-10-30T10:20:00Z' }]);
  await expectExact(t);
});

test('another time zone writes everything again in its days', async () => {
  await t.store([{ at: '2026-11-19T22:30:00Z' }, { at: '2026-11-19T23:30:00Z' }]);
  await build();
  expect((await expectExact(t)).visits).toHaveLength(2);
  await t.db.query(`UPDATE companies SET time_zone = 'America/New_York' WHERE id = $1`, [t.dataset.id]);
  const moved = { ...t.dataset, timeZone: 'America/New_York' };
  expect((await t.read(t.segments, moved)).visits).toMatchObject([
    { day: '2026-11-19' },
    { day: '2026-11-19' },
  ]);
  await build();
  expect(await listSegments(t)).toMatchObject([{ first_day: '2026-11-19', last_day: '2026-11-19', hits: 2 }]);
  expect(await t.read(t.segments, moved)).toEqual(await t.readWithoutSegments(moved));
});

test('a killed builder leaves nothing that counts: its files are deleted, listed ones are used', async () => {
  await t.store([{ at: '2026-10-10T10:00:00Z' }, { at: '2026-11-10T10:00:00Z' }]);
  await build();
  const listed = await listSegments(t);
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
  expect(await listSegments(t)).toEqual(listed);
  const left = Object.values(leftovers).filter((name) => existsSync(join(folderOf(), name)));
  expect(left).toEqual([leftovers.recent]);
  await expectExact(t);
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
  expect(await listSegments(t)).toHaveLength(2);
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
  expect(await listSegments(t)).toEqual([]);
});

test('a company that is deleted while its segments are built leaves no files', async () => {
  await t.store([{ at: '2026-11-10T10:00:00Z' }, { at: '2026-11-21T10:00:00Z' }]);
  await build();
  await t.store([{ at: '2026-11-10T11:00:00Z' }, { at: '2026-11-21T11:00:00Z' }]);
  const building = t.open();
  const { builderDuckDb: duckDb } = building;
  const withTemporaryFolder = duckDb.withTemporaryFolder.bind(duckDb);
  duckDb.withTemporaryFolder = async (work) => {
    await t.db.query('DELETE FROM companies WHERE id = $1', [t.dataset.id]);
    await deleteOrphanedData(t.db, t.dataset.id);
    return withTemporaryFolder(work);
  };
  await building.builder.runPass([t.dataset.id], now);
  expect(building.builder.counts.builds).toBe(1);
  expect(existsSync(folderOf())).toBe(false);
  expect(await listSegments(t)).toEqual([]);
  const states = await t.db.query('SELECT FROM segment_states WHERE company_id = $1', [t.dataset.id]);
  expect(states.rowCount).toBe(0);
});

test('a month whose files cannot be read is not merged, and stops nothing else', async () => {
  await t.store(['2026-10-05', '2026-10-06'].map((day) => ({ at: `${day}T10:00:00Z` })));
  await t.segments.builder.runPass([t.dataset.id], new Date('2026-10-06T12:00:00Z'));
  const segments = await listSegments(t);
  expect(segments).toHaveLength(2);
  rmSync(join(folderOf(), `${segments[0]?.name}.hits.parquet`));
  const gone = { id: randomUUID(), timeZone: 'UTC' };
  await t.db.query('UPDATE companies SET demo_dataset_id = $2 WHERE id = $1', [t.dataset.id, gone.id]);
  await storeEvents(t.db, gone.id, [{ at: '2026-10-05T10:00:00Z' }]);
  await t.segments.builder.runPass([gone.id], now);
  await t.db.query('UPDATE companies SET demo_dataset_id = NULL WHERE id = $1', [t.dataset.id]);
  await t.open().builder.runPass([], now);
  expect(existsSync(join(t.dataDir, 'segments', gone.id))).toBe(false);
  expect(await listSegments(t)).toEqual(segments);
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
  // Until then it answers from its files.
  expect(await t.read(elsewhere)).toMatchObject({
    numbers: { visits: '1' },
    pending: { kind: 'preparing', counted: [{ first: '2026-11-10', last: '2026-11-10' }] },
  });
  await elsewhere.builder.runPass([], now);
  expect(await t.read(elsewhere)).toEqual(await t.readWithoutSegments());
});

test('without free disk space nothing is built, and questions are answered from PostgreSQL', async () => {
  await t.store([{ at: '2026-11-20T10:00:00Z' }]);
  const full = t.open(t.dataDir, { diskReserveBytes: Number.MAX_SAFE_INTEGER });
  await full.builder.runPass([t.dataset.id], now);
  expect(full.builder.counts).toMatchObject({ failures: 1, segments: 0 });
  expect(await listSegments(t)).toEqual([]);
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
