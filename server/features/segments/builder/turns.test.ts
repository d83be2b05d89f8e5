import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSegmentsFixture, type SegmentsFixture, storeEvents } from '../../../testing/segments-fixture.ts';
import { BuildTurns } from './build-turns.ts';

let t: SegmentsFixture;
beforeEach(async () => {
  t = await openSegmentsFixture('UTC');
});
afterEach(() => t.close());

const now = new Date('2026-11-22T12:00:00Z');

/** A company whose dataset is listed after every other, because its id is the largest. */
async function createLastCompany(): Promise<string> {
  const id = `ffffffff${randomUUID().slice(8)}`;
  await t.db.query('INSERT INTO companies (id, name, domain, time_zone) VALUES ($1, $2, $3, $4)', [
    id,
    'Small',
    `${id}.test`,
    'UTC',
  ]);
  return id;
}

/** The newest of some days. With slices of one row each visitor of a day is a slice. */
const storeLarge = (days: number, visitors: number) =>
  t.store(
    Array.from({ length: days * visitors }, (_, index) => ({
      at: `2026-11-${String(22 - (index % days)).padStart(2, '0')}T10:00:00Z`,
      visitor: 1 + Math.floor(index / days),
    })),
  );

interface Listed {
  company_id: string;
  place: string;
}

/** The segments in the order in which they were listed; `place`: the transaction that did. */
async function listInOrder(): Promise<Listed[]> {
  const { rows } = await t.db.query<Listed>(
    'SELECT company_id, xmin::text AS place FROM segments ORDER BY xmin::text::bigint',
  );
  return rows;
}

test('a small dataset is counted while a large one is being built', async () => {
  await t.segments.close();
  const segments = t.open(undefined, { limits: { sliceRows: 1 } });
  const small = await createLastCompany();
  await storeLarge(3, 6);
  await storeEvents(t.db, small, [{ at: '2026-11-22T10:00:00Z' }]);
  await segments.builder.runPass([], now);
  const listed = await listInOrder();
  expect(listed).toHaveLength(4);
  expect(listed[0]?.company_id).toBe(small);
  expect(segments.builder.counts).toMatchObject({ failures: 0, builds: 2 });
});

test('a dataset that is requested while another is being built does not wait for it', async () => {
  await t.segments.close();
  const segments = t.open(undefined, { limits: { sliceRows: 1 } });
  const small = await createLastCompany();
  await storeLarge(4, 8);
  const pass = segments.builder.runPass([t.dataset.id], now);
  for (let listed: Listed[] = []; listed.length === 0; ) listed = await listInOrder();
  await storeEvents(t.db, small, [{ at: '2026-11-22T10:00:00Z' }]);
  segments.builder.request(small);
  await pass;
  const listed = await listInOrder();
  expect(listed).toHaveLength(5);
  expect(listed.at(-1)?.company_id).toBe(t.dataset.id);
});

test('a dataset that cannot be built delays no other', async () => {
  const broken = t.dataset.id;
  const small = await createLastCompany();
  await storeLarge(2, 1);
  await storeEvents(t.db, small, [{ at: '2026-11-22T10:00:00Z' }]);
  // A file where its folder has to be.
  const { folderOf } = await t.segments.openStore();
  rmSync(folderOf(broken), { recursive: true, force: true });
  writeFileSync(folderOf(broken), '');
  expect(dirname(folderOf(broken))).toBe(dirname(folderOf(small)));
  await t.segments.builder.runPass([], now);
  expect((await listInOrder()).map(({ company_id }) => company_id)).toEqual([small]);
  expect(t.segments.builder.counts).toMatchObject({ failures: 1, builds: 1 });
});

test('turns go round, and not more days are open at once than allowed', async () => {
  const turns = new BuildTurns();
  const steps: string[] = [];
  let open = 0;
  let openMax = 0;
  const build = async (name: string) => {
    await turns.take();
    await turns.openDays(async () => {
      open += 1;
      openMax = Math.max(openMax, open);
      for (const slice of [1, 2]) {
        steps.push(`${name}${slice}`);
        await turns.pass();
      }
      open -= 1;
    });
    turns.release();
  };
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(build));
  expect(steps.slice(0, 5)).toEqual(['a1', 'b1', 'c1', 'd1', 'a2']);
  expect(steps).toHaveLength(12);
  expect(openMax).toBe(4);
});
