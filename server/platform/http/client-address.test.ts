import { expect, test } from 'vitest';
import { TokenBuckets } from '../limits/token-buckets.ts';
import { toLimitKey, toNetwork } from './client-address.ts';

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
  ['not an address either', 'unknown'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:0201', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
  ['0000:0000:0000:0000:0000:FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1%eth0', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '192.0.2.1'],
  ['64:ff9b::c000:201', '192.0.2.1'],
  ['0064:FF9B:0:0:0:0:C000:0201', '192.0.2.1'],
  ['::ffff:0:192.0.2.1', '192.0.2.1'],
  ['2002:c000:201::1', '192.0.2.1'],
  ['2002:c000:0201:ffff::1', '192.0.2.1'],
  ['192.0.2.1:51234', '192.0.2.1'],
  ['[2001:db8:1:2::9]:51234', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.1]:51234', '192.0.2.1'],
])('%s is limited as %s', (address, key) => {
  expect(toLimitKey(address)).toBe(key);
});

test.each([
  ['192.0.2.77', '192.0.2.0'],
  ['::ffff:c000:024d', '192.0.2.0'],
  ['64:ff9b::192.0.2.77', '192.0.2.0'],
  ['2001:db8:1:2::3', '2001:db8:1::'],
  ['somewhere', ''],
])('%s is logged as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

test('tokens refill over time up to the burst, and a rejection uses none', () => {
  const buckets = new TokenBuckets({ perSecond: 10, burst: 30 });
  expect(buckets.consume('a', 30, 0)).toBe(0);
  expect(buckets.consume('a', 5, 0)).toBeCloseTo(0.5);
  expect(buckets.consume('a', 5, 400)).toBeCloseTo(0.1);
  expect(buckets.consume('a', 5, 500)).toBe(0);
  expect(buckets.consume('b', 30, 500)).toBe(0);
  expect(buckets.consume('a', 31, 1_000_000)).toBeGreaterThan(0);
  expect(buckets.consume('a', 30, 1_000_000)).toBe(0);
  // A clock that goes back adds no tokens.
  expect(buckets.consume('a', 1, 0)).toBeGreaterThan(0);
});
