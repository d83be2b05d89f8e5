import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  expectExact,
  listSegments,
  openSegmentsFixture,
  type SegmentsFixture,
  storeEvents,
} from '../../testing/segments-fixture.ts';
import { storeVolume } from '../../testing/segments-volume.ts';
import type { Segments } from './segments.ts';
import { readFilesAlone } from './view/pending.ts';

let t: SegmentsFixture;
beforeEach(async () => {
  t = await openSegmentsFixture('UTC');
});
afterEach(() => t.close());

const now = new Date('2026-11-22T12:00:00Z');
const build = (segments: Segments) => segments.builder.runPass([t.dataset.id], now);

/** The counts of a day, each made in different ways that must agree. */
async function count(segments: Segments) {
  const view = await segments.openDatasetView(t.dataset, 'all');
  try {
    const [found] = await segments.runQuery<Record<string, string>>(
      `SELECT count(*) AS hits, count(DISTINCT visit_no) AS visits, count(DISTINCT visitor_no) AS visitors,
         count(*) FILTER (first_path) AS paths_of_visits,
         (SELECT count(*) FROM ${view.visits}) AS rows, (SELECT sum(page_views)::VARCHAR FROM ${view.visits}) AS page_views
       FROM ${view.hits}`,
      [],
      { timeoutMs: 60_000 },
    );
    const { sums } = view.summed({ first: '2026-11-01', last: '2026-11-30' });
    const [summed] = await segments.runQuery<Record<string, string>>(
      `SELECT sum(visits)::VARCHAR AS visits, sum(visitors)::VARCHAR AS visitors, sum(page_views)::VARCHAR AS page_views
       FROM ${sums} WHERE dimension = ''`,
      [],
      { timeoutMs: 60_000 },
    );
    return { found, summed, pending: view.pending };
  } finally {
    view.release();
  }
}

test('a day that does not fit into memory is built in slices', { timeout: 180_000 }, async () => {
  const events = 60_000;
  const segments = t.open(undefined, { limits: { builderMemoryMb: 64, sliceRows: 5_000 } });
  await storeVolume(t, { events });
  await build(segments);
  expect(segments.builder.counts.failures).toBe(0);
  expect(await listSegments(t)).toMatchObject([
    { first_day: '2026-11-10', last_day: '2026-11-10', hits: events },
  ]);
  const visits = String(events / 6);
  const expected = { visits, visitors: visits, page_views: String((events / 6) * 4) };
  expect(await count(segments)).toEqual({
    found: { ...expected, hits: String(events), rows: visits, paths_of_visits: String(events) },
    summed: expected,
    pending: null,
  });
});

test('addresses of 1,500 characters and large properties are built in slices by bytes', {
  timeout: 180_000,
}, async () => {
  const segments = t.open(undefined, { limits: { builderMemoryMb: 128 } });
  // In one slice they need more memory than that.
  await storeVolume(t, { events: 24_000, pathLength: 1_500, propertyBytes: 5_000 });
  await build(segments);
  expect(segments.builder.counts.failures).toBe(0);
  expect((await count(segments)).found).toMatchObject({ hits: '24000', visits: '4000' });
});

test('slices, and a tail in slices and files, have what a view of PostgreSQL has', async () => {
  const tiny = { sliceRows: 3, tailTableRows: 2 };
  await t.segments.close();
  const segments = t.open(undefined, { limits: tiny });
  const sliced: SegmentsFixture = { ...t, segments };
  const store = (hour: number, visitors: number) =>
    t.store(
      Array.from({ length: visitors * 3 }, (_, index) => ({
        at: `2026-11-${10 + (index % 2)}T${hour}:${10 + (index % 40)}:00Z`,
        visitor: 1 + (index % visitors),
        path: `/${index % 5}`,
        ...(index % 3 === 2 ? { kind: 'event' as const, eventName: 'click' } : {}),
      })),
    );
  await store(10, 7);
  await t.store([{ at: '2026-11-10T12:00:00Z', visitor: null }]);
  await build(segments);
  await expectExact(sliced);
  await store(11, 11);
  await store(13, 4);
  await t.store([{ at: '2026-11-12T12:00:00Z', visitor: 3 }]);
  await expectExact(sliced);
  await build(segments);
  expect(segments.builder.counts.failures).toBe(0);
  await expectExact(sliced);
});

