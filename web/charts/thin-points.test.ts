import { expect, test } from 'vitest';
import type { Point } from '../../contract/analytics.ts';
import { slotPoints, thinPoints } from './thin-points.ts';

const hour = 3600;
const readings = (count: number, apart: number): Point[] =>
  Array.from({ length: count }, (_, index) => [10 * hour + index * apart, index]);

test('few points are unchanged', () => {
  const points = readings(5, 60);
  expect(thinPoints(points, 10)).toBe(points);
});

test('many points are reduced to the maximum, and the newest is kept', () => {
  const thinned = thinPoints(readings(300, 300), 48);
  expect(thinned.length).toBeLessThanOrEqual(48);
  expect(thinned.at(-1)).toEqual([10 * hour + 299 * 300, 299]);
});

test('moving the window by one reading keeps the other points in place', () => {
  const points = readings(301, 300);
  const before = thinPoints(points.slice(0, 300), 48);
  const after = thinPoints(points.slice(1), 48);
  expect(after).toEqual(expect.arrayContaining(before.slice(1, -1)));
});

test('bars have equal distances and repeat the value where there is no reading', () => {
  const slots = slotPoints(
    [
      [0, 1],
      [60, 2],
      [hour * 5, 3],
    ],
    6,
  );
  expect(slots).toEqual([
    [0, 2],
    [hour, 2],
    [2 * hour, 2],
    [3 * hour, 2],
    [4 * hour, 2],
    [5 * hour, 3],
  ]);
});

test('a single reading is one bar, none is none', () => {
  expect(slotPoints([[90, 7]], 36)).toEqual([[60, 7]]);
  expect(slotPoints([], 36)).toEqual([]);
});
