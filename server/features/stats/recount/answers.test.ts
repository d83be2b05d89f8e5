import { expect, test } from 'vitest';
import {
  aCustomEvent,
  anEngagement,
  anOrderEvent,
  aRawEvent,
  aRefund,
  localTime,
  ordersOf,
  testSources,
} from '../../../testing/stats/raw-rows.ts';
import { listPoints, listValues, summarize } from './answers.ts';
import type { RecountFilter, RecountGoal } from './filters.ts';
import { toVisitorDays } from './visits.ts';

const day = { from: localTime('2026-05-04'), to: localTime('2026-05-05') };
const byVisitors = { sort: { by: 'visitors', isDescending: true }, search: '', limit: 100, page: 1 } as const;

/** Ann comes twice from Google and buys; Ben reads one page; a server reports an order. */
const events = [
  aRawEvent({ at: '2026-05-04T10:00', path: '/', source: 'Google', country: 'DE' }),
  anEngagement('2026-05-04T10:01', 20_000),
  aRawEvent({ at: '2026-05-04T10:02', path: '/shop' }),
  aCustomEvent('2026-05-04T10:03', 'cart', { path: '/shop', properties: { plan: 'pro', seats: 2 } }),
  anOrderEvent('2026-05-04T10:04', 'A'),
  aRawEvent({ at: '2026-05-04T15:00', path: '/shop', country: 'DE' }),
  aRawEvent({ at: '2026-05-04T10:30', path: '/', visitor_id: '2', country: 'FR' }),
  aRawEvent({ at: '2026-05-04T11:30', path: '/', visitor_id: null }),
  anOrderEvent('2026-05-04T12:00', 'B', { visitor_id: null }),
  // Refunds of an order with a visit, and of one without.
  aRefund('2026-05-04T13:00', 'A', '5.00', { path: '/', source: 'Google', country: 'DE' }),
  aRefund('2026-05-04T14:00', 'B', '1.00', { path: '' }),
];
const orders = new Map([...ordersOf({ A: '20.00' }, { isVerified: true }), ...ordersOf({ B: '10.00' })]);
const visitorDays = toVisitorDays(events, { timeZone: 'UTC', orders, sources: testSources });

const ask = (filters: RecountFilter[] = [], goal: RecountGoal | null = null) => ({
  range: day,
  filters,
  goal,
});
const is = (dimension: RecountFilter['dimension'], ...values: string[]): RecountFilter => ({
  dimension,
  operator: 'is',
  values,
});

test('a summary counts visitors, visits, views, time, bounces, orders and conversions', () => {
  expect(summarize(visitorDays, ask([], { kind: 'event', value: 'cart' }))).toMatchObject({
    visitors: 2,
    visits: 3,
    'page-views': 5,
    'views-per-visit': 1.67,
    'bounce-rate': 66.67,
    'visit-duration': 7,
    events: 1,
    orders: 2,
    revenue: '24.00',
    refunds: '6.00',
    'conversion-rate': 33.33,
    'verified-orders': 1,
    'verified-revenue': '14.00',
    'average-order-value': '15.00',
    'orders-per-visitor': 1,
    'revenue-per-visit': '8.00',
    'goal-conversions': 1,
    'goal-conversion-rate': 33.33,
  });
});

test('rates of nothing are null, and a goal that was not asked for is null', () => {
  expect(summarize([], ask())).toMatchObject({
    visits: 0,
    'views-per-visit': null,
    'bounce-rate': null,
    'visit-duration': null,
    'conversion-rate': null,
    revenue: '0.00',
    'goal-conversions': null,
  });
});

test('a filter on a visit leaves out rows and orders without a visit', () => {
  expect(summarize(visitorDays, ask([is('country', 'DE')]))).toMatchObject({
    visitors: 1,
    visits: 2,
    'page-views': 3,
    orders: 1,
    revenue: '15.00',
    refunds: '5.00',
  });
  const isNot: RecountFilter = { dimension: 'country', operator: 'is-not', values: ['DE'] };
  expect(summarize(visitorDays, ask([isNot]))).toMatchObject({ visits: 1, 'page-views': 2, orders: 0 });
});

test('a refund does not count under a filter on pages, and alone makes no row', () => {
  expect(summarize(visitorDays, ask([is('page', '/')]))).toMatchObject({ revenue: '20.00', refunds: '0.00' });
  expect(summarize(visitorDays, ask([is('saw-page', '/')]))).toMatchObject({ refunds: '0.00' });
  const afternoon = {
    ...ask(),
    range: { from: localTime('2026-05-04T12:30'), to: localTime('2026-05-04T14:30') },
  };
  expect(summarize(visitorDays, afternoon)).toMatchObject({ orders: 0, revenue: '-6.00' });
  expect(listValues(visitorDays, afternoon, 'source', byVisitors).rows).toEqual([]);
});

