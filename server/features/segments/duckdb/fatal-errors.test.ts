import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { expectExact, openSegmentsFixture, type SegmentsFixture } from '../../../testing/segments-fixture.ts';
import type { DatasetView } from '../segments.ts';
import type { Connection } from './duckdb.ts';

let t: SegmentsFixture;
beforeEach(async () => {
  t = await openSegmentsFixture();
});
afterEach(() => t.close());

/**
 * A defect of DuckDB 1.5 (duckdb/duckdb#22846) that ends an instance, usually within a second of trying. Once it is
 * repaired, another statement with an internal error has to take its place.
 */
const fatalStatement = `
WITH numbers AS (SELECT i AS x FROM range(1) t(i)),
  listed AS (
    SELECT * FROM numbers WHERE x >= 5000
    UNION ALL SELECT * FROM numbers WHERE NOT EXISTS (SELECT 1 FROM numbers WHERE x >= 5000))
SELECT x, count(*) OVER () AS count FROM listed ORDER BY x DESC LIMIT 5`;

/** Ends the instance and returns what its questions were answered with. */
async function provokeFatalError(): Promise<unknown> {
  const { instanceNumber } = t.segments.duckDb;
  let failure: unknown;
  const provoke = async () => {
    while (t.segments.duckDb.instanceNumber === instanceNumber)
      await t.segments.runQuery(fatalStatement, []).catch((error: unknown) => {
        failure ??= error;
      });
  };
  await Promise.all([provoke(), provoke(), provoke()]);
  return failure;
}

const toOutcome = (error: unknown) => (error instanceof AppError ? String(error.status) : String(error));

test('after a fatal error of DuckDB the next questions are answered by a new instance', async () => {
  await t.store([{ at: '2026-11-12T10:00:00Z' }, { at: '2026-11-20T10:00:00Z', visitor: 2 }]);
  await t.segments.builder.runPass([t.dataset.id]);
  await t.store([{ at: '2026-11-20T10:05:00Z', visitor: 3 }]);
  const before = await expectExact(t);
  for (let round = 1; round <= 2; round += 1) {
    const failure = await provokeFatalError();
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ status: 503 });
    expect(await t.read(t.segments)).toEqual(before);
  }
  await t.store([{ at: '2026-11-20T10:10:00Z', visitor: 4 }]);
  expect(await t.segments.builder.runPass([t.dataset.id])).toBe(true);
  await expectExact(t);
});

test('a view that was opened before a fatal error is refused, and opened again', async () => {
  await t.store([{ at: '2026-11-20T10:00:00Z' }]);
  const view = await t.segments.openDatasetView(t.dataset, 'all');
  await provokeFatalError();
  const count = ({ hits, instance }: DatasetView) =>
    t.segments.runQuery(`SELECT count(*)::INTEGER AS count FROM ${hits}`, [], { instance });
  await expect(count(view)).rejects.toMatchObject({ status: 503 });
  // The message of the lost table would be a 500.
  const read = (connection: Connection) => connection.read(`SELECT count(*) FROM ${view.hits}`);
  const { instance } = view;
  await expect(t.segments.duckDb.withConnection(read, { instance })).rejects.toMatchObject({ status: 503 });
  view.release();
  const opened = await t.segments.openDatasetView(t.dataset, 'all');
  expect(await count(opened)).toEqual([{ count: 1 }]);
  opened.release();
});

test('a connection that is opened during a fatal error works or is refused', async () => {
  const { duckDb } = t.segments;
  const { instanceNumber } = duckDb;
  const outcomes = new Set<string>();
  const connect = async () => {
    do {
      const outcome = duckDb
        .withConnection((connection) => connection.read('SELECT 1 AS one'))
        .then(() => 'answered', toOutcome);
      outcomes.add(await outcome);
    } while (duckDb.instanceNumber === instanceNumber);
  };
  await Promise.all([connect(), connect(), connect(), provokeFatalError()]);
  expect([...outcomes].filter((outcome) => outcome !== 'answered' && outcome !== '503')).toEqual([]);
});

test('questions that wait for a connection during a fatal error are answered or refused', async () => {
  await t.store([{ at: '2026-11-20T10:00:00Z' }]);
  const { instanceNumber } = t.segments.duckDb;
  const fatal = provokeFatalError();
  const outcomes = new Set<string>();
  const ask = async () => {
    do {
      outcomes.add(await t.read(t.segments).then(() => 'answered', toOutcome));
    } while (t.segments.duckDb.instanceNumber === instanceNumber);
  };
  await Promise.all([ask(), ask(), ask(), ask(), fatal]);
  expect([...outcomes].filter((outcome) => outcome !== 'answered' && outcome !== '503')).toEqual([]);
  await expectExact(t);
  expect(t.segments.admission.load).toEqual({ running: 0, waiting: 0 });
});
