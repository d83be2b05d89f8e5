import { expect, test } from 'vitest';
import type { MetricValues, StatsBreakdown } from '../../../../contract/stats/answers.ts';
import { mainMetric } from '../../../../contract/stats/list-metrics.ts';
import type { NamedDimension } from '../../../../contract/stats/model/dimensions.ts';
import { aSummary } from '../../../testing/stats-answers.ts';
import { describeOtherRows } from './describe-other-rows.ts';

function lastRowOf(dimension: NamedDimension, rowCount: number, metrics: MetricValues, totals: MetricValues) {
  const { metrics: _, otherCurrencies: __, ...head } = aSummary();
  const rows = [{ value: 'first', metrics, compared: null }];
  const answer: StatsBreakdown = { ...head, dimension, rows, totals, comparedTotals: null, rowCount };
  const others = describeOtherRows(answer, mainMetric(dimension));
  return others && [others.label, others.main];
}

test('the last row has its number, with the unit where it is not that of the column', () => {
  const visits = { visitors: 5, visits: 6 };
  expect(lastRowOf('source', 3, visits, { visitors: 9, visits: 14 })).toEqual(['2 others', '8 visits']);
  expect(lastRowOf('source', 2, visits, { visitors: 6, visits: 7 })).toEqual(['1 other', '1 visit']);
  const views = { visitors: 5, 'page-views': 1000 };
  expect(lastRowOf('page', 3, views, { visitors: 9, 'page-views': 3000 })).toEqual([
    '2 others',
    '2,000 views',
  ]);
  expect(lastRowOf('event', 3, { events: 1 }, { events: 4 })).toEqual(['2 others', '3']);
});

test('without a number there is no last row', () => {
  expect(lastRowOf('page', 3, { visitors: 5 }, { visitors: 9 })).toBeUndefined();
  expect(lastRowOf('source', 1, { visits: 6, orders: 2 }, { visits: 6, orders: 2 })).toBeUndefined();
});

test('orders that belong to no row are named', () => {
  expect(lastRowOf('source', 1, { visits: 6, orders: 1 }, { visits: 6, orders: 3 })).toEqual([
    'Orders without a known visit',
    '',
  ]);
});
