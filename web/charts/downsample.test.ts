import { expect, test } from 'vitest';
import type { Point } from '../../contract/analytics.ts';
import { downsample, downsampleToBars } from './downsample.ts';

const hour = 3600;
const readings = (count: number, apart: number): Point[] =>
  Array.from({ length: count }, (_, index) => [10 * hour + index * apart, index]);

test('few points stay as they are', () => {
  const points = readings(5, 60);
  expect(downsample(points, 10)).toBe(points);
});

test('many points become at most `max`, and the newest is kept', () => {
  const kept = downsample(readings(300, 300), 48);
  expect(kept.length).toBeLessThanOrEqual(48);
  expect(kept.at(-1)).toEqual([10 * hour + 299 * 300, 299]);
});

test('a range that moves by one reading keeps the other points', () => {
  const points = readings(301, 300);
  const before = downsample(points.slice(0, 300), 48);
  const after = downsample(points.slice(1), 48);
  expect(after).toEqual(expect.arrayContaining(before.slice(1, -1)));
});

test('bars have equal distances, and a slot without a reading repeats the value before it', () => {
  const slots = downsampleToBars(
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

test('one reading is one bar, and no reading is no bar', () => {
  expect(downsampleToBars([[90, 7]], 36)).toEqual([[60, 7]]);
  expect(downsampleToBars([], 36)).toEqual([]);
});
