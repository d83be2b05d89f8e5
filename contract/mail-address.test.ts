import { expect, test } from 'vitest';
import { mailAddress } from './mail-address.ts';

test.each([
  'ann@example.com',
  ' ann@example.com ',
  "o'brien+tag@sub.shop-1.example",
  'a.b.c!#$%&*/=?^_`{|}~-@example.museum',
  'jörg@example.com',
  'ann@müller.example',
  'ann@xn--mller-kva.xn--p1ai',
  'δοκιμή@παράδειγμα.δοκιμή',
  'अजय@डाटा.भारत',
])('%j is an address', (address) => {
  expect(mailAddress.parse(address)).toBe(address.trim());
});

test.each([
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@localhost',
  'ann@example.com,bob@example.com',
  'ann@example.com;bob@example.com',
  'ann@example.com bob@example.com',
  'ann@example.com\r\nBcc: bob@example.com',
  'ann@example.com\nBcc:bob@example.com',
  'ann\r@example.com',
  'ann\0@example.com',
  'ann@example.com\0.evil.test',
  '"ann"@example.com',
  '"ann\r\n"@example.com',
  'Ann <ann@example.com>',
  '<ann@example.com>',
  'ann@[127.0.0.1]',
  'ann@127.0.0.1',
  'ann(comment)@example.com',
  'ann:bob@example.com',
  'ann\\@example.com',
  '.ann@example.com',
  'ann.@example.com',
  'a..b@example.com',
  'ann@-example.com',
  'ann@example-.com',
  'ann@example..com',
  'ann@example.com.',
  'a@b@example.com',
  'ann\u202e@example.com',
  'ann\u200b@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ann@${'a'.repeat(64)}.example`,
  `ann@${'a.'.repeat(150)}example`,
])('%j is none', (address) => {
  expect(mailAddress.safeParse(address).success).toBe(false);
});
