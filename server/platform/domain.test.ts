import { expect, test } from 'vitest';
import { isSameSite, toDomain } from './domain.ts';

test.each([
  ['shop.example', 'shop.example'],
  ['  Shop.EXAMPLE  ', 'shop.example'],
  ['https://www.Shop.example/', 'shop.example'],
  ['http://shop.example:8080/path?x=1#y', 'shop.example'],
  ['https://user:pass@shop.example/', 'shop.example'],
  ['shop.example.', 'shop.example'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['a.b.c.example', 'a.b.c.example'],
  ['localhost', 'localhost'],
  ['127.0.0.1:3000', '127.0.0.1'],
  ['www.com', 'www.com'],
])('the domain somebody meant by %j is %s', (entered, domain) => {
  expect(toDomain(entered)).toBe(domain);
});

test.each([
  '',
  ' ',
  'shop',
  'https://',
  'a b.example',
  '-shop.example',
  'shop..example',
  '*.shop.example',
  'x.'.repeat(200),
  'shop.example\u0000',
  '<b>.example',
])('there is no domain in %j', (entered) => {
  expect(() => toDomain(entered)).toThrow('Please enter a domain');
});

test('a domain that itself begins with www. is its own site', () => {
  expect(isSameSite('https://www.com', toDomain('www.com'))).toBe(true);
  expect(isSameSite('https://www.www.com', toDomain('www.com'))).toBe(true);
  expect(isSameSite('https://com', toDomain('www.com'))).toBe(false);
});

test('a site with umlauts sends its origin in punycode', () => {
  expect(isSameSite('https://xn--mnchen-3ya.example', toDomain('münchen.example'))).toBe(true);
});
