import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { LiveFigures } from '../../contract/live.ts';
import type { StatsSummary, StatsTimeseries } from '../../contract/stats/answers.ts';
import { listPortalMetrics } from '../../contract/stats/requests.ts';
import { type PortalView, toStatsQuery } from '../../contract/stats/view.ts';
import { aSummary, aTimeseries } from '../testing/stats-answers.ts';
import { summaryQuery, timeseriesQuery } from './api/stats.ts';
import { applyChange, writeFigures } from './live-figures.ts';

const companyId = '0198c0de-0000-7000-8000-000000000001';
const month: PortalView = {
  ...{ period: { period: '30d' }, compare: 'previous', match: 'weekday' },
  ...{ filters: [], orders: 'all' },
};
const week: PortalView = { ...month, period: { period: '7d' } };
const toText = (view: PortalView) => toStatsQuery(view).toString();

const whole = (): LiveFigures => ({ isComplete: true, summary: aSummary(), series: [aTimeseries()] });

/** A change of revenue, in the last point alone. */
function aChange(revenue: string): LiveFigures {
  const { summary, series } = whole();
  const [answer] = series;
  const last = answer?.points.at(-1);
  if (!answer || !last) throw new Error('the timeseries has points');
  return {
    isComplete: false,
    summary: { ...summary, metrics: { revenue: { value: revenue, compared: '1000.00' } } },
    series: [{ ...answer, points: [{ ...last, metrics: { ...last.metrics, revenue } }], compared: [] }],
  };
}

function aCache(view = month) {
  const client = new QueryClient();
  const summaryKey = summaryQuery(companyId, view).queryKey;
  const seriesKey = timeseriesQuery(companyId, view, { metrics: listPortalMetrics(true) }).queryKey;
  return {
    client,
    summaryKey,
    seriesKey,
    write: (figures: LiveFigures, shown = month) =>
      writeFigures(client, { companyId, view: toText(shown), figures }),
    summary: () => client.getQueryData<StatsSummary>(summaryKey),
    series: () => client.getQueryData<StatsTimeseries>(seriesKey),
  };
}

test('a change moves the cards and one point of the charts', () => {
  const cache = aCache();
  cache.client.setQueryData(cache.summaryKey, aSummary());
  cache.client.setQueryData(cache.seriesKey, aTimeseries());
  const points = cache.series()?.points ?? [];
  expect(cache.write(aChange('2000.00'))).toBe(true);
  expect(cache.summary()?.metrics.revenue?.value).toBe('2000.00');
  expect(cache.summary()?.metrics.orders?.value).toBe(44);
  expect(cache.series()?.points.map(({ at }) => at)).toEqual(points.map(({ at }) => at));
  expect(cache.series()?.points.at(-1)?.metrics.revenue).toBe('2000.00');
  expect(cache.series()?.points.slice(0, -1)).toEqual(points.slice(0, -1));
});

test('figures are never written into the answers of another view', () => {
  const cache = aCache(week);
  cache.client.setQueryData(cache.summaryKey, aSummary());
  cache.client.setQueryData(cache.seriesKey, aTimeseries());
  const before = cache.summary();
  cache.write(whole(), month);
  cache.write(aChange('2000.00'), { ...week, compare: 'year' });
  cache.write(aChange('2000.00'), { ...week, orders: 'verified' });
  expect(cache.summary()).toBe(before);
});

test('a chart with another interval gets only its metrics, and the series with that interval', () => {
  const cache = aCache();
  const parameters = { metrics: ['revenue', 'visitors'], interval: 'week' } as const;
  const key = timeseriesQuery(companyId, month, parameters).queryKey;
  cache.client.setQueryData(key, { ...aTimeseries(), interval: 'week' });
  const weeks: StatsTimeseries = { ...aTimeseries(), interval: 'week', compared: null };
  cache.write({ ...whole(), series: [aTimeseries(), weeks] });
  const written = cache.client.getQueryData<StatsTimeseries>(key);
  expect(written?.interval).toBe('week');
  for (const { metrics } of written?.points ?? [])
    expect(Object.keys(metrics).sort()).toEqual(['revenue', 'visitors']);
});

test('a request that is under way does not replace newer figures', async () => {
  const cache = aCache();
  let answer = (_: StatsSummary) => {};
  const observer = new QueryObserver(cache.client, {
    queryKey: cache.summaryKey,
    queryFn: () =>
      new Promise<StatsSummary>((resolve) => {
        answer = resolve;
      }),
  });
  const unsubscribe = observer.subscribe(() => {});
  expect(observer.getCurrentResult().fetchStatus).toBe('fetching');
  cache.write({ ...whole(), summary: aSummary({ revenue: { value: '2000.00', compared: null } }) });
  answer(aSummary());
  await Promise.resolve();
  expect(observer.getCurrentResult()).toMatchObject({ fetchStatus: 'idle', status: 'success' });
  expect(cache.summary()?.metrics.revenue?.value).toBe('2000.00');
  unsubscribe();
});

test('a change that an answer on the page cannot take is reported, so that the page asks', () => {
  const cache = aCache();
  const observer = new QueryObserver(cache.client, {
    queryKey: cache.seriesKey,
    queryFn: () => new Promise<StatsTimeseries>(() => {}),
  });
  const unsubscribe = observer.subscribe(() => {});
  expect(cache.write(aChange('2000.00'))).toBe(false);
  const old = aTimeseries();
  cache.client.setQueryData(cache.seriesKey, { ...old, points: old.points.slice(0, 1) });
  expect(cache.write(aChange('2000.00'))).toBe(false);
  unsubscribe();
});

test('changes add up, and those about other points do not', () => {
  const shown = applyChange(whole(), aChange('2000.00'));
  expect(shown?.summary.metrics.revenue?.value).toBe('2000.00');
  expect(shown?.summary.metrics.orders?.value).toBe(44);
  const other = aChange('1.00');
  const [answer] = other.series;
  if (!answer) throw new Error('the change has a series');
  const points = answer.points.map((point) => ({ ...point, at: '2031-01-01T00:00:00.000Z' }));
  expect(applyChange(whole(), { ...other, series: [{ ...answer, points }] })).toBeUndefined();
});
