import { expect, test } from 'vitest';
import { hasWww, toSiteUrl } from '../../contract/rules/domain.ts';
import { isSiteHost, requireDomain, toDisplayDomain, toOriginHost } from './domain.ts';

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
])('%j is read as the domain %s', (entered, domain) => {
  expect(requireDomain(entered)).toBe(domain);
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
  'ada@shop.example',
  'ä@bücher.test',
])('%j contains no domain', (entered) => {
  expect(() => requireDomain(entered)).toThrow('Please enter a domain');
});

test.each([
  'münchen.example',
  'bücher.example',
  'łódź.example',
  'việt.example',
  'почта.example',
  'правда.рф',
  'παράδειγμα.example',
  '日本語のサイト.example',
  '한국.example',
  'مثال.example',
  'उदाहरण.example',
  'shop.example',
  'localhost',
  '127.0.0.1',
])('%s is displayed in Unicode', (domain) => {
  expect(toDisplayDomain(requireDomain(domain))).toBe(domain);
});

test.each([
  ['Cyrillic letters that look Latin', 'аррӏе.com'],
  ['Greek letters that look Latin', 'νκτ.com'],
  ['a Cyrillic letter among Latin ones', 'pаypal.com'],
  ['a Greek letter among Latin ones', 'gοogle.com'],
  ['a dotless i', 'bıng.com'],
  ['letters of a script we cannot judge', 'օո.com'],
])('%s are displayed in punycode', (_, domain) => {
  const stored = requireDomain(domain);
  expect(stored).toMatch(/^xn--/);
  expect(toDisplayDomain(stored)).toBe(stored);
});

test('a domain that begins with www. is a separate site', () => {
  expect(isSiteHost('www.com', requireDomain('www.com'))).toBe(true);
  expect(isSiteHost('www.www.com', requireDomain('www.com'))).toBe(true);
  expect(isSiteHost('com', requireDomain('www.com'))).toBe(false);
});

test.each([
  ['https://xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ['http://Shop.example:8080', 'shop.example'],
  ['null', ''],
  ['chrome-extension://shop.example', ''],
  ['https://', ''],
])('the host of the Origin %s is %j', (origin, host) => {
  expect(toOriginHost(origin)).toBe(host);
});

test.each([
  ['shop.example', true, 'https://shop.example/'],
  ['a.b.c.example', true, 'https://a.b.c.example/'],
  ['localhost', false, 'http://localhost/'],
  ['127.0.0.1', false, 'http://127.0.0.1/'],
  ['shop.localhost', true, 'http://shop.localhost/'],
])('%s: with www is %s, its site is %s, and without https for us it is http', (domain, www, url) => {
  expect(hasWww(domain)).toBe(www);
  expect(toSiteUrl(domain, 'https:')).toBe(url);
  expect(toSiteUrl(domain, 'http:')).toBe(`http://${domain}/`);
});
