import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  listSegments,
  openSegmentsFixture,
  type SegmentsFixture,
} from '../../../testing/segments-fixture.ts';
import { hitColumns, toColumnList } from '../columns.ts';
import { toText } from '../duckdb/sql-text.ts';
import { readHitColumns, readHits } from './stored-hits.ts';

let t: SegmentsFixture;
beforeEach(async () => {
  t = await openSegmentsFixture('UTC');
});
afterEach(() => t.close());

const read = (relation: string, columns: readonly string[]) =>
  t.segments.runQuery<Record<string, string>>(
    `SELECT ${toColumnList(columns)} FROM ${relation} ORDER BY "at"`,
    [],
  );

/** The file of hits of the only segment. */
async function buildFile(): Promise<string> {
  await t.segments.builder.runPass([t.dataset.id], new Date('2026-11-22T12:00:00Z'));
  const [segment] = await listSegments(t);
  const { filesOf } = await t.segments.openStore();
  return filesOf(t.dataset.id, segment?.name ?? '').hits;
}

test('times are exact to the microsecond, with a visit and without one', async () => {
  await t.store([
    { at: '2026-11-10T10:00:00.000007Z', path: '/a' },
    { at: '2026-11-10T10:00:00.001006Z', path: '/b' },
    { at: '2026-11-10T10:20:00.999999Z', kind: 'order', visitor: null, order: { id: 'o-1', amount: '1.00' } },
  ]);
  const rows = await read(readHitColumns([await buildFile()]), ['at', 'visit_started_at', 'is_page_view']);
  expect(rows).toMatchObject([
    {
      at: '2026-11-10 10:00:00.000007',
      visit_started_at: '2026-11-10 10:00:00.000007',
      is_page_view: true,
    },
    {
      at: '2026-11-10 10:00:00.001006',
      visit_started_at: '2026-11-10 10:00:00.000007',
      is_page_view: true,
    },
    { at: '2026-11-10 10:20:00.999999', visit_started_at: null, is_page_view: false },
  ]);
});

test('a file from before a dimension was added is read without it', async () => {
  await t.store([{ at: '2026-11-10T10:00:00Z', path: '/a', country: 'DE' }]);
  const file = await buildFile();
  const older = join(t.dataDir, 'segments', 'older.parquet');
  await t.segments.duckDb.withConnection((connection) =>
    connection.run(
      `COPY (SELECT * EXCLUDE (country) FROM read_parquet(${toText(file)})) TO ${toText(older)} (FORMAT parquet)`,
    ),
  );
  const others = hitColumns.filter((name) => name !== 'country');
  expect(await read(readHits([older], ['country']), others)).toEqual(
    await read(readHitColumns([file]), others),
  );
});
