import { expect, test } from 'vitest';
import { findCurrentPeriod, listPastPeriods, readPeriodName, toPeriodName } from './report-periods.ts';

const berlin = { timeZone: 'Europe/Berlin', weekStart: 1 };
const past = (
  kind: 'weekly' | 'monthly',
  now: string,
  { company = berlin, since = null }: { company?: typeof berlin; since?: Date | null } = {},
) => listPastPeriods(kind, company, { now: new Date(now), since });

test('a month is a month of the calendar in the zone of the company', () => {
  const now = new Date('2026-10-31T23:30:00Z');
  expect(findCurrentPeriod('monthly', berlin, now)).toEqual({
    ...{ kind: 'monthly', firstDay: '2026-11-01', lastDay: '2026-11-30' },
  });
  expect(findCurrentPeriod('monthly', { ...berlin, timeZone: 'America/New_York' }, now)).toMatchObject({
    firstDay: '2026-10-01',
  });
  expect(findCurrentPeriod('monthly', berlin, new Date('2028-02-10T12:00:00Z')).lastDay).toBe('2028-02-29');
});

test.each([
  [1, '2026-11-23', '2026-11-29'],
  [7, '2026-11-22', '2026-11-28'],
  [6, '2026-11-28', '2026-12-04'],
])('a week begins with day %i', (weekStart, firstDay, lastDay) => {
  const saturday = new Date('2026-11-28T12:00:00Z');
  expect(findCurrentPeriod('weekly', { ...berlin, weekStart }, saturday)).toEqual({
    ...{ kind: 'weekly', firstDay, lastDay },
  });
});

test('a report is due at six in the morning, by the clock of the company', () => {
  expect(past('monthly', '2026-11-01T04:59:59Z')[0]).toMatchObject({ firstDay: '2026-10-01', isDue: false });
  expect(past('monthly', '2026-11-01T05:00:00Z')[0]).toMatchObject({ firstDay: '2026-10-01', isDue: true });
});

test('six o’clock is six o’clock on a day whose clocks change', () => {
  // Monday's clocks do not change, but a week that begins on Sunday ends before such a day.
  const sundays = { ...berlin, weekStart: 7 };
  const spring = (now: string) => past('weekly', now, { company: sundays })[0];
  expect(spring('2026-03-29T03:59:59Z')).toMatchObject({ lastDay: '2026-03-28', isDue: false });
  expect(spring('2026-03-29T04:00:00Z')).toMatchObject({ lastDay: '2026-03-28', isDue: true });
  expect(spring('2026-10-25T04:59:59Z')).toMatchObject({ lastDay: '2026-10-24', isDue: false });
  expect(spring('2026-10-25T05:00:00Z')).toMatchObject({ lastDay: '2026-10-24', isDue: true });
});

test('a zone whose day begins at one o’clock has every report', () => {
  const cairo = { timeZone: 'Africa/Cairo', weekStart: 5 };
  // On Friday, 2026-04-24, Cairo's clocks skip midnight.
  const [newest, before] = listPastPeriods('weekly', cairo, {
    now: new Date('2026-04-24T03:00:00Z'),
    since: null,
  });
  expect(newest).toMatchObject({ firstDay: '2026-04-17', lastDay: '2026-04-23', isDue: true });
  expect(before).toMatchObject({ firstDay: '2026-04-10', lastDay: '2026-04-16' });
});

test('after ten days a report is old', () => {
  expect(past('monthly', '2026-11-11T04:59:59Z')[0]).toMatchObject({ isDue: true, isOld: false });
  expect(past('monthly', '2026-11-11T05:00:00Z')[0]).toMatchObject({ isDue: true, isOld: true });
});

test('missed periods follow each other without a gap', () => {
  expect(past('monthly', '2027-01-05T12:00:00Z').map(({ firstDay }) => firstDay)).toEqual([
    '2026-12-01',
    '2026-11-01',
  ]);
  expect(past('weekly', '2026-11-28T12:00:00Z').map(({ lastDay }) => lastDay)).toEqual([
    ...['2026-11-22', '2026-11-15', '2026-11-08', '2026-11-01'],
  ]);
});

test('a period that ended before reports were switched on has none', () => {
  const now = '2026-12-01T12:00:00Z';
  const on = (since: string) => past('monthly', now, { since: new Date(since) });
  expect(on('2026-11-30T22:59:59Z').map(({ firstDay }) => firstDay)).toEqual(['2026-11-01']);
  expect(on('2026-11-30T23:00:00Z')).toEqual([]);
});

test('the name of a period is its kind and first day', () => {
  expect(readPeriodName(toPeriodName('weekly', '2026-10-26'))).toEqual({
    ...{ kind: 'weekly', firstDay: '2026-10-26' },
  });
  expect(readPeriodName('monthly-2026-10-01')).toEqual({ kind: 'monthly', firstDay: '2026-10-01' });
  expect(readPeriodName('monthly-2026-02-30')).toBeUndefined();
});
