import { readdirSync, renameSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  listSegments,
  openSegmentsFixture,
  recordChange,
  type SegmentsFixture,
} from '../../../testing/segments-fixture.ts';
import {
  addedDims,
  compactSegmentFormat,
  hitDims,
  oldSegmentFormats,
  segmentFormat,
  visitDims,
} from '../columns.ts';
import { readHitColumns } from '../files/stored-hits.ts';

let t: SegmentsFixture;
beforeEach(async () => {
  t = await openSegmentsFixture();
});
afterEach(() => t.close());

const now = new Date('2026-11-22T12:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const build = (at = now) => t.segments.builder.runPass([t.dataset.id], at);
const folderOf = (dataDir = t.dataDir) => join(dataDir, 'segments', t.dataset.id);

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
  await t.db.query(
    `UPDATE shop_orders SET amount = 14, source = 'verified' WHERE company_id = $1 AND order_id = 'o-1'`,
    [t.dataset.id],
  );
  await t.db.query(`DELETE FROM shop_orders WHERE company_id = $1 AND order_id = 'o-2'`, [t.dataset.id]);
  await recordChange(t.db, t.dataset.id, [
    { id: ids[1] ?? '', at: '2026-10-10T10:05:00Z' },
    { id: ids[2] ?? '', at: '2026-10-10T11:05:00Z' },
  ]);
  // PostgreSQL no longer has the rows; until the file is written again, it is all there is.
  expect(await t.read(t.segments)).toMatchObject({
    visits: before.visits,
    pending: { kind: 'newest', events: 2 },
  });
  await build();
  expect((await t.read(t.segments)).visits).toMatchObject([
    { day: '2026-10-10', orders: 1, revenue: '14.0000', verified_orders: 1, page_views: 1 },
    { day: '2026-11-10', entry_page: '/now' },
  ]);
});

test.each(oldSegmentFormats)(
  'files of version %i are converted where their raw events are gone',
  async (format) => {
    await t.store([
      { at: '2026-10-10T10:00:00Z', path: '/a' },
      { at: '2026-10-10T10:05:00Z', kind: 'order', order: { id: 'o-1', amount: '10.00' } },
      { at: '2026-10-10T11:05:00Z', kind: 'order', visitor: null, order: { id: 'o-2', amount: '3.00' } },
      { at: '2026-11-10T10:00:00Z', path: '/now' },
    ]);
    await build();
    const before = await t.read(t.segments);
    await t.db.query('DROP TABLE events_2026_10');
    for (const { name } of await listSegments(t)) await writeInVersion(format, name);
    const upgraded = t.open();
    // PostgreSQL has only a part of these days, which must not count as complete.
    expect((await t.read(upgraded)).pending).toEqual({ kind: 'preparing', counted: [] });
    await upgraded.builder.runPass([t.dataset.id], now);
    expect(upgraded.builder.counts.failures).toBe(0);
    expect(await t.read(upgraded)).toEqual(before);
    const { rows } = await t.db.query('SELECT DISTINCT format FROM segments');
    expect(rows).toEqual([{ format: segmentFormat }]);
    await upgraded.close();
  },
);

/** Writes the files of a segment as an older version did. */
async function writeInVersion(format: number, name: string): Promise<void> {
  const toFile = (part: string) => join(folderOf(), `${name}.${part}.parquet`);
  const visits = `read_parquet('${toFile('visits')}')`;
  // Every row had all dimensions of its visit.
  const lacking = visitDims.filter((dim) => !hitDims.includes(dim));
  const hits = `(SELECT h.* EXCLUDE (${lacking.join(', ')}), ${lacking.map((dim) => `coalesce(v.${dim}, h.${dim}) AS ${dim}`).join(', ')}
    FROM ${readHitColumns([toFile('hits')])} AS h LEFT JOIN ${visits} AS v ON v.day = h.day AND v.visit_no = h.visit_no
    ORDER BY h.day, h.visit_no NULLS FIRST, h."at")`;
  let bytes = 0;
  // Hits first, because they are written with what the visits have.
  for (const part of ['hits', 'visits', 'sums'] as const) {
    const file = toFile(part);
    const asStored = `read_parquet('${file}')`;
    const rows = { hits: format < compactSegmentFormat ? hits : asStored, visits, sums: asStored }[part];
    const later = Object.keys(addedDims).filter((dim) => part !== 'sums' && (addedDims[dim] ?? 0) > format);
    const present = later.length > 0 ? `* EXCLUDE (${later.join(', ')})` : '*';
    await t.segments.duckDb.withConnection(async (connection) => {
      await connection.run(
        `COPY (SELECT ${oldColumns[format]?.[part] ?? '*'} FROM (SELECT ${present} FROM ${rows})) TO '${file}.old' (FORMAT parquet)`,
      );
    });
    renameSync(`${file}.old`, file);
    bytes += statSync(file).size;
  }
  await t.db.query('UPDATE segments SET format = $2, bytes = $3 WHERE name = $1', [name, format, bytes]);
}

