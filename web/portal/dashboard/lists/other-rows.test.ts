import { expect, test } from 'vitest';
import type { StatsBreakdown } from '../../../../contract/stats/answers.ts';
import { toOtherRows } from './other-rows.ts';

const anAnswer = (fields: Partial<StatsBreakdown>): StatsBreakdown => ({
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-30T00:00:00.000Z',
  timeZone: 'UTC',
  currency: 'EUR',
  source: 'tracked',
  ordersCounted: 'all',
  pending: null,
  comparedRange: null,
  dimension: 'source',
  rows: [
    {
      value: 'Google',
      metrics: { visitors: 5, visits: 6, orders: 2, revenue: '100000000.10' },
      compared: null,
    },
    { value: 'News', metrics: { visitors: 4, visits: 4, orders: 1, revenue: '0.25' }, compared: null },
  ],
  totals: { visitors: 10, visits: 13, orders: 4, revenue: '123456789012.34' },
  comparedTotals: null,
  rowCount: 5,
  ...fields,
});

test('the rows and the others add up to the totals, to the cent', () => {
  expect(toOtherRows(anAnswer({}))).toEqual({
    count: 3,
    metrics: { visits: 3, orders: 1, revenue: '123356789011.99' },
  });
});

test('what has no visit is left when every value has a row', () => {
  const totals = { visitors: 9, visits: 10, orders: 4, revenue: '100000005.35' };
  expect(toOtherRows(anAnswer({ rowCount: 2, totals }))).toEqual({
    count: 0,
    metrics: { visits: 0, orders: 1, revenue: '5.00' },
  });
});

test('rows that are everything leave nothing', () => {
  const totals = { visitors: 9, visits: 10, orders: 3, revenue: '100000000.35' };
  expect(toOtherRows(anAnswer({ rowCount: 2, totals }))).toBeUndefined();
});

test('visits of several pages cannot be added, page views can', () => {
  const rows = [{ value: '/', metrics: { visits: 6, orders: 2, 'page-views': 7 }, compared: null }];
  const totals = { visits: 8, orders: 2, 'page-views': 20 };
  expect(toOtherRows(anAnswer({ dimension: 'page', rows, totals, rowCount: 3 }))).toEqual({
    count: 2,
    metrics: { 'page-views': 13 },
  });
});
