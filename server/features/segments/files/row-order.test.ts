import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  expectExact,
  listSegments,
  openSegmentsFixture,
  type SegmentsFixture,
} from '../../../testing/segments-fixture.ts';
import { toText } from '../duckdb/sql-text.ts';

let t: SegmentsFixture;
beforeEach(async () => {
  t = await openSegmentsFixture('UTC');
});
afterEach(() => t.close());

test('rows of a country lie together in the files, and those of a visit in their order', async () => {
  const countries = ['FR', 'DE', 'JP'];
  await t.store(
    Array.from({ length: 12 }, (_, index) => ({
      at: `2026-11-10T10:${String(index).padStart(2, '0')}:00Z`,
      visitor: 1 + (index % 6),
      country: countries[index % 3] ?? null,
      path: `/${index}`,
    })),
  );
  await t.segments.builder.runPass([t.dataset.id], new Date('2026-11-22T12:00:00Z'));
  const [segment] = await listSegments(t);
  const { filesOf } = await t.segments.openStore();
  const files = filesOf(t.dataset.id, segment?.name ?? '');
  const read = async (file: string, column: string) => {
    const rows = await t.segments.runQuery<Record<string, string>>(
      `SELECT ${column} AS value FROM read_parquet(${toText(file)})`,
      [],
    );
    return rows.map(({ value }) => value);
  };
  expect(await read(files.visits, 'country')).toEqual(['DE', 'DE', 'FR', 'FR', 'JP', 'JP']);
  expect(await read(files.hits, 'country')).toEqual(
    ['DE', 'FR', 'JP'].flatMap((country) => [country, country, country, country]),
  );
  expect(await read(files.hits, 'path')).toEqual([
    '/1',
    '/7',
    '/4',
    '/10',
    '/0',
    '/6',
    '/3',
    '/9',
    '/2',
    '/8',
    '/5',
    '/11',
  ]);
  await expectExact(t);
});
