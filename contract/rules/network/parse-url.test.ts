import { expect, test } from 'vitest';
import { parseUrl } from './parse-url.ts';

test('an address with letters of Latin-1 is parsed each time, also after thousands of calls', () => {
  const hosts = new Set<string | undefined>();
  for (let count = 0; count < 30_000; count += 1)
    hosts.add(parseUrl('https://bücher.example/über')?.hostname);
  expect([...hosts]).toEqual(['xn--bcher-kva.example']);
});

test('text that is no address is undefined; a relative address needs a base', () => {
  expect(parseUrl('https://')).toBeUndefined();
  expect(parseUrl('/contact')).toBeUndefined();
  expect(parseUrl('/contact', 'https://shop.example/a/')?.href).toBe('https://shop.example/contact');
});
