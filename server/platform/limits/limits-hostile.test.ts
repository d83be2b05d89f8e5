import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDb } from '../../testing/test-app.ts';
import { countAttempt } from './attempts.ts';
import { SlidingWindows } from './sliding-windows.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
});
afterAll(() => t.close());

const begin = Date.parse('2026-11-22T12:00:00Z');

interface Counter {
  passes: (max: number, windowMs: number, atMs: number) => boolean | Promise<boolean>;
}

let keys = 0;
function inMemory(): Counter {
  const windows = new SlidingWindows();
  return { passes: (max, windowMs, at) => windows.count({ key: 'a', max, windowMs }, at).current <= max };
}
function inDatabase(): Counter {
  const key = `test ${keys++}`;
  return {
    passes: async (max, windowMs, at) =>
      (await countAttempt(t.db, { key, max, windowSeconds: windowMs / 1000 }, new Date(begin + at))) === 0,
  };
}

const counters = [
  ['in memory', inMemory],
  ['in the database', inDatabase],
] as const;

test.each(counters)(
  'ten attempts at the end of a window leave none for the beginning of the next, %s',
  async (_where, make) => {
    const { passes } = make();
    const guesses = [0, ...Array(12).fill(59_900), ...Array(12).fill(60_100)];
    const passed: number[] = [];
    for (const at of guesses) if (await passes(10, 60_000, at)) passed.push(at);
    // Fixed windows would accept 19 of these.
    expect(passed).toEqual([0, ...Array(9).fill(59_900), 60_100]);
  },
);

test.each(counters)(
  'no period of the window’s length has more attempts than the limit, however they are timed, %s',
  async (where, make) => {
    const pauses = fc.array(fc.oneof(fc.nat(20), fc.nat(1_500)), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(pauses, fc.integer({ min: 1, max: 5 }), async (between, max) => {
        const { passes } = make();
        const passed: number[] = [];
        let at = 0;
        for (const pause of between) {
          at += pause;
          if (await passes(max, 1_000, at)) passed.push(at);
        }
        for (const from of passed) {
          expect(passed.filter((each) => each >= from && each < from + 1_000).length).toBeLessThanOrEqual(
            max,
          );
        }
      }),
      { numRuns: where === 'in memory' ? 300 : 15 },
    );
  },
);

test.each(counters)('rejected attempts do not extend the wait, %s', async (_where, make) => {
  const { passes } = make();
  expect(await passes(1, 60_000, 0)).toBe(true);
  for (let at = 1_000; at < 60_000; at += 1_000) expect(await passes(1, 60_000, at)).toBe(false);
  expect(await passes(1, 60_000, 60_000)).toBe(true);
});

test('the reported wait is the time until an attempt is accepted', async () => {
  const limit = { key: 'wait', max: 2, windowSeconds: 60 };
  const at = (seconds: number) => countAttempt(t.db, limit, new Date(begin + seconds * 1_000));
  expect([await at(0), await at(20), await at(30)]).toEqual([0, 0, 30]);
  expect([await at(59), await at(60), await at(61)]).toEqual([1, 0, 19]);
  const windows = new SlidingWindows();
  const count = (now: number) => windows.count({ key: 'a', max: 2, windowMs: 60_000 }, now);
  expect([count(0), count(20_000), count(30_000)]).toEqual([
    { current: 1, ttl: 60_000 },
    { current: 2, ttl: 40_000 },
    { current: 3, ttl: 30_000 },
  ]);
});

test('simultaneous attempts on several connections are all counted', async () => {
  const limit = { key: 'race', max: 10, windowSeconds: 900 };
  const waits = await Promise.all(Array.from({ length: 60 }, () => countAttempt(t.db, limit)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
});

test('a count in the database has at most as many entries as the limit, however long the attack', async () => {
  const limit = { key: 'long', max: 5, windowSeconds: 60 };
  for (let turn = 0; turn < 60; turn += 1) await countAttempt(t.db, limit, new Date(begin + turn * 1_000));
  const { rows } = await t.db.query("SELECT cardinality(times) AS n FROM attempts WHERE key = 'long'");
  expect(rows).toEqual([{ n: 5 }]);
});

test('attempts from ever new addresses do not fill the memory', () => {
  const windows = new SlidingWindows();
  const attempt = (key: string, now: number) => windows.count({ key, max: 600, windowMs: 1e9 }, now);
  for (let n = 0; n < 100_000; n += 1) attempt(`address ${n}`, n);
  expect(windows.size).toBe(20_000);
  for (let n = 0; n < 300_000; n += 1) attempt(`address ${Math.trunc(n / 600)}`, n);
  // 200,000 attempts in total, in groups of 600.
  expect(windows.size).toBeLessThanOrEqual(334);
});
