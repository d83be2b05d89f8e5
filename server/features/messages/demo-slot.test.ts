import { expect, test } from 'vitest';
import { type Brand, usualBrand } from '../../../contract/site/brand.ts';
import { findDemoSlot, formatDemoTime } from './demo-slot.ts';

// New York: EST is UTC-5; summer time from 2026-03-08 07:00 UTC to 2026-11-01 06:00 UTC.
test.each([
  ['a Tuesday morning gives Wednesday', '2026-11-17T15:00:00Z', '2026-11-18T15:00:00Z'],
  ['minutes are rounded up to the half hour', '2026-11-17T15:00:00.001Z', '2026-11-18T15:30:00Z'],
  ['the last half hour of a day still counts', '2026-11-17T22:30:00Z', '2026-11-18T22:30:00Z'],
  ['an evening waits for the morning after', '2026-11-17T22:31:00Z', '2026-11-19T14:00:00Z'],
  ['before nine waits for nine', '2026-11-17T10:00:00Z', '2026-11-18T14:00:00Z'],
  ['a Thursday leads to Friday', '2026-11-19T16:10:00Z', '2026-11-20T16:30:00Z'],
  ['a Friday leads to Monday', '2026-11-20T16:10:00Z', '2026-11-23T14:00:00Z'],
  ['a Saturday leads to Monday', '2026-11-21T16:10:00Z', '2026-11-23T14:00:00Z'],
  ['a Sunday noon leads to Monday noon', '2026-11-22T17:00:00Z', '2026-11-23T17:00:00Z'],
  [
    'the days are counted there: late on Sunday in UTC is Sunday evening',
    '2026-11-23T01:00:00Z',
    '2026-11-24T14:00:00Z',
  ],
  ['the clock put forward at the weekend', '2026-03-06T20:00:00Z', '2026-03-09T13:00:00Z'],
  ['the clock put back at the weekend', '2026-10-30T20:00:00Z', '2026-11-02T14:00:00Z'],
  ['summer', '2026-07-15T11:00:00Z', '2026-07-16T13:00:00Z'],
  ['the end of a year', '2026-12-31T23:30:00Z', '2027-01-04T14:00:00Z'],
])('%s', (_what, now, slot) => {
  expect(findDemoSlot(new Date(now), usualBrand).toISOString().replace('.000', '')).toBe(slot);
});

test('a time is formatted in the agency’s time zone', () => {
  expect(formatDemoTime(new Date('2026-11-23T14:00:00Z'), usualBrand).replaceAll('\u202f', ' ')).toBe(
    'Monday, November 23 at 9:00 AM EST',
  );
  expect(formatDemoTime(new Date('2026-07-16T13:00:00Z'), usualBrand)).toContain('EDT');
});

const toHours = (days: string, hours: string): Brand['supportHours'] => {
  const [from = 'Mon', to = 'Fri'] = days.split('-') as Brand['supportHours']['from'][];
  const [opens = '', closes = ''] = hours.split('-');
  return { from, to, opens, closes };
};

// 2026-11-17 is a Tuesday.
test.each([
  ['a week past its end', 'Sat-Mon', '09:00-18:00', 'UTC', '2026-11-17T10:00:00Z', '2026-11-21T09:00:00Z'],
  ['one day', 'Wed-Wed', '09:00-18:00', 'UTC', '2026-11-18T15:00:00Z', '2026-11-25T09:00:00Z'],
  ['just as long as a demo', 'Mon-Fri', '13:00-13:30', 'UTC', '2026-11-17T10:00:00Z', '2026-11-18T13:00:00Z'],
  ['no full half hour', 'Mon-Fri', '13:10-13:50', 'UTC', '2026-11-17T10:00:00Z', '2026-11-18T13:10:00Z'],
  ['shorter than a demo', 'Mon-Fri', '13:05-13:10', 'UTC', '2026-11-17T10:00:00Z', '2026-11-18T13:05:00Z'],
  [
    'past today’s few minutes',
    'Mon-Fri',
    '13:05-13:10',
    'UTC',
    '2026-11-17T13:06:00Z',
    '2026-11-19T13:05:00Z',
  ],
  [
    'short, after the weekend',
    'Mon-Fri',
    '13:05-13:10',
    'UTC',
    '2026-11-20T13:06:00Z',
    '2026-11-23T13:05:00Z',
  ],
  [
    'the last minute of a day',
    'Sun-Sun',
    '23:58-23:59',
    'UTC',
    '2026-11-17T10:00:00Z',
    '2026-11-22T23:58:00Z',
  ],
  [
    'the first minute of a day',
    'Mon-Mon',
    '00:00-00:01',
    'UTC',
    '2026-11-17T10:00:00Z',
    '2026-11-23T00:00:00Z',
  ],
  [
    'a clock at a quarter',
    'Mon-Fri',
    '09:00-18:00',
    'Asia/Kathmandu',
    '2026-11-17T20:00:00Z',
    '2026-11-19T03:15:00Z',
  ],
  // London puts its clock forward on 2026-03-29 from 01:00 to 02:00.
  [
    'hours that a day does not have',
    'Sun-Sun',
    '01:00-02:00',
    'Europe/London',
    '2026-03-27T12:00:00Z',
    '2026-04-05T00:00:00Z',
  ],
  [
    'few minutes that a day does not have',
    'Sun-Sun',
    '01:05-01:10',
    'Europe/London',
    '2026-03-27T12:00:00Z',
    '2026-04-05T00:05:00Z',
  ],
])('support hours with %s have a slot', (_what, days, hours, timeZone, now, slot) => {
  const found = findDemoSlot(new Date(now), { supportHours: toHours(days, hours), timeZone });
  expect(found.toISOString().replace('.000', '')).toBe(slot);
});
