import { expect, test } from 'vitest';
import { anAnalytics, emptyAnalytics } from '../../testing/api-server.ts';
import { beginAtZero } from './begin-at-zero.ts';

const at = (seconds: number) => new Date(seconds * 1000).toISOString();

test('a company that began inside the range rises from zero, one bucket before its first reading', () => {
  const { series } = beginAtZero(anAnalytics({ from: 500 }), at(600));
  expect(series.revenue.slice(0, 2)).toEqual([
    [940, 0],
    [1000, 100],
  ]);
  expect(series.orders[0]).toEqual([940, 0]);
  expect(series.conversion_rate[0]).toEqual([1000, 10]);
});

test('a company whose first visit came within its first minute rises from zero too', () => {
  expect(beginAtZero(anAnalytics({ from: 500 }), at(1030)).series.users[0]).toEqual([940, 0]);
});

test('history brought along from before the company was entered keeps its own beginning', () => {
  expect(beginAtZero(anAnalytics({ from: 500 }), at(5000)).series.users[0]).toEqual([1000, 10]);
});

test('older companies, made-up figures and empty curves stay as they are', () => {
  const tracked = anAnalytics({ from: 500 });
  expect(beginAtZero(tracked, at(400))).toBe(tracked);
  const simulated = anAnalytics({ from: 500, source: 'simulated' });
  expect(beginAtZero(simulated, at(600))).toBe(simulated);
  expect(beginAtZero(emptyAnalytics(), at(600)).series.revenue).toEqual([]);
});