const oldColumns: Record<number, Record<'hits' | 'visits' | 'sums', string>> = {
  1: {
    hits: `* EXCLUDE (foreign_amount, currency, is_verified) REPLACE (amount::DECIMAL(18,2) AS amount),
      CASE WHEN kind = 'order' THEN 0::DECIMAL(18,2) END AS refunded`,
    visits: `* EXCLUDE (priced_orders, verified_orders, verified_revenue, verified_priced_orders)
      REPLACE (revenue::DECIMAL(18,2) AS revenue), 0::DECIMAL(18,2) AS refunds`,
    sums: `* EXCLUDE (priced_orders, verified_orders, verified_revenue, verified_priced_orders, verified_conversions)`,
  },
  2: {
    hits: '*',
    visits: `* REPLACE (revenue::DECIMAL(18,4) AS revenue, verified_revenue::DECIMAL(18,4) AS verified_revenue)`,
    sums: '*',
  },
  3: { hits: '*', visits: '*', sums: '*' },
};

test('a month that is dropped while it is being written again keeps its old segment', async () => {
  await t.store([{ at: '2026-10-10T10:00:00Z', path: '/a' }, { at: '2026-11-10T10:00:00Z' }]);
  await build();
  const before = await t.read(t.segments);
  const listed = await listSegments(t);
  await t.store([{ at: '2026-10-10T11:00:00Z', path: '/late' }]);
  // Between the plan and the export. The export needs a temporary folder.
  const { builderDuckDb: duckDb } = t.segments;
  const withTemporaryFolder = duckDb.withTemporaryFolder.bind(duckDb);
  duckDb.withTemporaryFolder = async (work) => {
    await t.db.query('DROP TABLE IF EXISTS events_2026_10');
    return withTemporaryFolder(work);
  };
  await build();
  expect(t.segments.builder.counts.failures).toBe(1);
  duckDb.withTemporaryFolder = withTemporaryFolder;
  expect(await listSegments(t)).toEqual(listed);
  await t.segments.builder.runPass([t.dataset.id], minutesLater(5));
  expect((await t.read(t.segments)).visits).toEqual(before.visits);
});

test('files without raw events stay listed while they cannot be read', async () => {
  await t.store([{ at: '2026-10-10T10:00:00Z' }, { at: '2026-11-10T10:00:00Z' }]);
  await build();
  const before = await t.read(t.segments);
  const listed = await listSegments(t);
  await t.db.query('DROP TABLE events_2026_10');
  const away = join(t.folder, 'away');
  renameSync(folderOf(), away);
  const restarted = t.open();
  await t.db.query('DELETE FROM segment_states WHERE company_id = $1', [t.dataset.id]);
  await restarted.builder.runPass([t.dataset.id], now);
  expect((await t.read(restarted)).visits).toMatchObject([{ day: '2026-11-10' }]);
  expect((await listSegments(t)).map(({ name }) => name)).toContain(listed[0]?.name);
  for (const name of readdirSync(away)) renameSync(join(away, name), join(folderOf(), name));
  expect((await t.read(t.open())).visits).toEqual(before.visits);
});

test('a machine that was away for long still has the days that no other can build', async () => {
  await t.store([{ at: '2026-10-10T10:00:00Z' }, { at: '2026-11-10T10:00:00Z' }]);
  await build();
  const before = await t.read(t.segments);
  await t.db.query('DROP TABLE events_2026_10');
  await t.db.query(`UPDATE segment_states SET updated_at = '2026-10-01T00:00:00Z'`);
  const elsewhere = t.open(join(t.folder, 'elsewhere'));
  await elsewhere.builder.runPass([], now);
  expect((await listSegments(t)).map(({ first_day }) => first_day)).toEqual(['2026-10-10', '2026-11-10']);
  const back = t.open();
  await back.builder.runPass([t.dataset.id], now);
  expect((await t.read(back)).visits).toEqual(before.visits);
});

test('segments past their retention are deleted', async () => {
  await t.store([{ at: '2026-09-01T10:00:00Z' }, { at: '2026-11-20T10:00:00Z' }].slice(1));
  const brief = t.open(t.dataDir, { retentionDays: 30 });
  await brief.builder.runPass([t.dataset.id], now);
  expect(await listSegments(t)).toHaveLength(1);
  await t.open(t.dataDir, { retentionDays: 30 }).builder.runPass([], minutesLater(60 * 24 * 40));
  expect(await listSegments(t)).toEqual([]);
});

test('a question keeps a file whose retention ends while it reads', async () => {
  await t.store([{ at: '2026-11-20T10:00:00Z' }]);
  await build();
  const files = t.listFiles();
  const built = new Date('2026-11-22T12:00:00Z');
  for (const file of files) utimesSync(join(folderOf(), file), built, built);
  const view = await t.segments.openDatasetView(t.dataset, 'all');
  const later = minutesLater(60 * 24 * 40);
  // The processes of a machine take turns: the second sweeps what the first removed from the list.
  for (let turn = 1; turn <= 2; turn += 1)
    await t.open(t.dataDir, { retentionDays: 30 }).builder.runPass([], later);
  expect(await listSegments(t)).toEqual([]);
  expect(t.listFiles()).toEqual(files);
  expect(await t.segments.runQuery(`SELECT count(*) AS hits FROM ${view.hits}`, [])).toEqual([{ hits: '1' }]);
  // Ten minutes later the process itself still knows that it reads them.
  const past = new Date(Date.now() - 11 * 60_000);
  for (const file of files) utimesSync(join(folderOf(), file), past, past);
  await t.segments.builder.runPass([t.dataset.id], now);
  expect(t.listFiles()).toEqual(expect.arrayContaining(files));
  view.release();
  await t.open(t.dataDir, { retentionDays: 30 }).builder.runPass([], later);
  expect(t.listFiles().filter((file) => files.includes(file))).toEqual([]);
});
