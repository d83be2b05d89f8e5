import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDb } from '../../testing/test-app.ts';
import { type AttemptLimit, countAttempt, refundAttempt } from './attempts.ts';

let opened: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  opened = await openTestDb();
});
afterAll(() => opened.close());

const start = Date.parse('2026-01-01T00:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const count = (limit: AttemptLimit, seconds: number) => countAttempt(opened.db, limit, at(seconds));

test('nineteen attempts around the edge of a window do not pass a limit of ten', async () => {
  const limit = { key: 'edge', max: 10, windowSeconds: 900 };
  expect(await count(limit, 0)).toBe(0);
  for (let turn = 0; turn < 9; turn += 1) expect(await count(limit, 899)).toBe(0);
  expect(await count(limit, 899)).toBe(1);
  expect(await count(limit, 900)).toBe(0);
  expect(await count(limit, 901)).toBe(898);
  expect(await count(limit, 1_798)).toBe(1);
  expect(await count(limit, 1_799)).toBe(0);
});

test('the last attempts of a window wait longer and longer, and rejected ones are not counted', async () => {
  const limit = { key: 'delays', max: 4, windowSeconds: 900, delaysSeconds: [15, 60] };
  expect([await count(limit, 0), await count(limit, 1)]).toEqual([0, 0]);
  expect([await count(limit, 2), await count(limit, 15)]).toEqual([14, 1]);
  expect(await count(limit, 16)).toBe(0);
  expect(await count(limit, 60)).toBe(16);
  expect(await count(limit, 76)).toBe(0);
  expect(await count(limit, 77)).toBe(823);
  expect(await count(limit, 899)).toBe(1);
  // One attempt has left the window.
  expect(await count(limit, 900)).toBe(0);
});

test('simultaneous attempts are counted one by one', async () => {
  const limit = { key: 'at once', max: 10, windowSeconds: 900 };
  const waits = await Promise.all(Array.from({ length: 30 }, () => count(limit, 0)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
});

test('a released attempt makes room for another one', async () => {
  const limit = { key: 'refund', max: 2, windowSeconds: 900 };
  expect([await count(limit, 0), await count(limit, 1)]).toEqual([0, 0]);
  await refundAttempt(opened.db, limit.key, at(0));
  expect([await count(limit, 2), await count(limit, 3)]).toEqual([0, 898]);
});
