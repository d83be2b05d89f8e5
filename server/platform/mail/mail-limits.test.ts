import { expect, test } from 'vitest';
import { findWaitSeconds, mailLimits } from './mail-limits.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (...seconds: number[]) => seconds.map((each) => new Date(now.getTime() - each * 1000));

test.each([
  ['the first goes at once', [], 0],
  ['the second waits for its minute', [20], 40],
  ['after a minute it goes', [60], 0],
  ['the sixth waits for its hour', [3_000, 600, 500, 400, 300], 600],
  ['whatever their order', [300, 3_000, 500, 600, 400], 600],
  ['after an hour it goes', [3_600, 600, 500, 400, 300], 0],
  ['the longer wait holds', [3_590, 600, 500, 400, 20], 40],
])('to one address: %s', (_what, sent, wait) => {
  expect(findWaitSeconds(ago(...sent), mailLimits.recipient, now)).toBe(wait);
});

test('in all: the two hundred and first waits', () => {
  const sent = ago(...Array.from({ length: 200 }, (_, index) => index * 10));
  expect(findWaitSeconds(sent.slice(0, 199), mailLimits.total, now)).toBe(0);
  expect(findWaitSeconds(sent, mailLimits.total, now)).toBe(3_600 - 1_990);
});
