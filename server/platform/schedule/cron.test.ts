import { expect, test } from 'vitest';
import { findLongestInterval, findNextTime, isCronExpression } from './cron.ts';

test.each([
  ['40 2 * * *', true],
  ['*/15 0-6 1,15 * MON-FRI', true],
  ['0 3 29 2 *', true],
  ['', false],
  ['daily', false],
  ['40 2 * *', false],
  ['0 40 2 * * *', false],
  ['61 2 * * *', false],
  ['0 3 30 2 *', false],
  ['@daily', false],
])('%s is a cron expression: %s', (text, isOne) => {
  expect(isCronExpression(text)).toBe(isOne);
});

test('the next time is in UTC and after the instant', () => {
  const at = new Date('2026-11-28T02:40:00Z');
  expect(findNextTime('40 2 * * *', at)).toEqual(new Date('2026-11-29T02:40:00Z'));
  expect(findNextTime('40 2 * * *', new Date('2026-11-28T02:39:59Z'))).toEqual(at);
});

test.each([
  ['40 2 * * *', 24],
  ['0 * * * *', 1],
  ['0 6 * * 1-5', 72],
  ['0 3 29 2 *', 4 * 365.25 * 24],
])('the longest interval of %s is %d hours', (cron, hours) => {
  expect(findLongestInterval(cron, new Date('2026-11-28T00:00:00Z')) / 3_600_000).toBe(hours);
});
