import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSegmentsFixture, type SegmentsFixture } from '../../../testing/segments-fixture.ts';
import { deleteOrphanedData } from '../../companies/orphaned-data.queries.ts';
import type { Segments } from '../segments.ts';
import { deleteFailuresBefore, listFailures } from './segment-failures.queries.ts';

let t: SegmentsFixture;
beforeEach(async () => {
  t = await openSegmentsFixture();
  await t.store([{ at: '2026-11-20T10:00:00Z' }]);
});
afterEach(() => t.close());

const listOf = async (segments = t.segments) =>
  listFailures(t.db, t.dataset.id, (await segments.openStore()).id);
const openFull = () => t.open(t.dataDir, { diskReserveBytes: Number.MAX_SAFE_INTEGER });
/** A failed build is repeated after some time, which the caller's clock has reached. */
const build = (segments: Segments, minute = 0) =>
  segments.builder.runPass([t.dataset.id], new Date(Date.now() + minute * 60_000));

test('a company that cannot be built is recorded with the error until a build succeeds', async () => {
  const full = openFull();
  await build(full);
  const [first] = await listOf();
  expect(first).toEqual({
    work: 'build',
    error: 'the disk is almost full; no segments are built',
    failures: 1,
    first_failed_at: expect.any(Date),
    last_failed_at: expect.any(Date),
  });
  await build(full, 20);
  await build(full, 40);
  const [third] = await listOf();
  expect(third).toMatchObject({ failures: 3, first_failed_at: first?.first_failed_at });
  expect(third?.last_failed_at.getTime()).toBeGreaterThan(first?.last_failed_at.getTime() ?? 0);
  await build(t.segments);
  expect(await listOf()).toEqual([]);
});

test('a failure of one machine is not that of another', async () => {
  await build(openFull());
  const elsewhere = t.open(join(t.folder, 'elsewhere'));
  await build(elsewhere);
  expect(await listOf(elsewhere)).toEqual([]);
  expect(await listOf()).toHaveLength(1);
});

test('a file that cannot be read is recorded until a question reads it again, in any process of the machine', async () => {
  await build(t.segments);
  const files = t.listFiles().map((name) => join(t.dataDir, 'segments', t.dataset.id, name));
  const contents = files.map((file) => readFileSync(file));
  // As long as before, so that it does not count as missing.
  for (const file of files) writeFileSync(file, Buffer.alloc(readFileSync(file).length, 'x'));
  for (let question = 0; question < 3; question += 1)
    await expect(t.segments.openDatasetView(t.dataset, 'all')).rejects.toMatchObject({ status: 503 });
  await t.segments.failures.settle();
  const [failure] = await listOf();
  // Many questions may fail at once: they are written once a minute.
  expect(failure).toMatchObject({ work: 'read', failures: 1 });
  expect(failure?.error).toMatch(/magic bytes/);
  expect(failure?.error).not.toContain(t.folder);

  for (const [index, file] of files.entries()) writeFileSync(file, contents[index] ?? '');
  const restarted = t.open();
  expect(await restarted.failures.refresh()).toBe(1);
  const view = await restarted.openDatasetView(t.dataset, 'all');
  await restarted.runQuery(`SELECT count(*) AS hits FROM ${view.hits}`, [], { datasetId: t.dataset.id });
  view.release();
  await restarted.failures.settle();
  expect(await listOf()).toEqual([]);
});

test('the failures of a deleted company and of a machine that is gone are deleted', async () => {
  await build(openFull());
  await deleteFailuresBefore(t.db, new Date(Date.now() - 60_000));
  expect(await listOf()).toHaveLength(1);
  await deleteFailuresBefore(t.db, new Date(Date.now() + 60_000));
  expect(await listOf()).toEqual([]);
  await build(openFull());
  await deleteOrphanedData(t.db, t.dataset.id);
  expect(await listOf()).toEqual([]);
});
