import { expect, test } from 'vitest';
import { indexBounds, pickLabelled, valueBounds } from './plot-scales.ts';

test('values are measured from zero, also negative ones', () => {
  expect(valueBounds(900, 1000)).toEqual([0, 1125]);
  expect(valueBounds(-100, 50)).toEqual([-112.5, 56.25]);
  expect(valueBounds(-100, -50)).toEqual([-112.5, 0]);
});

test('the value scale is not empty when all values are zero', () => {
  expect(valueBounds(0, 0)).toEqual([0, 1]);
});

test('the first and the last bucket are inside the scale, also the only one', () => {
  expect(indexBounds(3)).toEqual([-0.5, 2.5]);
  expect(indexBounds(1)).toEqual([-0.5, 0.5]);
  expect(indexBounds(0)).toEqual([-0.5, 0.5]);
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
