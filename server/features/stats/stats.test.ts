import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { statsBreakdown, statsSummary, statsTimeseries } from '../../../contract/stats/answers.ts';
import { metricOf, statsMetrics } from '../../../contract/stats/model/metrics.ts';
import { aCompany, aViewerCookie } from '../../testing/builders.ts';
import { repeatWhileBusy } from '../../testing/requests/repeat-while-busy.ts';
import {
  aLoadedEvent,
  firstDay,
  inBerlin,
  openStatsFixture,
  type StatsFixture,
} from '../../testing/stats/stats-fixture.ts';

let fixture: StatsFixture;
beforeAll(async () => {
  fixture = await openStatsFixture();
});
afterAll(() => fixture.close());

test('a summary has all metrics of the days of the company, next to the days before', async () => {
  const answer = await fixture.summarize({
    from: '2026-10-25',
    to: '2026-10-25',
    compare: 'previous',
    match: 'date',
  });
  expect(answer).toMatchObject({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
    comparedRange: { from: '2026-10-23T22:00:00.000Z', to: '2026-10-24T22:00:00.000Z' },
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    source: 'tracked',
    ordersCounted: 'all',
    pending: null,
    otherCurrencies: [],
  });
  expect(Object.keys(answer.metrics)).toEqual(statsMetrics.filter((name) => !metricOf(name).needsGoal));
  expect(answer.metrics).toMatchObject({
    visitors: { value: 3, compared: 2 },
    visits: { value: 3, compared: 3 },
    'page-views': { value: 4, compared: 4 },
    'views-per-visit': { value: 1.33, compared: 1.33 },
    'bounce-rate': { value: 100, compared: 33.33 },
    'visit-duration': { value: 0, compared: 7 },
    events: { value: 0, compared: 1 },
    orders: { value: 1, compared: 1 },
    revenue: { value: '5.05', compared: '89.90' },
    refunds: { value: '0.00', compared: '10.00' },
    'conversion-rate': { value: 0, compared: 33.33 },
    'verified-orders': { value: 0, compared: 1 },
    'verified-revenue': { value: '0.00', compared: '89.90' },
    'average-order-value': { value: '5.05', compared: '99.90' },
    'orders-per-visitor': { value: 0.333, compared: 0.5 },
    'revenue-per-visit': { value: '1.68', compared: '29.97' },
  });
});

test('a time without events has zeros, and rates of null', async () => {
  const { metrics } = await fixture.summarize({
    from: '2026-01-01T00:00',
    to: '2026-01-01T00:01',
    goal: 'page:/',
  });
  expect(metrics).toMatchObject({
    visits: { value: 0, compared: null },
    revenue: { value: '0.00' },
    'bounce-rate': { value: null },
    'goal-conversions': { value: 0 },
    'goal-conversion-rate': { value: null },
  });
});

test('a range that ends within a visit counts the visit by its beginning and its rows by their time', async () => {
  const range = { from: '2026-10-24T10:01', to: '2026-10-24T10:31' };
  // The first visit began before; of the second, only the page view is in the range.
  expect(await fixture.valuesOf(range, 'visitors,visits,page-views,events,orders')).toEqual([1, 1, 2, 0, 1]);
});

describe('filters', () => {
  test.each([
    ['country:is:DE', 2, 3],
    ['country:is:DE,FR', 3, 4],
    ['country:is-not:DE', 4, 5],
    ['source:contains:GOO', 2, 3],
    ['source:starts-with:goo', 0, 0],
    ['entry-page:is:/pricing', 2, 2],
    [String.raw`utm-campaign:is:spring\, part 2`, 1, 1],
    ['utm-campaign:is:(none)', 5, 6],
    ['page:is:/pricing', 2, 2],
    ['page:starts-with:/Blog', 2, 2],
    ['page:contains:/blog', 2, 2],
    ['page:is:/no-visit', 0, 1],
    ['host:is:blog.shop.test', 1, 1],
    ['event:is:sign-up', 1, 0],
    ['property:plan:is:pro', 1, 0],
    ['property:seats:is:3', 1, 0],
    ['property:plan:is-not:pro', 0, 0],
    ['saw-page:is:/Blog/one', 1, 2],
    ['saw-page:is-not:/pricing', 4, 6],
    ['did-event:is:sign-up', 1, 1],
  ])('%s', async (filter, visits, pageViews) => {
    expect(await fixture.valuesOf({ filter })).toEqual([visits, pageViews]);
  });

  test('all of several filters have to match, on rows all on the same row', async () => {
    expect(await fixture.valuesOf({ filter: ['page:is:/Blog/one', 'page:is:/'] })).toEqual([0, 0]);
    expect(await fixture.valuesOf({ filter: ['saw-page:is:/Blog/one', 'saw-page:is:/'] })).toEqual([1, 2]);
    expect(
      await fixture.valuesOf({ filter: ['event:is:sign-up', 'page:is:/pricing', 'country:is:FR'] }),
    ).toEqual([1, 0]);
  });

  test('orders of no visit count without filters alone', async () => {
    expect(await fixture.valuesOf({}, 'orders,revenue')).toEqual([2, '94.95']);
    expect(await fixture.valuesOf({ filter: 'country:is-not:XX' }, 'orders,revenue')).toEqual([1, '89.90']);
  });
});

