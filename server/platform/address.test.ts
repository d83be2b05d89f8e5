import { expect, test } from 'vitest';
import { toLimitKey } from './address.ts';
import { TokenBuckets } from './token-bucket.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1::2:3:4:5', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is limited as %s', (address, key) => {
  expect(toLimitKey(address)).toBe(key);
});

test('tokens flow in with time, up to the burst, and a refusal takes none', () => {
  const buckets = new TokenBuckets({ perSecond: 10, burst: 30 });
  expect(buckets.take('a', 30, 0)).toBe(0);
  expect(buckets.take('a', 5, 0)).toBeCloseTo(0.5);
  expect(buckets.take('a', 5, 400)).toBeCloseTo(0.1);
  expect(buckets.take('a', 5, 500)).toBe(0);
  expect(buckets.take('b', 30, 500)).toBe(0);
  expect(buckets.take('a', 31, 1_000_000)).toBeGreaterThan(0);
  expect(buckets.take('a', 30, 1_000_000)).toBe(0);
  // A clock that steps back gives nothing away.
  expect(buckets.take('a', 1, 0)).toBeGreaterThan(0);
});
