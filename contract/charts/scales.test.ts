import { expect, test } from 'vitest';
import { durationSteps, integerSteps, pickLabelled, toValueScale } from './scales.ts';

test('values are measured from zero, also negative ones', () => {
  expect(toValueScale([900, null, 1000])).toEqual({
    low: 0,
    high: 1125,
    ticks: [0, 500, 1000],
  });
  expect(toValueScale([-100, 50])).toEqual({ low: -112.5, high: 56.25, ticks: [-100, -50, 0, 50] });
  expect(toValueScale([-100, -50])).toMatchObject({ low: -112.5, high: 0 });
});

test('the value scale is not empty when all values are zero', () => {
  expect(toValueScale([0, 0], integerSteps)).toEqual({ low: 0, high: 1, ticks: [0, 1] });
  expect(toValueScale([])).toMatchObject({ low: 0, high: 1 });
});

test('ticks are at most six, at steps of the metric, and no binary fractions', () => {
  expect(toValueScale([0.62]).ticks).toEqual([0, 0.2, 0.4, 0.6]);
  expect(toValueScale([3], integerSteps).ticks).toEqual([0, 1, 2, 3]);
  expect(toValueScale([200], durationSteps).ticks).toEqual([0, 60, 120, 180]);
  expect(toValueScale([1e300]).ticks.length).toBeLessThanOrEqual(6);
});

test('a few buckets all have a label, many only some', () => {
  const never = () => false;
  expect(pickLabelled(3, 6, never)).toEqual([0, 1, 2]);
  expect(pickLabelled(24, 6, never)).toEqual([0, 4, 8, 12, 16, 20]);
  expect(pickLabelled(3000, 6, never).length).toBeLessThanOrEqual(6);
});

test('hours of several days are labelled where a day begins', () => {
  expect(pickLabelled(96, 6, (index) => index % 24 === 0)).toEqual([0, 24, 48, 72]);
  expect(pickLabelled(240, 5, (index) => index % 24 === 0)).toEqual([0, 48, 96, 144, 192]);
});