test('verified orders alone', () => {
  expect(summarize(visitorDays, { ...ask(), ordersCounted: 'verified' })).toMatchObject({
    ...{ orders: 1, revenue: '14.00', 'conversion-rate': 33.33, 'average-order-value': '20.00' },
    visits: 3,
  });
});

test('all filters on rows must hold on one row', () => {
  const found = summarize(visitorDays, ask([is('page', '/shop'), is('event', 'cart')]));
  expect(found).toMatchObject({ visits: 1, 'page-views': 0, events: 1, orders: 1 });
  expect(summarize(visitorDays, ask([is('page', '/'), is('event', 'cart')]))).toMatchObject({ visits: 0 });
  expect(summarize(visitorDays, ask([is('page', '/')]))).toMatchObject({ visits: 2, 'page-views': 3 });
  expect(summarize(visitorDays, ask([is('property:seats', '2')]))).toMatchObject({ visits: 1, events: 1 });
  expect(summarize(visitorDays, ask([is('property:constructor', '2')]))).toMatchObject({ visits: 0 });
});

test('filters within a visit may hold on different rows', () => {
  const found = summarize(visitorDays, ask([is('saw-page', '/'), is('did-event', 'cart')]));
  expect(found).toMatchObject({ visits: 1, 'page-views': 2, events: 1 });
  const didNot: RecountFilter = { dimension: 'saw-page', operator: 'is-not', values: ['/shop'] };
  expect(summarize(visitorDays, ask([didNot]))).toMatchObject({ visits: 1, 'page-views': 2 });
});

test('a breakdown by a dimension of visits', () => {
  const found = listValues(visitorDays, ask(), 'country', byVisitors);
  expect(
    found.rows.map(({ value, metrics }) => [value, metrics.visitors, metrics['page-views'], metrics.orders]),
  ).toEqual([
    ['DE', 1, 3, 1],
    ['FR', 1, 1, 0],
  ]);
  expect(found.rowCount).toBe(2);
});

test('a breakdown by page counts a visit under each of its pages', () => {
  const { rows } = listValues(visitorDays, ask(), 'page', byVisitors);
  expect(
    rows.map(({ value, metrics }) => [
      value,
      metrics.visitors,
      metrics.visits,
      metrics['page-views'],
      metrics.events,
    ]),
  ).toEqual([
    ['/', 2, 2, 3, 0],
    ['/shop', 1, 2, 2, 1],
  ]);
});

test('a breakdown of events knows no page views', () => {
  const { rows } = listValues(visitorDays, ask(), 'event', byVisitors);
  expect(rows).toMatchObject([
    { value: 'cart', metrics: { visits: 1, events: 1, 'page-views': 0, orders: 1 } },
  ]);
});

test('values are searched without regard to case, sorted with nulls last, and paged', () => {
  const sort = { by: 'views-per-visit', isDescending: false } as const;
  const { rows, rowCount } = listValues(visitorDays, ask(), 'page', {
    ...byVisitors,
    sort,
    limit: 1,
    page: 2,
  });
  expect([rows.map(({ value }) => value), rowCount]).toEqual([['/'], 2]);
  expect(listValues(visitorDays, ask(), 'page', { ...byVisitors, search: 'SHO' }).rowCount).toBe(1);
});

test('values that look equal are in the order of their names', () => {
  const onPage = (visitor: string, path: string, engagedMs: number) => [
    aRawEvent({ at: '2026-05-04T10:00', path, visitor_id: visitor }),
    { ...anEngagement('2026-05-04T10:01', engagedMs), path, visitor_id: visitor },
  ];
  // 1.2 and 1.4 seconds are both one second.
  const rows = [...onPage('1', '/a', 1_200), ...onPage('2', '/b', 1_400), ...onPage('3', '/c', 2_500)];
  const listed = toVisitorDays(rows, { timeZone: 'UTC', orders: new Map(), sources: testSources });
  const sort = { by: 'visit-duration', isDescending: true } as const;
  const found = listValues(listed, ask(), 'page', { ...byVisitors, sort }).rows;
  expect(found.map(({ value, metrics }) => [value, metrics['visit-duration']])).toEqual([
    ['/c', 3],
    ['/a', 1],
    ['/b', 1],
  ]);
});

test('a series counts views by their time and visits by their begin', () => {
  const range = { from: localTime('2026-05-04T10:00'), to: localTime('2026-05-04T13:00') };
  const points = listPoints(visitorDays, { ...ask(), range }, 'hour', 'UTC');
  expect(points.map(({ metrics }) => [metrics.visits, metrics['page-views'], metrics.orders])).toEqual([
    [2, 3, 1],
    [0, 1, 0],
    [0, 0, 1],
  ]);
});
