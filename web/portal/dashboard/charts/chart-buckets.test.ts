// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { StatsInterval } from '../../../../contract/stats/model/periods.ts';
import { defaultView } from '../../../../contract/stats/view.ts';
import { createBucketLabels, describeCompared } from './bucket-labels.ts';
import { toSeries } from './bucket-series.ts';
import { listIntervals } from './intervals.ts';
import { placeNotes } from './place-notes.ts';
import { toZoomPeriod } from './zoom-bounds.ts';

const berlin = 'Europe/Berlin';

function anAnswer(interval: StatsInterval, starts: string[], to: string, compared: number[] | null = null) {
  const times = starts.map((at) => new Date(at).toISOString());
  const from = times[0] ?? '';
  return {
    from,
    to: new Date(to).toISOString(),
    timeZone: berlin,
    currency: 'EUR',
    source: 'tracked',
    ordersCounted: 'all',
    pending: null,
    comparedRange: compared && { from: '2025-11-01T00:00:00.000Z', to: '2025-11-04T00:00:00.000Z' },
    interval,
    points: times.map((at, index) => ({ at, metrics: { revenue: `${index}.50`, visitors: index } })),
    compared:
      compared?.map((visitors, index) => ({
        at: `2025-11-0${index + 1}T00:00:00.000Z`,
        metrics: { visitors },
      })) ?? null,
  } as const;
}
type Answer = ReturnType<typeof anAnswer>;

const days = anAnswer(
  'day',
  ['2026-11-20T00:00+01:00', '2026-11-21T00:00+01:00', '2026-11-22T00:00+01:00'],
  '2026-11-22T15:20:10+01:00',
);
const now = (answer: Answer) => Date.parse(answer.to);
const zoom = (answer: Answer, first: number, last = first, at = now(answer)) =>
  toZoomPeriod(answer, { first, last }, toSeries(answer, 'visitors', at).unfinished);

test('the bucket of the present moment is unfinished', () => {
  expect(toSeries(days, 'visitors', now(days)).unfinished).toBe(2);
  const yesterday = anAnswer('day', ['2026-11-21T00:00+01:00'], '2026-11-22T00:00+01:00');
  expect(toSeries(yesterday, 'visitors', now(yesterday)).unfinished).toBeNull();
  expect(toSeries(yesterday, 'visitors', Date.parse('2026-11-25T12:00Z')).unfinished).toBeNull();
});

test.each<[StatsInterval, string, string, string]>([
  ['hour', '2026-11-22T14:00Z', '2026-11-22T14:59Z', '2026-11-22T15:00Z'],
  ['day', '2026-10-25T00:00+02:00', '2026-10-25T23:30+01:00', '2026-10-26T00:00+01:00'],
  ['day', '2026-03-29T00:00+01:00', '2026-03-29T23:30+02:00', '2026-03-30T00:00+02:00'],
  ['week', '2026-10-19T00:00+02:00', '2026-10-25T23:30+01:00', '2026-10-26T00:00+01:00'],
  ['month', '2026-10-01T00:00+02:00', '2026-10-31T23:30+01:00', '2026-11-01T00:00+01:00'],
])('the last %s is over at its end on the company’s clock', (interval, at, before, after) => {
  const answer = anAnswer(interval, [at], after);
  expect(toSeries(answer, 'visitors', Date.parse(before)).unfinished).toBe(0);
  expect(toSeries(answer, 'visitors', Date.parse(after)).unfinished).toBeNull();
});

test('buckets in the future are gaps', () => {
  const series = toSeries(days, 'revenue', Date.parse('2026-11-21T10:00Z'));
  expect(series).toEqual({ values: [0.5, 1.5, null], ghost: null, unfinished: 1 });
});

test('the compared values are next to those of the same place', () => {
  const { points, to } = days;
  const starts = points.map(({ at }) => at);
  expect(toSeries(anAnswer('day', starts, to, [7, 8]), 'visitors', 0).ghost).toEqual([7, 8, null]);
  expect(toSeries(anAnswer('day', starts, to, [7, 8, 9, 10]), 'visitors', 0).ghost).toEqual([7, 8, 9]);
  expect(toSeries(anAnswer('day', starts, to, [7]), 'revenue', 0).ghost).toEqual([null, null, null]);
});

