import { expect, test } from 'vitest';
import { describeBytes } from './describe-bytes.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [1_250_000, '1.3 MB'],
  [53_600_000, '54 MB'],
  [2e9, '2.0 GB'],
  [5e15, '5000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(describeBytes(bytes)).toBe(text);
});
