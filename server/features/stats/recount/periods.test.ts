import { expect, test } from 'vitest';
import { localTime } from '../../../testing/stats/raw-rows.ts';
import { toWallTime } from './local-time.ts';
import { type InstantRange, listBuckets, toComparedRange, toRange } from './periods.ts';

const utc = (at: number) => new Date(at / 1000).toISOString();
const wallOf = (range: InstantRange | null, timeZone: string) =>
  range && [toWallTime(range.from, timeZone).slice(0, 16), toWallTime(range.to, timeZone).slice(0, 16)];

function contextAt(now: string, timeZone: string) {
  return { timeZone, now: localTime(now, timeZone), firstDay: '2024-02-03' };
}

test('periods in the zone of the company', () => {
  const timeZone = 'Europe/Berlin';
  const context = contextAt('2026-03-31T15:30', timeZone);
  const rangeOf = (period: Parameters<typeof toRange>[0]) => wallOf(toRange(period, context), timeZone);
  expect(rangeOf('today')).toEqual(['2026-03-31T00:00', '2026-03-31T15:30']);
  expect(rangeOf('yesterday')).toEqual(['2026-03-30T00:00', '2026-03-31T00:00']);
  expect(rangeOf('7d')).toEqual(['2026-03-25T00:00', '2026-03-31T15:30']);
  expect(rangeOf('30d')).toEqual(['2026-03-02T00:00', '2026-03-31T15:30']);
  expect(rangeOf('this-month')).toEqual(['2026-03-01T00:00', '2026-03-31T15:30']);
  expect(rangeOf('last-month')).toEqual(['2026-02-01T00:00', '2026-03-01T00:00']);
  expect(rangeOf('12mo')).toEqual(['2025-04-01T00:00', '2026-03-31T15:30']);
  expect(rangeOf('all')).toEqual(['2024-02-03T00:00', '2026-03-31T15:30']);
  expect(rangeOf({ from: '2026-03-29', to: '2026-03-29' })).toEqual(['2026-03-29T00:00', '2026-03-30T00:00']);
  expect(utc(toRange('today', context).from)).toBe('2026-03-30T22:00:00.000Z');
});

test('the previous period', () => {
  const timeZone = 'Europe/Berlin';
  const context = contextAt('2026-03-31T15:30', timeZone);
  const previousOf = (period: Parameters<typeof toRange>[0]) =>
    wallOf(toComparedRange(period, { compare: 'previous', match: 'date' }, context), timeZone);
  expect(previousOf('today')).toEqual(['2026-03-30T00:00', '2026-03-30T15:30']);
  expect(previousOf('yesterday')).toEqual(['2026-03-29T00:00', '2026-03-30T00:00']);
  expect(previousOf('7d')).toEqual(['2026-03-18T00:00', '2026-03-24T15:30']);
  // Clamped to the last day of February.
  expect(previousOf('this-month')).toEqual(['2026-02-01T00:00', '2026-02-28T15:30']);
  expect(previousOf('last-month')).toEqual(['2026-01-01T00:00', '2026-02-01T00:00']);
  expect(previousOf('12mo')).toEqual(['2024-04-01T00:00', '2025-03-31T15:30']);
  expect(previousOf('all')).toBeNull();
  expect(previousOf({ from: '2026-03-01', to: '2026-03-10' })).toEqual([
    '2026-02-19T00:00',
    '2026-03-01T00:00',
  ]);
  expect(previousOf({ from: '2026-03-10T10:00', to: '2026-03-10T12:00' })).toEqual([
    '2026-03-10T08:00',
    '2026-03-10T10:00',
  ]);
});

test('the same weekdays, whole weeks before', () => {
  const timeZone = 'Europe/Berlin';
  const context = contextAt('2026-03-31T15:30', timeZone);
  const matched = (period: Parameters<typeof toRange>[0], compare: 'previous' | 'year' = 'previous') =>
    wallOf(toComparedRange(period, { compare, match: 'weekday' }, context), timeZone);
  expect(matched('today')).toEqual(['2026-03-24T00:00', '2026-03-24T15:30']);
  expect(matched('yesterday')).toEqual(['2026-03-23T00:00', '2026-03-24T00:00']);
  expect(matched('30d')).toEqual(['2026-01-26T00:00', '2026-02-24T15:30']);
  expect(matched('this-month')).toEqual(['2026-01-25T00:00', '2026-02-24T15:30']);
  expect(matched('12mo')).toEqual(['2024-04-01T00:00', '2025-03-31T15:30']);
  expect(matched('7d', 'year')).toEqual(['2025-03-26T00:00', '2025-04-01T15:30']);
  // Dates that are not over are compared up to the same time.
  expect(matched({ from: '2026-03-30', to: '2026-04-05' })).toEqual(['2026-03-23T00:00', '2026-03-24T15:30']);
  expect(matched({ from: '2026-03-10T10:00', to: '2026-03-10T12:00' })).toEqual([
    '2026-03-03T10:00',
    '2026-03-03T12:00',
  ]);
});

