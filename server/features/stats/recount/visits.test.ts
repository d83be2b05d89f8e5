import { expect, test } from 'vitest';
import {
  aCustomEvent,
  anEngagement,
  anOldRawEvent,
  anOrderEvent,
  aRawEvent,
  localTime,
  ordersOf,
  testSources,
} from '../../../testing/stats/raw-rows.ts';
import type { RawEvent } from './raw-rows.ts';
import { toVisitorDays, type Visit } from './visits.ts';

function visitsOf(events: RawEvent[], { timeZone = 'UTC', orders = ordersOf({}) } = {}): Visit[] {
  const visitorDays = toVisitorDays(events, { timeZone, orders, sources: testSources });
  return [...new Set(visitorDays.flat().flatMap(({ visit }) => visit ?? []))];
}

test('a visit ends after 30 minutes without activity', () => {
  const visits = visitsOf([
    aRawEvent({ at: '2026-05-04T10:00' }),
    aRawEvent({ at: '2026-05-04T10:29:59.999999' }),
    aRawEvent({ at: '2026-05-04T10:59:59.999999' }),
  ]);
  expect(visits.map(({ pageViews }) => pageViews)).toEqual([2, 1]);
});

test('engagement prolongs a visit and never begins one', () => {
  const visits = visitsOf([
    anEngagement('2026-05-04T09:50', 3_000),
    aRawEvent({ at: '2026-05-04T10:00' }),
    anEngagement('2026-05-04T10:25', 4_000),
    aRawEvent({ at: '2026-05-04T10:50' }),
    anEngagement('2026-05-04T12:00', 5_000),
    aRawEvent({ at: '2026-05-04T12:10', path: '/late' }),
  ]);
  // The engagement at noon belongs to the visit begun last, and is activity for the page view after it.
  expect(visits.map(({ pageViews, engagedMs }) => [pageViews, engagedMs])).toEqual([[3, 9_000]]);
});

test('the tabs of one browser are one visitor, and a day ends every visit', () => {
  const timeZone = 'Asia/Kolkata';
  const at = (text: string) => ({ occurred_at: localTime(text, timeZone) });
  const visits = visitsOf(
    [
      aRawEvent({ ...at('2026-05-04T23:50'), path: '/tab-1' }),
      aRawEvent({ ...at('2026-05-04T23:55'), path: '/tab-2' }),
      aRawEvent({ ...at('2026-05-05T00:01'), path: '/tab-1' }),
    ],
    { timeZone },
  );
  expect(visits.map(({ visitor, pageViews }) => [visitor, pageViews])).toEqual([
    ['2026-05-04 1', 2],
    ['2026-05-05 1', 1],
  ]);
});

test('a bounce is a visit with one page view, no event, and under 10 s of engagement', () => {
  const bounces = (...events: RawEvent[]) =>
    visitsOf([aRawEvent(), ...events], { orders: ordersOf({ A: '1.00' }) }).map(({ isBounce }) => isBounce);
  expect(bounces()).toEqual([true]);
  expect(bounces(anEngagement('2026-05-04T10:01', 9_999))).toEqual([true]);
  expect(bounces(anEngagement('2026-05-04T10:01', 10_000))).toEqual([false]);
  expect(bounces(anEngagement('2026-05-04T10:01', 6_000), anEngagement('2026-05-04T10:02', 4_000))).toEqual([
    false,
  ]);
  expect(bounces(aRawEvent())).toEqual([false]);
  expect(bounces(aCustomEvent('2026-05-04T10:01', 'signup'))).toEqual([false]);
  expect(bounces(anOrderEvent('2026-05-04T10:01', 'A'))).toEqual([false]);
  expect(visitsOf([aRawEvent({ kind: 'session' })])[0]?.isBounce).toBe(false);
});

test('entry page, exit page, source and device are those of the visit', () => {
  const [visit] = visitsOf([
    aCustomEvent('2026-05-04T09:59', 'open', { path: '/widget', source: 'Bing', device: 'tv' }),
    aRawEvent({ path: '/in', source: 'Google', utm_source: 'mail', device: 'mobile', country: 'DE' }),
    aRawEvent({ at: '2026-05-04T10:05', path: '/out', source: 'Direct', device: 'desktop' }),
    aCustomEvent('2026-05-04T10:06', 'close', { path: '/after' }),
  ]);
  expect(visit?.dimensions).toMatchObject({
    'entry-page': '/in',
    'exit-page': '/out',
    source: 'Google',
    'utm-source': 'mail',
    'utm-medium': '(none)',
    device: 'mobile',
    country: 'DE',
    city: 'unknown',
    referrer: '(none)',
  });
  expect(visit?.startedAt).toBe(localTime('2026-05-04T09:59'));
});

test('a visit without a page view has the pages of its events', () => {
  const [visit] = visitsOf([
    aCustomEvent('2026-05-04T10:00', 'a', { path: '/first' }),
    aCustomEvent('2026-05-04T10:01', 'b', { path: '/last' }),
    anEngagement('2026-05-04T10:02', 1_000, { path: '/engaged' }),
  ]);
  expect(visit?.dimensions).toMatchObject({ 'entry-page': '/first', 'exit-page': '/last' });
});

test('rows at the same time are in the order of their ids', () => {
  const second = aRawEvent({ id: 'ffffffff-0000-7000-8000-000000000000', path: '/second' });
  const first = aRawEvent({ id: '0fffffff-0000-7000-8000-000000000000', path: '/first' });
  expect(visitsOf([second, first])[0]?.dimensions['entry-page']).toBe('/first');
});

test('an order counts with its present amount, and a removed one never happened', () => {
  const events = [
    anOrderEvent('2026-05-04T09:00', 'removed'),
    aRawEvent(),
    anOrderEvent('2026-05-04T10:10', 'A'),
    anOrderEvent('2026-05-04T10:50', 'removed'),
    aRawEvent({ at: '2026-05-04T10:59' }),
  ];
  const visits = visitsOf(events, { orders: ordersOf({ A: '19.99' }) });
  expect(visits.map(({ orders }) => orders.map(({ amount }) => amount))).toEqual([[199_900n], []]);
});

test('rows without a visitor belong to no visit', () => {
  const events = [aRawEvent({ visitor_id: null }), anOldRawEvent({ session_id: null })];
  expect(visitsOf(events)).toEqual([]);
});

test('a session of an old row is one visitor of its day, and what was not stored is unknown', () => {
  const visits = visitsOf([
    anOldRawEvent({ at: '2026-05-04T10:00', referrer_host: 'google.com' }),
    anOldRawEvent({ at: '2026-05-04T10:10' }),
    anOldRawEvent({ at: '2026-05-04T10:10', session_id: 's2' }),
    anOldRawEvent({ at: '2026-05-05T10:10' }),
  ]);
  expect(visits.map(({ visitor, pageViews }) => [visitor, pageViews])).toEqual([
    ['2026-05-04 session s1', 2],
    ['2026-05-04 session s2', 1],
    ['2026-05-05 session s1', 1],
  ]);
  expect(visits[0]?.dimensions).toMatchObject({
    source: 'Google',
    channel: 'Organic Search',
    referrer: 'google.com',
    'utm-source': 'unknown',
    country: 'unknown',
    browser: 'Chrome',
  });
});