test('a goal counts the visits that reached it', async () => {
  const metrics = 'goal-conversions,goal-conversion-rate';
  expect(await fixture.valuesOf({ ...firstDay, goal: 'page:/pricing' }, metrics)).toEqual([2, 66.67]);
  expect(
    await fixture.valuesOf({ ...firstDay, goal: 'event:sign-up', filter: 'device:is:phone' }, metrics),
  ).toEqual([1, 100]);
});

test('a timeseries has every hour, the repeated one twice', async () => {
  const { points, interval, compared } = await fixture.list({
    from: '2026-10-25',
    to: '2026-10-25',
    interval: 'hour',
  });
  expect({ interval, compared, count: points.length }).toEqual({
    interval: 'hour',
    compared: null,
    count: 25,
  });
  const some = points.filter(({ metrics }) => metrics['page-views'] !== 0);
  expect(some.map(({ at: start, metrics }) => [start, metrics.visits, metrics['page-views']])).toEqual([
    ['2026-10-24T22:00:00.000Z', 1, 1],
    ['2026-10-25T00:00:00.000Z', 1, 1],
    ['2026-10-25T01:00:00.000Z', 1, 1],
    ['2026-10-25T10:00:00.000Z', 0, 1],
  ]);
});

test('a timeseries has every day with zeros, and the compared days', async () => {
  const answer = await fixture.list({
    from: '2026-10-24',
    to: '2026-10-26',
    compare: 'previous',
    metrics: 'visits,orders',
  });
  expect(answer.interval).toBe('day');
  expect(answer.points).toEqual([
    { at: '2026-10-23T22:00:00.000Z', metrics: { visits: 3, orders: 1 } },
    { at: '2026-10-24T22:00:00.000Z', metrics: { visits: 3, orders: 1 } },
    { at: '2026-10-25T23:00:00.000Z', metrics: { visits: 0, orders: 0 } },
  ]);
  expect(answer.compared?.map(({ metrics }) => metrics.visits)).toEqual([0, 0, 0]);
});

test('an event is in the next answer', async () => {
  const day = { from: '2026-10-20', to: '2026-10-20' };
  expect(await fixture.valuesOf(day)).toEqual([0, 0]);
  await fixture.load(fixture.companyId, [aLoadedEvent(9, inBerlin(20, '10:00'))]);
  expect(await fixture.valuesOf(day)).toEqual([1, 1]);
});

test('all begins with the first event', async () => {
  const { company, accessKey } = await aCompany(fixture.t.db, { timeZone: 'Asia/Kolkata' });
  await fixture.load(company.id, [aLoadedEvent(1, new Date('2026-03-01T20:00:00Z'))]);
  const headers = { cookie: await aViewerCookie(fixture.t.app, accessKey) };
  const url = `${apiPaths.statsSummary(company.id)}?period=all&compare=year`;
  const answer = await repeatWhileBusy(() => fixture.t.app.inject({ url, headers }));
  expect(statsSummary.parse(answer.json())).toMatchObject({
    from: '2026-03-01T18:30:00.000Z',
    comparedRange: null,
    metrics: { visits: { value: 1, compared: null } },
  });
});

test('a portal with demo data answers from the demo dataset alone', async () => {
  const { company, accessKey } = await aCompany(fixture.t.db);
  const demoId = randomUUID();
  await fixture.load(company.id, [aLoadedEvent(1, inBerlin(24, '10:00'))]);
  await fixture.load(demoId, [
    aLoadedEvent(1, inBerlin(24, '10:00')),
    aLoadedEvent(2, inBerlin(24, '10:00')),
  ]);
  const headers = { cookie: await aViewerCookie(fixture.t.app, accessKey) };
  const url = `${apiPaths.statsSummary(company.id)}?from=2026-10-24&to=2026-10-24&metrics=visits`;
  const ask = () => fixture.t.app.inject({ url, headers });
  const read = async () => statsSummary.parse((await repeatWhileBusy(ask)).json());
  expect(await read()).toMatchObject({ source: 'tracked', metrics: { visits: { value: 1 } } });
  await fixture.t.db.query('UPDATE companies SET demo_dataset_id = $2 WHERE id = $1', [company.id, demoId]);
  expect(await read()).toMatchObject({ source: 'simulated', metrics: { visits: { value: 2 } } });
});

test('answers stay out of caches', async () => {
  const answer = await fixture.t.app.inject({
    url: apiPaths.statsSummary(fixture.companyId),
    headers: { cookie: fixture.cookie },
  });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('/openapi.json has the parameters and an example of each answer', async () => {
  const { paths } = (await fixture.t.app.inject('/openapi.json')).json();
  for (const [path, schema] of [
    [apiPaths.statsSummary, statsSummary],
    [apiPaths.statsTimeseries, statsTimeseries],
    [apiPaths.statsBreakdown, statsBreakdown],
  ] as const) {
    const { parameters, responses } = paths[path('{companyId}')].get;
    const names = parameters.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['companyId', 'period', 'from', 'to', 'compare', 'filter', 'goal']),
    );
    const { example } = responses[200].content['application/json'];
    expect(schema.strict().parse(example)).toEqual(example);
  }
});
