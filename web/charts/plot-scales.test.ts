import { expect, test } from 'vitest';
import { timeBounds, timeLabels, valueBounds } from './plot-scales.ts';

test('bars start at zero, a line only if that does not flatten it', () => {
  expect(valueBounds('bars', 900, 1000)[0]).toBe(0);
  expect(valueBounds('line', 100, 1000)[0]).toBe(0);
  expect(valueBounds('line', 900, 1000)[0]).toBe(885);
});

test('the value scale is not empty when all values are zero', () => {
  expect(valueBounds('line', 0, 0)).toEqual([0, 1]);
});

test('a single reading is at the end of half an hour', () => {
  expect(timeBounds('line', [10_000])).toEqual([8200, 10_000]);
});

test('the first and the last bar are inside the scale', () => {
  expect(timeBounds('bars', [0, 3600, 7200])).toEqual([-1800, 9000]);
});

test('the first tick of a day has the day, daily ticks have the date', () => {
  const midnight = new Date(2026, 10, 21).getTime() / 1000;
  const labels = timeLabels([midnight - 3600, midnight, midnight + 3600], 3600);
  expect(labels[1]).toMatch(/21/);
  expect(labels[1]).toMatch(/Nov/);
  expect(labels[2]).toMatch(/1:00/);
  expect(timeLabels([midnight], 86_400)[0]).toMatch(/Nov/);
  expect(timeLabels([midnight], 31 * 86_400)[0]).toMatch(/2026/);
});
