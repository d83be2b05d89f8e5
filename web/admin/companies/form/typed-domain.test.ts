import { expect, test } from 'vitest';
import { isDomain, readTypedDomain } from './typed-domain.ts';

test.each([
  ['shop.example', 'shop.example'],
  ['https://www.Shop.example/', 'shop.example'],
  ['  HTTP://shop.example:8080/cart?x=1#top ', 'shop.example'],
  ['https://someone@shop.example', 'shop.example'],
  ['https://www.Bücher.example/', 'bücher.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['pаypal.example', 'xn--pypal-4ve.example'],
  ['shop.example.', 'shop.example'],
  ['www.example', 'www.example'],
  ['localhost:3000', 'localhost'],
  ['192.168.1.20', '192.168.1.20'],
])('%s is read as %s', (typed, domain) => {
  expect(readTypedDomain(typed)).toBe(domain);
});

test.each([
  '',
  '  ',
  'shop',
  'https://',
  'two words.example',
  '[::1]',
  'a..b',
  '-shop.example',
  '@',
  'ada@shop.example',
])('%s is not a domain', (typed) => {
  expect(isDomain(typed)).toBe(false);
  expect(readTypedDomain(typed)).toBeUndefined();
});
