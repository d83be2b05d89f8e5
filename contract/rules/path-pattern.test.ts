import { expect, test } from 'vitest';
import { matchesPathPattern, pathPattern, pathPatternLimits } from './path-pattern.ts';

test.each([
  ['/thanks', '/thanks', true],
  ['/thanks', '/thanks/', false],
  ['/thanks', '/Thanks', false],
  ['/blog/*', '/blog/', true],
  ['/blog/*', '/blog/2026/news', true],
  ['/blog/*', '/blog', false],
  ['*', '/', true],
  ['*/thanks', '/de/thanks', true],
  ['*/thanks', '/de/thanks/more', false],
  ['/a*a', '/a', false],
  ['/a*a', '/aa', true],
  ['/shop/*/order/*/done', '/shop/de/order/12/done', true],
  ['/shop/*/order/*/done', '/shop/order/12/done', false],
  ['/a**b', '/ab', true],
  ['/a.c', '/abc', false],
  ['/50%_[x]?', '/50%_[x]?', true],
  ['/*aba', '/ababa', true],
])('pattern %s and path %s: %s', (pattern, path, isMatch) => {
  expect(matchesPathPattern(pattern, path)).toBe(isMatch);
});

test('a pattern of many stars does not backtrack', () => {
  const pattern = `/${'a*'.repeat(pathPatternLimits.stars)}b`;
  expect(matchesPathPattern(pattern, `/${'a'.repeat(200_000)}`)).toBe(false);
});

test('matches as a regular expression does', () => {
  const alphabet = ['a', 'b', '/', '*'];
  let seed = 7;
  const random = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * max);
  };
  const text = (letters: number) =>
    `/${Array.from({ length: random(7) }, () => alphabet[random(letters)]).join('')}`;
  for (let round = 0; round < 20_000; round++) {
    const pattern = text(4);
    const path = text(3);
    const isMatch = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(path);
    expect(matchesPathPattern(pattern, path), `${pattern} ${path}`).toBe(isMatch);
  }
});

test.each([
  '',
  'blog',
  'https://shop.example/',
  `/${'a'.repeat(500)}`,
  `/${'*'.repeat(11)}`,
  '/a\u0000',
  '/\ud800',
])('refuses %j as a pattern', (text) => {
  expect(pathPattern.safeParse(text).success).toBe(false);
});

test.each(['/', '*', '/blog/*', `/${'a'.repeat(499)}`, '/größe', '/#/pricing'])('accepts %s', (text) => {
  expect(pathPattern.parse(text)).toBe(text);
});
