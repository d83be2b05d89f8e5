import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowDimensions, statsMetrics, visitDimensions } from '../../../contract/stats.ts';
import { firstDay, openStatsFixture, type StatsFixture } from '../../testing/stats/stats-fixture.ts';

let fixture: StatsFixture;
beforeAll(async () => {
  fixture = await openStatsFixture();
});
afterAll(() => fixture.close());

const everyDimension = [...visitDimensions, ...rowDimensions, 'property:plan'];
test.each(everyDimension)('a breakdown by %s has every metric, also sorted by it', async (dimension) => {
  const metrics = statsMetrics.join(',');
  const goal = 'page:/pricing';
  const plain = await fixture.breakDown({ dimension, metrics, goal, limit: '1000' });
  expect(plain.rows.length).toBeGreaterThan(0);
  expect(plain.rows.length).toBe(plain.rowCount);
  for (const { metrics: found } of plain.rows) expect(Object.keys(found)).toEqual([...statsMetrics]);
  for (const sort of statsMetrics) {
    const { rows } = await fixture.breakDown({ dimension, metrics, goal, limit: '1000', sort: `-${sort}` });
    const sorted = rows.map((row) => row.metrics[sort] ?? null);
    // Rates of nothing come last.
    expect(sorted).toEqual([...sorted].sort((a, b) => Number(b ?? -1) - Number(a ?? -1)));
    const byValue = (a: { value: string }, b: { value: string }) => (a.value < b.value ? -1 : 1);
    expect([...rows].sort(byValue)).toEqual([...plain.rows].sort(byValue));
  }
});

test('by a dimension of visits, the rows of a breakdown add up to the visits', async () => {
  const { rows, totals } = await fixture.breakDown({
    dimension: 'source',
    metrics: 'visitors,visits,page-views,revenue',
  });
  expect(rows.map(({ value, metrics }) => [value, ...Object.values(metrics)])).toEqual([
    ['Direct', 4, 4, 4, '89.90'],
    ['Google', 2, 2, 3, '0.00'],
  ]);
  // The visitor with two sources is one; page view and order without a visit are in no row.
  expect(totals).toEqual({ visitors: 5, visits: 6, 'page-views': 8, revenue: '94.95' });
});

test('in a breakdown by page, a visit counts on each of its pages', async () => {
  const { rows } = await fixture.breakDown({
    dimension: 'page',
    metrics: 'visits,page-views,events,orders',
    ...firstDay,
  });
  expect(rows.map(({ value, metrics }) => [value, ...Object.values(metrics)])).toEqual([
    ['/pricing', 2, 2, 1, 1],
    ['/', 1, 1, 0, 0],
    ['/Blog/one', 1, 1, 0, 0],
  ]);
});

test('a breakdown by page under a filter on pages has only these pages', async () => {
  const { rows } = await fixture.breakDown({ dimension: 'page', filter: 'page:contains:blog' });
  expect(rows.map(({ value }) => value)).toEqual(['/Blog/one', '/Blog/two']);
});

test('breakdowns are searched whatever the case, paged and sorted in both directions', async () => {
  const blog = { dimension: 'page', search: 'BLOG', limit: '1' };
  expect(await fixture.breakDown(blog)).toMatchObject({ rowCount: 2, rows: [{ value: '/Blog/one' }] });
  expect(await fixture.breakDown({ ...blog, page: '2' })).toMatchObject({
    rowCount: 2,
    rows: [{ value: '/Blog/two' }],
  });
  expect(await fixture.breakDown({ ...blog, page: '3' })).toMatchObject({ rowCount: 2, rows: [] });
  expect(await fixture.breakDown({ dimension: 'page', search: '%' })).toMatchObject({
    rowCount: 0,
    rows: [],
  });
  const { rows } = await fixture.breakDown({
    dimension: 'page',
    sort: 'page-views',
    metrics: 'page-views',
    limit: '3',
  });
  expect(rows.map(({ value }) => value)).toEqual(['/', '/Blog/one', '/Blog/two']);
});

test('a breakdown compares each value with the range before', async () => {
  const day = { from: '2026-10-25', to: '2026-10-25' };
  const { rows, comparedTotals } = await fixture.breakDown({
    dimension: 'source',
    compare: 'previous',
    metrics: 'visits',
    ...day,
  });
  expect(rows).toEqual([
    { value: 'Direct', metrics: { visits: 2 }, compared: { visits: 2 } },
    { value: 'Google', metrics: { visits: 1 }, compared: { visits: 1 } },
  ]);
  expect(comparedTotals).toEqual({ visits: 3 });
});
