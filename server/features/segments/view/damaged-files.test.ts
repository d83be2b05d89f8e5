import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { expectExact, openSegmentsFixture, type SegmentsFixture } from '../../../testing/segments-fixture.ts';

let t: SegmentsFixture;
beforeEach(async () => {
  t = await openSegmentsFixture();
});
afterEach(() => t.close());

const listTailTables = () =>
  t.segments.runQuery(`SELECT table_name FROM duckdb_tables() WHERE table_name LIKE 'tail%'`, []);

const build = () => t.segments.builder.runPass([t.dataset.id]);
const hour = (time: string) => `2026-11-20T${time}Z`;

test('a file that is gone is read from PostgreSQL and built again', async () => {
  await t.store([{ at: hour('10:00:00') }, { at: '2026-11-12T10:00:00Z' }, { at: '2026-11-19T10:00:00Z' }]);
  await build();
  const before = await expectExact(t);
  const names = t.listFiles();
  for (const name of names.slice(0, 3)) rmSync(join(t.dataDir, 'segments', t.dataset.id, name));
  // The view knows the files from before, so the first question finds out.
  await expect(t.read(t.segments)).rejects.toMatchObject({ status: 503 });
  expect(await t.read(t.segments)).toEqual(before);
  await build();
  expect(t.listFiles()).toHaveLength(names.length);
  expect(await expectExact(t)).toEqual(before);
});

test('a file that disappears between two questions costs one of them, and no memory', async () => {
  await t.store([{ at: hour('10:00:00') }, { at: '2026-11-12T10:00:00Z' }]);
  await build();
  await expectExact(t);
  for (const name of t.listFiles()) rmSync(join(t.dataDir, 'segments', t.dataset.id, name));
  // The new row opens another view, of files that were seen before.
  await t.store([{ at: hour('10:05:00'), visitor: 2 }]);
  await expect(t.read(t.segments)).rejects.toMatchObject({ status: 503 });
  expect(await listTailTables()).toEqual([]);
  await expectExact(t);
  await build();
  await expectExact(t);
});

test('a file that was cut short counts as missing', async () => {
  await t.store([{ at: hour('10:00:00') }, { at: '2026-11-12T10:00:00Z' }]);
  await build();
  const before = await expectExact(t);
  const names = t.listFiles();
  for (const [index, name] of names.entries())
    truncateSync(join(t.dataDir, 'segments', t.dataset.id, name), index === 0 ? 0 : 500);
  const restarted = t.open();
  expect(await t.read(restarted)).toEqual(before);
  await restarted.builder.runPass([t.dataset.id]);
  expect(t.listFiles()).not.toEqual(names);
  expect(await t.read(t.open())).toEqual(before);
});

test('the tables of a tail are dropped when its files cannot be read', async () => {
  await t.store([{ at: '2026-11-12T10:00:00Z' }]);
  await build();
  await t.store([{ at: hour('10:00:00') }]);
  const { duckDb } = t.segments;
  const read = duckDb.read.bind(duckDb);
  duckDb.read = () => Promise.reject(new AppError(503, 'unavailable', 'Too many questions wait.'));
  await expect(t.read(t.segments)).rejects.toMatchObject({ status: 503 });
  duckDb.read = read;
  expect(await listTailTables()).toEqual([]);
  await expectExact(t);
});