test('a month is compared with a whole month, however long', () => {
  const context = contextAt('2025-03-01T12:00', 'UTC');
  expect(wallOf(toComparedRange('last-month', { compare: 'year', match: 'date' }, context), 'UTC')).toEqual([
    '2024-02-01T00:00',
    '2024-03-01T00:00',
  ]);
});

test('a year earlier, where 29 February becomes 28 February', () => {
  const context = contextAt('2024-02-29T12:00', 'UTC');
  const yearBefore = (period: Parameters<typeof toRange>[0]) =>
    wallOf(toComparedRange(period, { compare: 'year', match: 'date' }, context), 'UTC');
  expect(yearBefore('today')).toEqual(['2023-02-28T00:00', '2023-02-28T12:00']);
  expect(yearBefore({ from: '2024-02-01', to: '2024-02-28' })).toEqual([
    '2023-02-01T00:00',
    '2023-03-01T00:00',
  ]);
});

function bucketsOf(
  from: string,
  to: string,
  interval: Parameters<typeof listBuckets>[1],
  timeZone: string,
  weekStart?: number,
) {
  const range = { from: localTime(from, timeZone), to: localTime(to, timeZone) };
  return listBuckets(range, interval, timeZone, weekStart).map((at) => toWallTime(at, timeZone).slice(0, 16));
}

test('a repeated hour is two buckets and a skipped one none', () => {
  expect(bucketsOf('2026-03-29T00:00', '2026-03-29T05:00', 'hour', 'Europe/Berlin')).toEqual([
    '2026-03-29T00:00',
    '2026-03-29T01:00',
    '2026-03-29T03:00',
    '2026-03-29T04:00',
  ]);
  expect(bucketsOf('2026-10-25T01:00', '2026-10-25T04:00', 'hour', 'Europe/Berlin')).toEqual([
    '2026-10-25T01:00',
    '2026-10-25T02:00',
    '2026-10-25T02:00',
    '2026-10-25T03:00',
  ]);
  // Clocks move by half an hour.
  expect(bucketsOf('2026-04-05T00:00', '2026-04-05T04:00', 'hour', 'Australia/Lord_Howe')).toEqual([
    '2026-04-05T00:00',
    '2026-04-05T01:00',
    '2026-04-05T01:30',
    '2026-04-05T02:00',
    '2026-04-05T03:00',
  ]);
  expect(bucketsOf('2026-10-04T01:00', '2026-10-04T04:00', 'hour', 'Australia/Lord_Howe')).toEqual([
    '2026-10-04T01:00',
    '2026-10-04T02:30',
    '2026-10-04T03:00',
  ]);
});

test('hours of zones at odd offsets begin on the hour of the wall clock', () => {
  expect(bucketsOf('2026-05-04T10:20', '2026-05-04T12:10', 'hour', 'America/St_Johns')).toEqual([
    '2026-05-04T10:00',
    '2026-05-04T11:00',
    '2026-05-04T12:00',
  ]);
});

test('days, weeks from Monday, months, and a date that a zone skipped', () => {
  expect(bucketsOf('2011-12-29T00:00', '2012-01-01T00:00', 'day', 'Pacific/Apia')).toEqual([
    '2011-12-29T00:00',
    '2011-12-31T00:00',
  ]);
  expect(bucketsOf('2026-03-25T00:00', '2026-04-01T00:00', 'week', 'Europe/Berlin')).toEqual([
    '2026-03-23T00:00',
    '2026-03-30T00:00',
  ]);
  expect(bucketsOf('2026-03-25T00:00', '2026-04-01T00:00', 'week', 'Europe/Berlin', 7)).toEqual([
    '2026-03-22T00:00',
    '2026-03-29T00:00',
  ]);
  expect(bucketsOf('2026-03-25T00:00', '2026-04-01T00:00', 'week', 'Europe/Berlin', 3)).toEqual([
    '2026-03-25T00:00',
  ]);
  expect(bucketsOf('2026-01-31T00:00', '2026-03-01T00:00', 'month', 'Europe/Berlin')).toEqual([
    '2026-01-01T00:00',
    '2026-02-01T00:00',
  ]);
  // Clocks are moved at midnight.
  expect(bucketsOf('2026-03-08T00:00', '2026-03-09T00:00', 'day', 'America/Havana')).toEqual([
    '2026-03-08T01:00',
  ]);
});