test('an event at the instant of a stored one does not make its day be read again', async () => {
  const day = Array.from({ length: 60 }, (_, index) => ({
    at: `2026-11-10T10:${String(index).padStart(2, '0')}:00Z`,
    visitor: 1 + (index % 20),
  }));
  await t.store(day);
  await build(t.segments);
  // The day does not fit into a tail.
  const small = t.open(undefined, { limits: { tailRows: 40 } });
  const repeated = await t.store(
    [3, 4, 24].map((index) => ({ ...day[index], at: day[index]?.at ?? '', path: '/repeated' })),
  );
  expect(repeated).toHaveLength(3);
  const seen = await expectExact({ ...t, segments: small });
  expect(seen.pending).toBeNull();
});

test('a fresh bulk load is answered from the days that are built', async () => {
  const segments = t.open(undefined, { limits: { tailRows: 100 } });
  await storeVolume(t, { events: 120 });
  await storeVolume(t, { events: 120, day: '2026-11-21', firstVisitor: 100 });
  const none = await t.read(segments);
  expect(none).toMatchObject({ visits: [], pending: { kind: 'preparing', counted: [] } });
  // The newest day is built first; the build of the other one fails.
  const { builderDuckDb, builder } = segments;
  const withTemporaryFolder = builderDuckDb.withTemporaryFolder.bind(builderDuckDb);
  let builds = 0;
  builderDuckDb.withTemporaryFolder = (work) => {
    builds += 1;
    return builds === 1 ? withTemporaryFolder(work) : Promise.reject(new Error('the disk failed'));
  };
  await builder.runPass([t.dataset.id], now);
  expect(builder.counts.failures).toBe(1);
  const newest = await t.read(segments);
  expect(newest.visits.map(({ day }) => day)).toEqual(Array.from({ length: 20 }, () => '2026-11-21'));
  expect(newest.pending).toEqual({
    kind: 'preparing',
    counted: [{ first: '2026-11-21', last: '2026-11-21' }],
  });
  builderDuckDb.withTemporaryFolder = withTemporaryFolder;
  await builder.runPass([t.dataset.id], new Date(now.getTime() + 600_000));
  const all = await t.read(segments);
  expect(all.pending).toBeNull();
  expect(all.visits).toHaveLength(40);
});

test('newest events that are too many are left out with the time they were left out from', async () => {
  const segments = t.open(undefined, { limits: { tailRows: 10 } });
  await t.store([{ at: '2026-11-20T10:00:00Z' }]);
  await build(segments);
  const since = new Date('2026-11-20T10:42:00Z');
  for (let round = 0; round < 3; round += 1)
    await storeEvents(
      t.db,
      t.dataset.id,
      Array.from({ length: 5 }, (_, index) => ({ at: `2026-11-20T11:0${round}:0${index}Z`, visitor: 2 })),
      new Date(since.getTime() + round * 60_000),
    );
  expect(await t.read(segments)).toMatchObject({
    visits: [{ page_views: 1 }],
    pending: { kind: 'newest', countedUpTo: since, events: 15 },
  });
  await build(segments);
  await expectExact({ ...t, segments });
});

test('large properties of the newest events are left out until they are built, not answered with an error', async () => {
  const segments = t.open(undefined, { limits: { tailBytes: 100_000, memoryMb: 96 } });
  await t.store([{ at: '2026-11-20T10:00:00Z' }]);
  await build(segments);
  await storeVolume(t, { events: 300, propertyBytes: 4_000 });
  expect(await t.read(segments)).toMatchObject({ visits: [{}], pending: { kind: 'newest' } });
  await build(segments);
  expect((await t.read(segments)).pending).toBeNull();
});

test('nothing is pending once the builder has finished while the tail was read', async () => {
  await t.store([{ at: '2026-11-20T10:00:00Z' }]);
  await build(t.segments);
  const found = await readFilesAlone(t.db, t.dataset, await t.segments.openStore(), new Set());
  expect(found).toMatchObject({ pending: null, usable: { segments: [{ firstDay: '2026-11-20' }] } });
});
