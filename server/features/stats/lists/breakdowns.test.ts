import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowDimensions, visitDimensions } from '../../../../contract/stats/model/dimensions.ts';
import { statsMetrics } from '../../../../contract/stats/model/metrics.ts';
import {
  aLoadedEvent,
  firstDay,
  inBerlin,
  openStatsFixture,
  type StatsFixture,
} from '../../../testing/stats/stats-fixture.ts';

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

test('rows that look equal by a rate, an average or a duration are in the order of their names', async () => {
  const [at, later] = [inBerlin(26, '12:00'), inBerlin(26, '12:01')];
  const visit = (visitor: number, source: string, engagedMs: number, amounts: string[]) => {
    const common = { source, channel: 'Referral' };
    return [
      aLoadedEvent(visitor, at, common),
      aLoadedEvent(visitor, later, { ...common, kind: 'engagement', engaged_ms: engagedMs }),
      ...amounts.map((amount, index) =>
        aLoadedEvent(visitor, at, { ...common, kind: 'order', order_id: `${visitor}-${index}`, amount }),
      ),
    ];
  };
  await fixture.load(fixture.companyId, [
    ...visit(81, 'A', 1_200, ['3.33']),
    // 3.333… on average, 1.4 seconds.
    ...visit(82, 'B', 1_400, ['10.00']),
    ...visit(83, 'B', 1_400, ['0.00']),
    ...visit(84, 'B', 1_400, ['0.00']),
    ...visit(85, 'C', 2_500, ['9.00']),
  ]);
  const day = { from: '2026-10-26', to: '2026-10-26', dimension: 'source' };
  for (const metric of ['average-order-value', 'revenue-per-visit', 'visit-duration']) {
    const { rows } = await fixture.breakDown({ ...day, metrics: metric, sort: `-${metric}` });
    const values = rows.map((row) => [row.value, ...Object.values(row.metrics)]);
    const shown = metric === 'visit-duration' ? [3, 1, 1] : ['9.00', '3.33', '3.33'];
    expect(values).toEqual([
      ['C', shown[0]],
      ['A', shown[1]],
      ['B', shown[2]],
    ]);
  }
});

test('a filter on a property leaves out events without it, also with is-not', async () => {
  const at = inBerlin(26, '18:00');
  const event = (visitor: number, properties: Record<string, string> | null) =>
    aLoadedEvent(visitor, at, { kind: 'event', event_name: 'book', properties });
  await fixture.load(fixture.companyId, [
    event(91, { tier: 'gold' }),
    event(92, { tier: 'basic' }),
    event(93, { size: 'large' }),
    event(94, null),
  ]);
  const evening = { from: '2026-10-26T17:00', to: '2026-10-26T19:00' };
  const count = (filter: string) => fixture.valuesOf({ ...evening, filter }, 'visits,events');
  expect(await count('event:is:book')).toEqual([4, 4]);
  expect(await count('property:tier:is:gold')).toEqual([1, 1]);
  expect(await count('property:tier:is-not:gold')).toEqual([1, 1]);
});

test('a breakdown compares each value with the range before', async () => {
  const day = { from: '2026-10-25', to: '2026-10-25' };
  const { rows, comparedTotals } = await fixture.breakDown({
    dimension: 'source',
    compare: 'previous',
    match: 'date',
    metrics: 'visits',
    ...day,
  });
  expect(rows).toEqual([
    { value: 'Direct', metrics: { visits: 2 }, compared: { visits: 2 } },
    { value: 'Google', metrics: { visits: 1 }, compared: { visits: 1 } },
  ]);
  expect(comparedTotals).toEqual({ visits: 3 });
});
