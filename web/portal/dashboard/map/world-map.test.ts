import { expect, test } from 'vitest';
import { findMapCountry, mapCountries, otherLand } from './world-map.ts';

test('countries have their current codes', () => {
  for (const code of ['FR', 'GB', 'RU', 'RS', 'BJ', 'BF', 'DE', 'US']) {
    expect(findMapCountry(code)?.path, code).toMatch(/^M/);
  }
  expect(findMapCountry('SU')).toBeUndefined();
});

test('no outline crosses the map', () => {
  for (const path of [otherLand, ...mapCountries.map(([, country]) => country.path)]) {
    for (const ring of path.split('z')) {
      const steps = [...ring.matchAll(/-?\d+/g)].map(Number).filter((_, index) => index % 2 === 0);
      expect(Math.max(0, ...steps.slice(1).map(Math.abs))).toBeLessThan(100);
    }
  }
});