test('a day and a range of days are zoomed by the company’s dates', () => {
  expect(zoom(days, 0)).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  expect(zoom(days, 0, 2)).toEqual({ from: '2026-11-20', to: '2026-11-22' });
});

test('days of 23 and 25 hours are zoomed from midnight to midnight', () => {
  const spring = anAnswer(
    'day',
    ['2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00'],
    '2026-03-31T00:00+02:00',
  );
  expect(zoom(spring, 0)).toEqual({ from: '2026-03-29', to: '2026-03-29' });
  const autumn = anAnswer(
    'day',
    ['2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00'],
    '2026-10-27T00:00+01:00',
  );
  expect(zoom(autumn, 0)).toEqual({ from: '2026-10-25', to: '2026-10-25' });
});

test('a week and a month have their first and last date, within the range', () => {
  const weeks = anAnswer(
    'week',
    ['2026-11-09T00:00+01:00', '2026-11-16T00:00+01:00'],
    '2026-11-20T12:00+01:00',
  );
  expect(zoom(weeks, 0)).toEqual({ from: '2026-11-09', to: '2026-11-15' });
  expect(zoom(weeks, 1)).toEqual({ from: '2026-11-16', to: '2026-11-20' });
  expect(zoom({ ...weeks, from: '2026-11-11T23:00:00.000Z' }, 0)).toEqual({
    from: '2026-11-12',
    to: '2026-11-15',
  });
  const months = anAnswer(
    'month',
    ['2026-02-01T00:00+01:00', '2026-03-01T00:00+01:00'],
    '2026-04-01T00:00+02:00',
  );
  expect(zoom(months, 0)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(zoom(months, 1)).toEqual({ from: '2026-03-01', to: '2026-03-31' });
});

test('an hour is zoomed by the company’s clock, the running one to its end', () => {
  const hours = anAnswer(
    'hour',
    ['2026-11-20T15:00+01:00', '2026-11-20T23:00+01:00'],
    '2026-11-20T23:10+01:00',
  );
  expect(zoom(hours, 0, 0)).toEqual({ from: '2026-11-20T15:00', to: '2026-11-20T23:00' });
  expect(zoom(hours, 1)).toEqual({ from: '2026-11-20T23:00', to: '2026-11-21T00:00' });
  // A range that ended within the hour keeps its end.
  expect(zoom(hours, 1, 1, Date.parse('2026-12-01T00:00Z'))).toEqual({
    from: '2026-11-20T23:00',
    to: '2026-11-20T23:10',
  });
});

test('a skipped hour is left out, a repeated one is zoomed as both', () => {
  const spring = anAnswer('hour', ['2026-03-29T00:00Z', '2026-03-29T01:00Z'], '2026-03-29T02:00Z');
  expect(zoom(spring, 0)).toEqual({ from: '2026-03-29T01:00', to: '2026-03-29T03:00' });
  const autumn = anAnswer(
    'hour',
    ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z'],
    '2026-10-25T03:00Z',
  );
  expect(zoom(autumn, 0)).toEqual({ from: '2026-10-25T02:00', to: '2026-10-25T03:00' });
  expect(zoom(autumn, 1)).toEqual({ from: '2026-10-25T02:00', to: '2026-10-25T03:00' });
});

test('minutes are not zoomed further', () => {
  expect(zoom(anAnswer('minute', ['2026-11-20T15:00Z'], '2026-11-20T15:01Z'), 0)).toBeUndefined();
});

const plain = (text: string | undefined) => text?.replaceAll(/[\u2009\u202f\u00a0]/g, ' ');

test('buckets are named in the time zone of the company', () => {
  const labels = createBucketLabels(days);
  expect([labels.axis(0), labels.full(2), labels.compared(0)]).toEqual([
    'Nov 20',
    'Sun, Nov 22, 2026',
    undefined,
  ]);
  const week = createBucketLabels(anAnswer('week', ['2026-11-16T00:00+01:00'], '2026-11-23T00:00+01:00'));
  expect(plain(week.full(0))).toBe('Mon, Nov 16 – Sun, Nov 22, 2026');
  const month = createBucketLabels(anAnswer('month', ['2026-11-01T00:00+01:00'], '2026-12-01T00:00+01:00'));
  expect(month.full(0)).toBe('Nov 2026');
});

test('of hours of several days the first of a day has its date', () => {
  const labels = createBucketLabels(
    anAnswer('hour', ['2026-11-20T22:00Z', '2026-11-20T23:00Z', '2026-11-21T00:00Z'], '2026-11-21T01:00Z'),
  );
  expect([0, 1, 2].map((index) => plain(labels.axis(index)))).toEqual(['Nov 20', 'Nov 21', '1:00 AM']);
  expect([0, 1, 2].map(labels.isMajor)).toEqual([true, true, false]);
});

test('the two hours of the same time have different names', () => {
  const labels = createBucketLabels(
    anAnswer('hour', ['2026-10-25T00:00Z', '2026-10-25T01:00Z'], '2026-10-25T02:00Z'),
  );
  expect(plain(labels.full(0))).toMatch(/2:00 AM GMT\+2$/);
  expect(plain(labels.full(1))).toMatch(/2:00 AM GMT\+1$/);
});

const weekBefore = {
  ...days,
  comparedRange: { from: '2026-11-12T23:00:00.000Z', to: '2026-11-15T14:20:10.000Z' },
  compared: ['2026-11-12T23:00', '2026-11-13T23:00', '2026-11-14T23:00'].map((at) => ({
    at: `${at}:00.000Z`,
    metrics: { visitors: 1 },
  })),
};

test('the unfinished day is compared with the same weekday by the same time', () => {
  const labels = createBucketLabels(weekBefore);
  expect(labels.soFar).toBe('so far today');
  expect(labels.compared(1)).toBe('Sat, Nov 14, 2026');
  expect(labels.compared(2)).toBe('last Sunday by 3:20 PM');
  const fiveWeeks = createBucketLabels({
    ...weekBefore,
    comparedRange: { from: '2026-10-15T22:00:00.000Z', to: '2026-10-18T13:20:10.000Z' },
    compared: ['2026-10-15T22:00', '2026-10-16T22:00', '2026-10-17T22:00'].map((at) => ({
      at: `${at}:00.000Z`,
      metrics: {},
    })),
  });
  expect(fiveWeeks.compared(2)).toBe('Sun, Oct 18 by 3:20 PM');
});

test('a compared range that ends with its day is compared as a whole', () => {
  const labels = createBucketLabels({
    ...weekBefore,
    comparedRange: { ...weekBefore.comparedRange, to: '2026-11-15T23:00:00.000Z' },
  });
  expect(labels.compared(2)).toBe('Sun, Nov 15, 2026');
});

test('the compared range shows whether its weekdays are the same', () => {
  expect(plain(describeCompared(weekBefore))).toBe('Nov 13 – 15, 2026, same weekdays');
  const comparedRange = { from: '2026-11-16T23:00:00.000Z', to: '2026-11-19T23:00:00.000Z' };
  expect(plain(describeCompared({ ...days, comparedRange }))).toBe('Nov 17 – 19, 2026');
  expect(describeCompared(days)).toBeUndefined();
});

test('a note is at the bucket that contains it, one outside of the range is left out', () => {
  const note = (id: string, at: string) => ({ id, at, text: id });
  const notes = placeNotes(
    [
      note('late', '2026-11-22T13:00:00Z'),
      note('first', '2026-11-20T10:00:00Z'),
      note('out', '2026-11-19T10:00:00Z'),
    ],
    days,
  );
  expect(notes.map(({ id, index }) => [id, index])).toEqual([
    ['first', 0],
    ['late', 2],
  ]);
});

test('the intervals on offer fit the period', () => {
  const offered = (period: Parameters<typeof listIntervals>[0]['period']) =>
    listIntervals({ ...defaultView, period });
  expect(offered({ period: 'today' })).toEqual(['hour']);
  expect(offered({ period: '30d' })).toEqual(['hour', 'day', 'week']);
  expect(offered({ period: '12mo' })).toEqual(['day', 'week', 'month']);
  expect(offered({ period: 'all' })).toEqual(['day', 'week', 'month']);
  expect(offered({ from: '2026-11-20', to: '2026-11-20' })).toEqual(['hour']);
  expect(offered({ from: '2026-11-20T15:00', to: '2026-11-20T16:00' })).toEqual(['minute']);
});
