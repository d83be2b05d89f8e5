import { expect, test } from 'vitest';
import { RecentMap } from './recent-map.ts';

test('the keys used last stay, others are forgotten', () => {
  const map = new RecentMap<number>(10);
  for (let key = 0; key < 1_000; key += 1) {
    map.set(`${key}`, key);
    expect(map.get('0')).toBe(0);
    expect(map.size).toBeLessThanOrEqual(20);
  }
  for (let key = 990; key < 1_000; key += 1) expect(map.get(`${key}`)).toBe(key);
  expect(map.get('500')).toBeUndefined();
});

test('a key that is set again has its new value, also after it was moved', () => {
  const map = new RecentMap<number>(2);
  for (const [at, key] of ['a', 'b', 'c', 'a', 'd', 'a'].entries()) map.set(key, at);
  expect(map.get('a')).toBe(5);
  map.clear();
  expect(map.get('a')).toBeUndefined();
  expect(map.size).toBe(0);
});
