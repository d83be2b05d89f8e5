import { expect, test } from 'vitest';
import { anAnalytics, emptyAnalytics } from '../../testing/api-server.ts';
import { prependZero } from './prepend-zero.ts';

const at = (seconds: number) => new Date(seconds * 1000).toISOString();

test('a company created within the range starts at zero, one bucket before its first reading', () => {
  const { series } = prependZero(anAnalytics({ from: 500 }), at(600));
  expect(series.revenue.slice(0, 2)).toEqual([
    [940, 0],
    [1000, 100],
  ]);
  expect(series.orders[0]).toEqual([940, 0]);
  expect(series.conversion_rate[0]).toEqual([1000, 10]);
});

test('a company with a visit in its first minute starts at zero as well', () => {
  expect(prependZero(anAnalytics({ from: 500 }), at(1030)).series.users[0]).toEqual([940, 0]);
});

test('imported history from before the company was created keeps its first value', () => {
  expect(prependZero(anAnalytics({ from: 500 }), at(5000)).series.users[0]).toEqual([1000, 10]);
});

test('older companies, demo data and empty series stay unchanged', () => {
  const tracked = anAnalytics({ from: 500 });
  expect(prependZero(tracked, at(400))).toBe(tracked);
  const simulated = anAnalytics({ from: 500, source: 'simulated' });
  expect(prependZero(simulated, at(600))).toBe(simulated);
  expect(prependZero(emptyAnalytics(), at(600)).series.revenue).toEqual([]);
});
