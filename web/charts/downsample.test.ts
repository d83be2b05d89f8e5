import { expect, test } from 'vitest';
import type { Point } from '../../contract/analytics.ts';
import { downsample } from './downsample.ts';

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
