import { expect, test } from 'vitest';
import type { LiveChange, Point } from '../../contract/analytics.ts';
import { anAnalytics, emptyAnalytics } from '../testing/api-server.ts';
import { applyLiveChange } from './apply-live-change.ts';

function revenueAt(...reading: Point): LiveChange {
  return {
    latest: { ...anAnalytics().latest, revenue: reading },
    active: { total: 1, onSite: 1, onPortal: 0 },
    liveVisitors: { visitors: 1, onPortal: 0, pages: [], sources: [], countries: [] },
    lastEventAt: '2026-11-21T10:00:00.000Z',
  };
}

test('a reading in the bucket of the last point replaces it', () => {
  const before = anAnalytics();
  const { series, latest } = applyLiveChange(before, revenueAt(1135, 1300));
  expect(series.revenue).toEqual([
    [1000, 100],
    [1060, 200],
    [1135, 1300],
  ]);
  expect(latest.revenue).toEqual([1135, 1300]);
});

test('a reading after the last bucket becomes a new point', () => {
  expect(applyLiveChange(anAnalytics(), revenueAt(1150, 1300)).series.revenue).toHaveLength(4);
});

test('a reading older than the last point changes nothing', () => {
  const before = anAnalytics();
  expect(applyLiveChange(before, revenueAt(1059, 5)).series.revenue).toBe(before.series.revenue);
});

test('an unchanged series stays the same array, so that it is not drawn again', () => {
  const before = anAnalytics();
  expect(applyLiveChange(before, revenueAt(1180, 1300)).series.users).toBe(before.series.users);
});

test('the range keeps its length and drops older points', () => {
  const before = anAnalytics({ from: 990, to: 1120 });
  const after = applyLiveChange(before, revenueAt(1180, 1300));
  expect([after.from, after.to]).toEqual([1050, 1180]);
  expect(after.series.revenue.map(([time]) => time)).toEqual([1060, 1120, 1180]);
});

test('the start of the range "all" does not move', () => {
  const before = anAnalytics({ range: 'all', from: 1000, to: 1120 });
  const after = applyLiveChange(before, revenueAt(1180, 1300));
  expect(after.from).toBe(1000);
  expect(after.series.revenue).toHaveLength(4);
});

test('the first reading of a company is the first point', () => {
  const after = applyLiveChange(emptyAnalytics(), revenueAt(1180, 59.9));
  expect(after.series.revenue).toEqual([[1180, 59.9]]);
  expect(after.lastEventAt).not.toBeNull();
});
