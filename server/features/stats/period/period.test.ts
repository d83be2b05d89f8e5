import { expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { chooseInterval, listBuckets } from './buckets.ts';
import { type PeriodQuery, resolvePeriod } from './resolve-period.ts';
import { listDaySpans, toTimeRange } from './time-range.ts';

const iso = (at: number) => new Date(at).toISOString().replace(':00.000Z', 'Z').replace('.000Z', 'Z');

function resolve(query: Partial<PeriodQuery>, timeZone: string, now: string, firstDay: string | null = null) {
  const context = { timeZone, now: Date.parse(now), firstDay };
  const { range, compared } = resolvePeriod({ compare: 'none', match: 'date', ...query }, context);
  const toText = ({ from, to }: { from: number; to: number }) => `${iso(from)} ${iso(to)}`;
  return { range: toText(range), compared: compared && toText(compared) };
}

const berlin = 'Europe/Berlin';
const summer = '2026-07-15T10:30:00Z';

test.each<[string, Partial<PeriodQuery>, string, string, string, string | null]>([
  [
    'today',
    { period: 'today', compare: 'previous' },
    berlin,
    summer,
    '2026-07-14T22:00Z 2026-07-15T10:30Z',
    '2026-07-13T22:00Z 2026-07-14T10:30Z',
  ],
  [
    'yesterday',
    { period: 'yesterday', compare: 'previous' },
    berlin,
    summer,
    '2026-07-13T22:00Z 2026-07-14T22:00Z',
    '2026-07-12T22:00Z 2026-07-13T22:00Z',
  ],
  [
    '7d',
    { period: '7d', compare: 'previous' },
    berlin,
    summer,
    '2026-07-08T22:00Z 2026-07-15T10:30Z',
    '2026-07-01T22:00Z 2026-07-08T10:30Z',
  ],
  [
    '30d by default',
    { compare: 'previous' },
    berlin,
    summer,
    '2026-06-15T22:00Z 2026-07-15T10:30Z',
    '2026-05-16T22:00Z 2026-06-15T10:30Z',
  ],
  [
    'this-month',
    { period: 'this-month', compare: 'previous' },
    berlin,
    summer,
    '2026-06-30T22:00Z 2026-07-15T10:30Z',
    '2026-05-31T22:00Z 2026-06-15T10:30Z',
  ],
  [
    'last-month',
    { period: 'last-month', compare: 'previous' },
    berlin,
    summer,
    '2026-05-31T22:00Z 2026-06-30T22:00Z',
    '2026-04-30T22:00Z 2026-05-31T22:00Z',
  ],
  [
    '12mo',
    { period: '12mo', compare: 'previous' },
    berlin,
    summer,
    '2025-07-31T22:00Z 2026-07-15T10:30Z',
    '2024-07-31T22:00Z 2025-07-15T10:30Z',
  ],
  [
    'a day of 23 hours',
    { period: 'yesterday', compare: 'previous' },
    berlin,
    '2026-03-30T08:00:00Z',
    '2026-03-28T23:00Z 2026-03-29T22:00Z',
    '2026-03-27T23:00Z 2026-03-28T23:00Z',
  ],
  [
    'a day of 25 hours',
    { period: 'yesterday' },
    berlin,
    '2026-10-26T08:00:00Z',
    '2026-10-24T22:00Z 2026-10-25T23:00Z',
    null,
  ],
  [
    'today after clocks went forward, until the same time',
    { period: 'today', compare: 'previous' },
    berlin,
    '2026-03-29T10:00:00Z',
    '2026-03-28T23:00Z 2026-03-29T10:00Z',
    '2026-03-27T23:00Z 2026-03-28T11:00Z',
  ],
  [
    'a zone of +05:30',
    { period: 'today' },
    'Asia/Kolkata',
    '2026-07-15T20:00:00Z',
    '2026-07-15T18:30Z 2026-07-15T20:00Z',
    null,
  ],
  [
    'a day that begins at one',
    { from: '2026-03-29', to: '2026-03-29' },
    'Asia/Beirut',
    summer,
    '2026-03-28T22:00Z 2026-03-29T21:00Z',
    null,
  ],
  [
    '29 February a year earlier',
    { from: '2024-02-29', to: '2024-02-29', compare: 'year' },
    'UTC',
    summer,
    '2024-02-29T00:00Z 2024-03-01T00:00Z',
    '2023-02-28T00:00Z 2023-03-01T00:00Z',
  ],
  [
    'yesterday, 28 February of a leap year, a year earlier',
    { period: 'yesterday', compare: 'year' },
    'UTC',
    '2024-02-29T12:00:00Z',
    '2024-02-28T00:00Z 2024-02-29T00:00Z',
    '2023-02-28T00:00Z 2023-03-01T00:00Z',
  ],
  [
    'February a year earlier is complete in a leap year',
    { period: 'last-month', compare: 'year' },
    'UTC',
    '2025-03-10T12:00:00Z',
    '2025-02-01T00:00Z 2025-03-01T00:00Z',
    '2024-02-01T00:00Z 2024-03-01T00:00Z',
  ],
  [
    '31 March until the last day of February',
    { period: 'this-month', compare: 'previous' },
    'UTC',
    '2026-03-31T12:00:00Z',
    '2026-03-01T00:00Z 2026-03-31T12:00Z',
    '2026-02-01T00:00Z 2026-02-28T12:00Z',
  ],
  [
    'given dates',
    { from: '2026-03-01', to: '2026-03-31', compare: 'previous' },
    berlin,
    summer,
    '2026-02-28T23:00Z 2026-03-31T22:00Z',
    '2026-01-28T23:00Z 2026-02-28T23:00Z',
  ],
  [
    'given times',
    { from: '2026-03-01T10:00', to: '2026-03-01T12:30:30', compare: 'previous' },
    'UTC',
    summer,
    '2026-03-01T10:00Z 2026-03-01T12:30:30Z',
    '2026-03-01T07:29:30Z 2026-03-01T10:00Z',
  ],
  [
    'given times in the repeated hour',
    { from: '2026-10-25T02:15', to: '2026-10-25T03:00' },
    berlin,
    summer,
    '2026-10-25T00:15Z 2026-10-25T02:00Z',
    null,
  ],
])('%s', (_, query, timeZone, now, range, compared) => {
  expect(resolve(query, timeZone, now)).toEqual({ range, compared });
});

test.each<[string, Partial<PeriodQuery>, string, string, string, string]>([
  [
    'today with the same weekday up to the same time',
    { period: 'today' },
    berlin,
    summer,
    '2026-07-14T22:00Z 2026-07-15T10:30Z',
    '2026-07-07T22:00Z 2026-07-08T10:30Z',
  ],
  [
    'the same time on the wall clock, a week before clocks went forward',
    { period: 'today' },
    berlin,
    '2026-03-29T10:00:00Z',
    '2026-03-28T23:00Z 2026-03-29T10:00Z',
    '2026-03-21T23:00Z 2026-03-22T11:00Z',
  ],
  [
    'a day of 25 hours with one of 24',
    { period: 'yesterday' },
    berlin,
    '2026-10-26T08:00:00Z',
    '2026-10-24T22:00Z 2026-10-25T23:00Z',
    '2026-10-17T22:00Z 2026-10-18T22:00Z',
  ],
  [
    '30d with days five weeks before, so that the ranges are apart',
    {},
    'UTC',
    summer,
    '2026-06-16T00:00Z 2026-07-15T10:30Z',
    '2026-05-12T00:00Z 2026-06-10T10:30Z',
  ],
  [
    'a month with the weeks of a whole month, from its first day on',
    { period: 'this-month' },
    'UTC',
    '2026-07-03T10:00:00Z',
    '2026-07-01T00:00Z 2026-07-03T10:00Z',
    '2026-05-27T00:00Z 2026-05-29T10:00Z',
  ],
  [
    'February with the four weeks before it',
    { period: 'last-month' },
    'UTC',
    '2026-03-10T10:00:00Z',
    '2026-02-01T00:00Z 2026-03-01T00:00Z',
    '2026-01-04T00:00Z 2026-02-01T00:00Z',
  ],
  [
    'a year earlier is 52 weeks earlier',
    { period: 'yesterday', compare: 'year' },
    'UTC',
    summer,
    '2026-07-14T00:00Z 2026-07-15T00:00Z',
    '2025-07-15T00:00Z 2025-07-16T00:00Z',
  ],
  [
    'months have every weekday',
    { period: '12mo' },
    'UTC',
    summer,
    '2025-08-01T00:00Z 2026-07-15T10:30Z',
    '2024-08-01T00:00Z 2025-07-15T10:30Z',
  ],
  [
    'dates that are not over up to the same time',
    { from: '2026-07-13', to: '2026-07-19' },
    'UTC',
    summer,
    '2026-07-13T00:00Z 2026-07-20T00:00Z',
    '2026-07-06T00:00Z 2026-07-08T10:30Z',
  ],
  [
    'more than 100 dates by date',
    { from: '2026-01-01', to: '2026-04-11' },
    'UTC',
    summer,
    '2026-01-01T00:00Z 2026-04-12T00:00Z',
    '2025-09-22T00:00Z 2026-01-01T00:00Z',
  ],
  [
    'times with the same times of the same weekday',
    { from: '2026-07-13T10:00', to: '2026-07-13T11:00' },
    'UTC',
    summer,
    '2026-07-13T10:00Z 2026-07-13T11:00Z',
    '2026-07-06T10:00Z 2026-07-06T11:00Z',
  ],
  [
    'times whose weekday skipped them with a moment',
    { from: '2026-04-05T02:30', to: '2026-04-05T03:10' },
    berlin,
    summer,
    '2026-04-05T00:30Z 2026-04-05T01:10Z',
    '2026-03-29T01:30Z 2026-03-29T01:30:00.001Z',
  ],
])('compares %s', (_, query, timeZone, now, range, compared) => {
  expect(resolve({ compare: 'previous', match: 'weekday', ...query }, timeZone, now)).toEqual({
    range,
    compared,
  });
});

test('all begins with the day of the first event and has no comparison', () => {
  const all = { period: 'all', compare: 'previous' } as const;
  expect(resolve(all, berlin, summer, '2024-12-24')).toEqual({
    range: '2024-12-23T23:00Z 2026-07-15T10:30Z',
    compared: null,
  });
  expect(resolve({ ...all, compare: 'year' }, berlin, summer)).toEqual({
    range: '2026-07-14T22:00Z 2026-07-15T10:30Z',
    compared: null,
  });
});

test('no range is empty at midnight', () => {
  expect(resolve({ period: 'today', compare: 'previous' }, 'UTC', '2026-07-15T00:00:00Z')).toEqual({
    range: '2026-07-15T00:00Z 2026-07-15T00:00:00.001Z',
    compared: '2026-07-14T00:00Z 2026-07-14T00:00:00.001Z',
  });
});

test('a range inside of the hour that clocks skip is refused', () => {
  expect(() => resolve({ from: '2026-03-29T02:30', to: '2026-03-29T03:10' }, berlin, summer)).toThrow(
    AppError,
  );
});

test('days that a range has all of are apart from those it has a part of', () => {
  const spans = (from: string, to: string) =>
    listDaySpans(toTimeRange(Date.parse(from), Date.parse(to), 'UTC')).map(
      ({ first, last, isWhole }) => `${first} ${last} ${isWhole ? 'whole' : 'part'}`,
    );
  expect(spans('2026-01-01T00:00Z', '2026-01-03T00:00Z')).toEqual(['2026-01-01 2026-01-02 whole']);
  expect(spans('2026-01-01T00:00Z', '2026-01-03T10:00Z')).toEqual([
    '2026-01-01 2026-01-02 whole',
    '2026-01-03 2026-01-03 part',
  ]);
  expect(spans('2026-01-01T10:00Z', '2026-01-04T10:00Z')).toEqual([
    '2026-01-01 2026-01-01 part',
    '2026-01-02 2026-01-03 whole',
    '2026-01-04 2026-01-04 part',
  ]);
  expect(spans('2026-01-01T10:00Z', '2026-01-02T10:00Z')).toEqual([
    '2026-01-01 2026-01-01 part',
    '2026-01-02 2026-01-02 part',
  ]);
  expect(spans('2026-01-01T10:00Z', '2026-01-01T11:00Z')).toEqual(['2026-01-01 2026-01-01 part']);
  expect(spans('2026-01-01T00:00Z', '2026-01-01T11:00Z')).toEqual(['2026-01-01 2026-01-01 part']);
  expect(spans('2026-01-01T10:00Z', '2026-01-02T00:00Z')).toEqual(['2026-01-01 2026-01-01 part']);
});

function buckets(
  from: string,
  to: string,
  interval: 'minute' | 'hour' | 'day' | 'week' | 'month',
  timeZone: string,
  weekStart?: number,
) {
  const range = toTimeRange(Date.parse(from), Date.parse(to), timeZone);
  return listBuckets(range, interval, weekStart).map(({ at }) => iso(at));
}

test('a repeated hour is two buckets, a skipped one none', () => {
  expect(buckets('2026-10-25T00:00Z', '2026-10-25T02:30Z', 'hour', berlin)).toEqual([
    '2026-10-25T00:00Z',
    '2026-10-25T01:00Z',
    '2026-10-25T02:00Z',
  ]);
  expect(buckets('2026-03-28T23:00Z', '2026-03-29T22:00Z', 'hour', berlin)).toHaveLength(23);
});

test('hours of a zone with half an hour begin at its full hours', () => {
  expect(buckets('2026-07-01T10:40Z', '2026-07-01T11:45Z', 'hour', 'Asia/Kolkata')).toEqual([
    '2026-07-01T10:30Z',
    '2026-07-01T11:30Z',
  ]);
});

test('an hour is cut where clocks change by half an hour', () => {
  expect(buckets('2026-04-04T14:00Z', '2026-04-04T16:00Z', 'hour', 'Australia/Lord_Howe')).toEqual([
    '2026-04-04T14:00Z',
    '2026-04-04T15:00Z',
    '2026-04-04T15:30Z',
  ]);
  // Also if the range begins after the change.
  expect(buckets('2026-04-04T15:10Z', '2026-04-04T15:20Z', 'hour', 'Australia/Lord_Howe')).toEqual([
    '2026-04-04T15:00Z',
  ]);
});

test.each([
  [1, '2026-06-29'],
  [2, '2026-06-30'],
  [3, '2026-07-01'],
  [6, '2026-06-27'],
  [7, '2026-06-28'],
])('a week that begins on day %i begins on the last such day', (weekStart, first) => {
  // 1 July 2026 is a Wednesday.
  expect(buckets('2026-07-01T10:00Z', '2026-07-01T11:00Z', 'week', 'UTC', weekStart)).toEqual([
    `${first}T00:00Z`,
  ]);
});

test('weeks begin on Monday, months on the first, the first bucket perhaps before the range', () => {
  expect(buckets('2026-06-30T22:00Z', '2026-07-14T22:00Z', 'week', berlin)).toEqual([
    '2026-06-28T22:00Z',
    '2026-07-05T22:00Z',
    '2026-07-12T22:00Z',
  ]);
  expect(buckets('2026-01-15T00:00Z', '2026-03-02T00:00Z', 'month', 'UTC')).toEqual([
    '2026-01-01T00:00Z',
    '2026-02-01T00:00Z',
    '2026-03-01T00:00Z',
  ]);
});

test('a date that the zone skipped is no bucket', () => {
  expect(buckets('2011-12-29T10:00Z', '2011-12-31T10:00Z', 'day', 'Pacific/Apia')).toEqual([
    '2011-12-29T10:00Z',
    '2011-12-30T10:00Z',
  ]);
});

test('too many points are refused', () => {
  expect(() => buckets('2026-01-01T00:00Z', '2026-01-04T00:00Z', 'minute', 'UTC')).toThrow(/3000 points/);
});

test.each([
  ['2026-01-01T00:00Z', '2026-01-01T02:00Z', 'minute'],
  ['2026-01-01T00:00Z', '2026-01-03T00:00Z', 'hour'],
  ['2026-01-01T00:00Z', '2026-02-01T00:00Z', 'day'],
  ['2026-01-01T00:00Z', '2026-07-01T00:00Z', 'week'],
  ['2025-01-01T00:00Z', '2026-01-01T00:00Z', 'month'],
] as const)('from %s to %s the interval is a %s', (from, to, interval) => {
  expect(chooseInterval(toTimeRange(Date.parse(from), Date.parse(to), 'UTC'))).toBe(interval);
});
