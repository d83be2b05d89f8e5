import { expect, test } from 'vitest';
import { formatNetwork, isTooLargeNetwork, parseNetwork } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['203.0.113.255/25', '203.0.113.128/25'],
  ['10.200.3.4/9', '10.128.0.0/9'],
  ['2001:DB8::1', '2001:db8::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['2001:db8:aaaa:bbbb::1/64', '2001:db8:aaaa:bbbb::/64'],
  ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
  ['::1', '::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
  ['fe80::1/128', 'fe80::1'],
])('%s is stored as %s', (entered, stored) => {
  const network = parseNetwork(entered);
  expect(network && formatNetwork(network)).toBe(stored);
});

test.each([
  '',
  'localhost',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.07',
  '0xcb.0.113.7',
  '3405803783',
  '203.0.113.7.',
  '203.0.113.7:80',
  '203.0.113.7/33',
  '203.0.113.7/',
  '203.0.113.7/-1',
  '203.0.113.7/2 4',
  '203.0.113.*',
  '2001:db8::1::2',
  '2001:db8::/129',
  '[2001:db8::1]',
  'fe80::1%eth0',
  '::ffff:203.0.113.7/95',
  ':::',
  '12345::',
  '::1]/x[',
])('%j is not an address', (entered) => {
  expect(parseNetwork(entered)).toBeUndefined();
});

test.each([
  ['0.0.0.0/0', true],
  ['10.0.0.0/7', true],
  ['10.0.0.0/8', false],
  ['::/0', true],
  ['2000::/3', true],
  ['2001::/16', false],
])('%s is too large: %s', (entered, isTooLarge) => {
  const network = parseNetwork(entered);
  expect(network && isTooLargeNetwork(network)).toBe(isTooLarge);
});
