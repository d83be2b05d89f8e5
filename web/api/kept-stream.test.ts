import { expect, test } from 'vitest';
import { backoffMs } from './kept-stream.ts';

test('the delay grows with every failure up to 15 seconds and is randomized', () => {
  const shortest = [0, 1, 2, 10, 2000].map((failures) => backoffMs(failures, () => 0));
  const longest = [0, 1, 2, 10, 2000].map((failures) => backoffMs(failures, () => 1));
  expect(shortest).toEqual([250, 500, 1000, 7500, 7500]);
  expect(longest).toEqual([500, 1000, 2000, 15_000, 15_000]);
});
