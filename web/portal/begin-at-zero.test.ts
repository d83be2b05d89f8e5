import { expect, test } from 'vitest';
import { noAnalytics, someAnalytics } from '../testing/api-server.ts';
import { beginAtZero } from './begin-at-zero.ts';

const at = (seconds: number) => new Date(seconds * 1000).toISOString();

test('a company that began inside the range rises from zero, one bucket before its first reading', () => {
  const { series } = beginAtZero(someAnalytics({ from: 500 }), at(600));
  expect(series.revenue.slice(0, 2)).toEqual([
    [940, 0],
    [1000, 100],
  ]);
  expect(series.orders[0]).toEqual([940, 0]);
  expect(series.conversion_rate[0]).toEqual([1000, 10]);
});

test('the zero is never older than the company', () => {
  expect(beginAtZero(someAnalytics({ from: 500 }), at(990)).series.users[0]).toEqual([990, 0]);
});

test('older companies, made-up figures and empty curves stay as they are', () => {
  const tracked = someAnalytics({ from: 500 });
  expect(beginAtZero(tracked, at(400))).toBe(tracked);
  const simulated = someAnalytics({ from: 500, source: 'simulated' });
  expect(beginAtZero(simulated, at(600))).toBe(simulated);
  expect(beginAtZero(noAnalytics(), at(600)).series.revenue).toEqual([]);
});
