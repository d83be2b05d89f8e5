import { expect, test } from 'vitest';
import { unavailable } from '../../../platform/errors.ts';
import { describeFailure } from './describe-failure.ts';

test.each([
  [
    'Out of Memory Error: could not allocate block of size 256.0 KiB (255.9 MiB/256.0 MiB used)\n\nPossible solutions:\n* …',
    'Out of Memory Error: could not allocate block of size 256.0 KiB (255.9 MiB/256.0 MiB used)',
  ],
  [
    `IO Error: Cannot open file "/var/lib/northlight/segments/0198/x.parquet": Permission denied`,
    'IO Error: Cannot open file …: Permission denied',
  ],
  ['Cannot read /var/lib/northlight/x.parquet, byte 4', 'Cannot read … byte 4'],
  ['Cannot read C:\\data\\segments\\x.parquet', 'Cannot read …'],
  ['Cannot read data/segments/x.parquet', 'Cannot read …'],
  ['connect to postgres://app:secret@db.internal/northlight failed', 'connect to … failed'],
  [
    `Conversion Error: Could not convert string 'ada@example.com' to INT32`,
    'Conversion Error: Could not convert string … to INT32',
  ],
  [`unfinished 'ada@example.com`, 'unfinished …'],
  ['a\u0000b\u202Ec\td', 'a b c d'],
  ['  ', 'An error without a message'],
])('the failure %j is shown as one line without values and paths', (message, shown) => {
  expect(describeFailure(new Error(message))).toBe(shown);
});

test('a long error is cut, and what is no error is shown as text', () => {
  expect(describeFailure(new Error('word '.repeat(100)))).toHaveLength(200);
  expect(describeFailure('gone')).toBe('gone');
});

test('the error behind an answer is shown', () => {
  expect(describeFailure(unavailable(new Error('IO Error: disk failure')))).toBe('IO Error: disk failure');
});
